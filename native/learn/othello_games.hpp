// What an evaluation in discs is learned from: strong games with random departures, whose ends are solved.
//
// A game begins with random moves and is then played by a small search, and exactly from `solved` empty squares on.
// Where openings are given, half of the games begin with one of them in place of the start.
// From each game others branch off, by one or two random moves somewhere, and are played on likewise: so what a search
// meets off the best line is seen as well. And since nearly all that a search meets comes after some bad move, beside
// every position of a game stands another one, after a move drawn at random.
#pragma once

#include <algorithm>
#include <vector>

#include "core/random.hpp"
#include "core/threads.hpp"
#include "learn/othello_fit.hpp"
#include "solve/othello_endgame.hpp"
#include "solve/othello_midgame.hpp"

namespace kishi {

struct DiscGamesPlan {
  int fewest_random = 2, most_random = 10;  // moves before a game
  int departures = 4;                       // branches of a game
  int depth = 5;                            // of the search that plays
  int solved = 14;                          // empty squares from which play is exact
};

// A position that has a move, and its mover's score at the end of the game in which it was played: exact where no more
// squares are empty than are solved; kNotPlayedOut where it stands beside a game and was not solved.
struct PlayedPosition {
  othello::Board mine, theirs;
  std::int16_t score;
};
constexpr std::int16_t kNotPlayedOut = 127;

template <class Eval>
class DiscGames {
 public:
  DiscGames(const Eval& eval, const DiscGamesPlan& plan, const DiscPositions& openings, const Stop& stop)
      : plan_(plan), openings_(openings), budget_(stop), search_(8, eval, budget_), solver_(2) {}

  // A game and its branches; nothing if it was stopped.
  std::vector<PlayedPosition> play(Random random) {
    found_.clear();
    // A game does not depend on those that its thread has played before.
    search_.forget();
    solver_.forget();
    const std::vector<Othello::Position> line = begun(random);
    if (line.empty()) return {};
    const std::vector<Othello::Position> base = played_out(line, random);
    for (int i = 0; i < plan_.departures && !base.empty(); ++i) {
      std::vector<Othello::Position> branch(base.begin(), base.begin() + 1 + random.below(std::uint32_t(base.size())));
      if (departed(branch, 1 + int(random.below(2)), random)) played_out({branch.back()}, random);
    }
    if (budget_.told()) found_.clear();
    return found_;
  }

 private:
  // A position of a game, whose score is known at its end.
  struct Noted {
    std::size_t at;
    Side mover;
  };

  // The first moves; none if they led to the end of the game.
  std::vector<Othello::Position> begun(Random& random) const {
    std::vector<Othello::Position> line{game_.start()};
    int plies = plan_.fewest_random + int(random.below(std::uint32_t(plan_.most_random - plan_.fewest_random + 1)));
    if (openings_.size() > 0 && random.below(2)) {
      const std::size_t drawn = random.below(std::uint32_t(openings_.size()));
      line[0] = {openings_.mine(drawn), openings_.theirs(drawn), Side::First};
      plies = 1 + int(random.below(2));
    }
    if (!departed(line, plies, random)) line.clear();
    return line;
  }

  // Random moves; false if that leads to the end of the game or into the solved part.
  bool departed(std::vector<Othello::Position>& line, int plies, Random& random) const {
    for (int i = 0; i < plies; ++i) {
      Moves<Othello> moves;
      game_.legal(line.back(), moves);
      if (moves.empty()) return false;
      line.push_back(game_.play(line.back(), moves[int(random.below(std::uint32_t(moves.size())))]));
    }
    return game_.settled(line.back()) == Verdict::Running && game_.empties(line.back()) > plan_.solved;
  }

  // From the end of the line on, good play; notes its positions, and hands back those before the solved part.
  std::vector<Othello::Position> played_out(std::vector<Othello::Position> line, Random& random) {
    Othello::Position p = line.back();
    line.pop_back();
    std::vector<Othello::Position> visited;
    std::vector<Noted> noted;
    const auto note = [&] {
      if (!game_.mobility(p)) return;
      noted.push_back({found_.size(), p.turn});
      found_.push_back({p.mine, p.theirs, 0});
      note_beside(p, random);
    };
    while (game_.settled(p) == Verdict::Running && game_.empties(p) > plan_.solved) {
      if (!game_.mobility(p)) {
        p = Othello::passed(p);
        continue;
      }
      const othello::MidgameMove m = search_.best(p.mine, p.theirs, plan_.depth);
      if (search_.stopped()) return {};
      visited.push_back(p);
      note();
      p = Othello::placed(p, m.square);
    }
    const int score = rest(p, note);  // for the first player
    for (const Noted& n : noted) found_[n.at].score = std::int16_t(n.mover == Side::First ? score : -score);
    return visited;
  }

  // The position after a random move, with its exact score where it is near enough to the end.
  void note_beside(const Othello::Position& p, Random& random) {
    Moves<Othello> moves;
    game_.legal(p, moves);
    const Othello::Position q = game_.play(p, moves[int(random.below(std::uint32_t(moves.size())))]);
    if (!game_.mobility(q) || game_.empties(q) < kFewestEmpties) return;
    std::int16_t score = kNotPlayedOut;
    if (game_.empties(q) <= plan_.solved) {
      const Solved s = solver_.solve(game_, q, budget_);
      if (!s.complete) return;
      score = std::int16_t(s.score);
    }
    found_.push_back({q.mine, q.theirs, score});
  }

  // Solves the rest and notes its positions as long as they can be evaluated in a search; the first player's score.
  template <class Note>
  int rest(Othello::Position& p, const Note& note) {
    const auto for_first = [](const Othello::Position& q, int score) { return q.turn == Side::First ? score : -score; };
    if (game_.settled(p) != Verdict::Running) return for_first(p, game_.score(p));
    const Solved s = solver_.solve(game_, p, budget_);
    const int score = for_first(p, s.score);
    for (const Move m : s.line) {
      if (game_.empties(p) < kFewestEmpties) break;
      note();
      p = game_.play(p, m);
    }
    return score;
  }

  static constexpr int kFewestEmpties = 6;

  Othello game_;
  DiscGamesPlan plan_;
  DiscPositions openings_;
  Budget budget_;
  othello::MidgameSearch<Eval> search_;
  OthelloEndgame solver_;
  std::vector<PlayedPosition> found_;
};

// Games `first` to `first + count` of the seed, the same on any number of threads; nothing if they were stopped.
template <class Eval>
std::vector<PlayedPosition> play_disc_games(const Eval& eval, const DiscGamesPlan& plan, const DiscPositions& openings,
                                            std::uint64_t seed, int count, int threads, const Stop& stop) {
  std::vector<std::vector<PlayedPosition>> games(static_cast<std::size_t>(count));
  std::atomic<int> next{0};
  const auto work = [&] {
    DiscGames<Eval> games_of(eval, plan, openings, stop);
    for (int i = next++; i < count && !stop.told; i = next++)
      games[std::size_t(i)] = games_of.play(Random(seed, std::uint64_t(i)));
  };
  {
    JoinedThreads others;
    for (int t = 1; t < threads; ++t) others.start(work);
    work();
  }
  std::vector<PlayedPosition> all;
  if (stop.told) return all;
  for (const auto& g : games) all.insert(all.end(), g.begin(), g.end());
  return all;
}

}  // namespace kishi
