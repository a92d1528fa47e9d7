// Exact play at the end of Othello games, on boards of any size. Solves what has about 24 empty squares or
// fewer in seconds.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "games/othello.hpp"
#include "solve/othello_endgame_search.hpp"
#include "solve/position_solver.hpp"

namespace kishi {

struct Solved {
  int score = 0;           // discs for the side to move; 1, 0 or -1 if only the outcome was asked
  std::vector<Move> line;  // best play to the end, passes included
  std::uint64_t nodes = 0;
  bool complete = false;  // if not, the budget was spent first and nothing is known
};

// What it learns in one question it remembers for the next. One object answers one question at a time, by so many
// threads.
//
// With Count::Official, the default, empty squares at the end go to the winner; with Count::OnBoard only
// discs count. White wins 4x4 by 10 one way and by 8 (11 to 3) the other.
class OthelloEndgame {
 public:
  using Position = Othello::Position;
  using Count = othello::Count;

  explicit OthelloEndgame(std::size_t table_megabytes, Count count = Count::Official, int threads = 1)
      : table_(table_megabytes), count_(count), threads_(threads) {}

  // Tries the moves first that these learned weights like: answers are the same, and come sooner.
  void order_by(std::shared_ptr<const disc_patterns::Tables> learned) { learned_ = std::move(learned); }

  // `tell` hears what score is expected, whenever that changes.
  Solved solve(const Othello& game, const Position& p, const Budget& budget, bool outcome_only = false,
               const SolverNews& tell = {}) {
    othello::ExactSearch search = begin(game, budget);
    const int window = outcome_only ? 1 : search.most();
    Solved solved;
    solved.score = std::clamp(window_by_window(game, p, window, search, tell), -window, window);
    solved.complete = !search.stopped();
    if (solved.complete)
      solved.line = best_line(game, p, solved.score, outcome_only, search);
    else
      solved.score = 0;
    solved.nodes = search.nodes();
    return solved;
  }

  // For a search of the whole game: exact between alpha and beta, else a bound; nothing if the budget
  // was spent first. Adds to `nodes`.
  std::optional<int> score(const Othello& game, const Position& p, int alpha, int beta, const Budget& budget,
                           std::uint64_t& nodes) {
    othello::ExactSearch search = begin(game, budget);
    const int score =
        beta - alpha == 1 ? search.above(p.mine, p.theirs, alpha) : search.between(p.mine, p.theirs, alpha, beta);
    nodes += search.nodes();
    return search.stopped() ? std::nullopt : std::optional(score);
  }

 private:
  othello::ExactSearch begin(const Othello& game, const Budget& budget) {
    table_.begin_search();
    return othello::ExactSearch(game.size, count_, table_, budget, threads_, game.size == 8 ? learned_.get() : nullptr);
  }

  // Where it pays, selective passes first: then the score is looked for next to what they came to, and only as far
  // away as it turns out to be.
  int window_by_window(const Othello& game, const Position& p, int window, othello::ExactSearch& search,
                       const SolverNews& tell) const {
    if (!learned_ || game.size != 8 || game.empties(p) < kSelective)
      return search.between(p.mine, p.theirs, -window, window);
    const auto heard = [&](int score) {
      if (tell && !search.stopped()) tell(std::clamp(score, -window, window), search.nodes());
      return score;
    };
    // A score is even, but a selective pass may end on a bound, which is odd.
    const auto even = [](int score, int before) { return score + (score < before ? -1 : 1) * (score & 1); };
    int guess = heard(even(search.guessed(p.mine, p.theirs, kUnsureDiscs, -window, window), 0));
    guess = heard(even(search.guessed(p.mine, p.theirs, kSurerDiscs, guess - 1, guess + 1), guess));
    guess = std::clamp(guess, -window, window);
    int low = guess - 1, high = guess + 1;
    for (int step = 4;; step *= 2) {
      const int score = heard(search.between(p.mine, p.theirs, low, high));
      if (search.stopped() || (score > low && score < high)) return score;
      if (score <= low) {
        if (score <= -window) return score;
        high = score + 1, low = std::max(score - step, -window - 1);
      } else {
        if (score >= window) return score;
        low = score - 1, high = std::min(score + step, window + 1);
      }
    }
  }

  // The table holds most of the line, but may have lost some of it and does not go down to the end; so
  // each move is asked whether it keeps the score. A side that loses anyway plays what it remembers.
  static std::vector<Move> best_line(const Othello& game, Position p, int score, bool outcome_only,
                                     othello::ExactSearch& search) {
    std::vector<Move> line;
    while (game.settled(p) == Verdict::Running && !search.stopped()) {
      const Move m = keeping_move(game, p, outcome_only && score < 0 ? -search.most() : score, search);
      if (search.stopped() && !line.empty()) break;
      line.push_back(m);
      p = game.play(p, m);
      score = -score;
    }
    return line;
  }

  static Move keeping_move(const Othello& game, const Position& p, int score, othello::ExactSearch& search) {
    Moves<Othello> moves;
    game.legal(p, moves);
    const int remembered = search.remembered(p.mine, p.theirs);
    for (Move& m : moves)
      if (m != game.pass() && game.bit_of(m) == remembered) std::swap(m, moves[0]);
    Move first = kNoMove;
    for (Move m : moves) {
      const Position next = game.play(p, m);
      if (score <= -search.most() || search.above(next.mine, next.theirs, -score) <= -score) return m;
      if (first == kNoMove) first = m;
    }
    return first;  // the budget was spent
  }

  // With fewer empty squares selective passes cost more than they save. A search of two to eight moves misses the
  // score of 12 to 24 empty squares by five to seven discs.
  static constexpr int kSelective = 18, kUnsureDiscs = 6, kSurerDiscs = 12;

  othello::EndgameTable table_;
  Count count_;
  int threads_;
  std::shared_ptr<const disc_patterns::Tables> learned_;
};

}  // namespace kishi
