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

  // What it knows decides which of several best lines it tells.
  void forget() { table_.clear(); }

  // `tell` hears what each selective pass came to.
  Solved solve(const Othello& game, const Position& p, const Budget& budget, bool outcome_only = false,
               const SolverNews& tell = {}) {
    othello::ExactSearch search = begin(game, budget);
    const int window = outcome_only ? 1 : search.most();
    Solved solved;
    solved.score = std::clamp(pass_by_pass(game, p, window, search, tell), -window, window);
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

  // Where it pays, selective passes first: each begins next to what the one before came to.
  int pass_by_pass(const Othello& game, const Position& p, int window, othello::ExactSearch& search,
                   const SolverNews& tell) const {
    if (!learned_ || game.size != 8 || game.empties(p) < kSelective)
      return search.between(p.mine, p.theirs, -window, window);
    constexpr int passes = int(othello::kPasses.size());
    int guess = 0;
    for (int pass = 1; pass <= passes && !search.stopped(); ++pass) {
      const auto ask = [&](int low, int high) { return search.guessed(p.mine, p.theirs, pass, low, high); };
      const int score = pass == 1 ? ask(-window, window) : window_by_window(guess, window, search, ask);
      guess = std::clamp(even(score, guess), -window, window);
      const int percent = othello::kPasses[std::size_t(pass - 1)].percent;
      if (tell && !search.stopped()) tell({guess, percent, remembered(game, p, pass, search), search.nodes()});
    }
    return window_by_window(guess, window, search,
                            [&](int low, int high) { return search.between(p.mine, p.theirs, low, high); });
  }

  // Looks for the score next to the guess, and only as far away as it turns out to be. Selective passes may contradict
  // themselves: where one says first more than a score and then less, that is its score.
  template <class Ask>
  static int window_by_window(int guess, int window, const othello::ExactSearch& search, const Ask& ask) {
    int low = guess - 1, high = guess + 1;
    bool was_less = false, was_more = false;
    for (int step = 4;; step *= 2) {
      const int score = ask(low, high);
      if (search.stopped() || (score > low && score < high)) return score;
      (score <= low ? was_less : was_more) = true;
      if (score <= low) {
        if (score <= -window || was_more) return score;
        high = score + 1, low = std::max(score - step, -window - 1);
      } else {
        if (score >= window || was_less) return score;
        low = score - 1, high = std::min(score + step, window + 1);
      }
    }
  }

  // A score is even, but a selective pass may end on a bound, which is odd.
  static int even(int score, int before) { return score + (score < before ? -1 : 1) * (score & 1); }

  static Move remembered(const Othello& game, const Position& p, int pass, const othello::ExactSearch& search) {
    const int square = search.remembered(p.mine, p.theirs, pass);
    if (square == othello::EndgameEntry::kNoSquare) return game.mobility(p) ? kNoMove : game.pass();
    return game.move_at(square);
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

  // With fewer empty squares selective passes cost more than they save.
  static constexpr int kSelective = 18;

  othello::EndgameTable table_;
  Count count_;
  int threads_;
  std::shared_ptr<const disc_patterns::Tables> learned_;
};

}  // namespace kishi
