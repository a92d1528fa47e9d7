// What a game can say for sure of a leaf, so that the network need not guess. One specialisation a game.
// `drawn`: however it goes on, it is a draw, so that self-play may stop there.
// A leaf may cost a few network evaluations' worth at most; at the root a question may cost as much as a search, but
// no more than the seconds given (0: any).
#pragma once

#include <optional>

#include "solve/gomoku_threats.hpp"
#include "solve/minishogi_mate.hpp"
#include "solve/othello_endgame.hpp"

namespace kishi {

struct ExactValue {
  int outcome = 0;  // for the mover: -1, 0 or 1
  Move move = kNoMove;
};

// `deep`: a root may take as long as some hundred evaluations, for play, not for self-play.
template <Game G>
class LeafSolver;

template <>
class LeafSolver<Othello> {
 public:
  LeafSolver(const Othello& game, bool deep) : game_(game), deep_(deep), solver_(1) {}

  bool drawn(const Othello::Position&) const { return false; }

  std::optional<ExactValue> leaf(const Othello::Position& p) {
    if (const Move m = wiping_out(p); m != kNoMove) return known(game_.squares(), m);
    if (game_.empties(p) > 7) return {};
    std::uint64_t nodes = 0;
    const std::optional<int> lead = solver_.score(game_, p, -1, 1, Budget(stop_), nodes);
    return lead ? std::optional(known(*lead, kNoMove)) : std::nullopt;
  }
  // In self-play, as far as an answer costs no more than the searches it spares; in play it may take 2 M nodes.
  std::optional<ExactValue> root(const Othello::Position& p, double seconds) {
    if (const Move m = wiping_out(p); m != kNoMove) return known(game_.squares(), m);
    const bool small = game_.size < 8;
    const bool quick = game_.empties(p) <= (small ? 16 : 14);
    if (!quick && !(deep_ && game_.empties(p) <= (small ? 20 : 17))) return {};
    const Solved solved = solver_.solve(game_, p, quick ? Budget(stop_) : Budget(stop_, seconds, 2'000'000));
    return solved.complete ? std::optional(known(solved.score, solved.line.at(0))) : std::nullopt;
  }

 private:
  // A move that leaves the opponent without a disc. Good players keep few discs, and among themselves are hardly ever
  // punished for it, so the network does not expect it; a greedy one finds it at once.
  Move wiping_out(const Othello::Position& p) const {
    if (std::popcount(p.theirs) > kMostFlips) return kNoMove;
    Moves<Othello> moves;
    game_.legal(p, moves);
    for (const Move m : moves)
      if (game_.play(p, m).mine == 0) return m;
    return kNoMove;
  }

  static constexpr int kMostFlips = 19;  // of one move: 2 or 3 in each of the eight directions from the middle of 8x8
  static ExactValue known(int lead, Move m) { return {(lead > 0) - (lead < 0), m}; }

  Othello game_;
  bool deep_;
  Stop stop_;
  OthelloEndgame solver_;
};

template <>
class LeafSolver<Gomoku> {
 public:
  LeafSolver(const Gomoku& game, bool deep) : game_(game), deep_(deep), solver_(game, 1) {}

  // Neither side can ever have five in a row, whatever is played.
  bool drawn(const Gomoku::Position& p) const {
    if (2 * p.placed < game_.cells()) return false;  // there is room yet
    return !gomoku::room_for_five(p.of(Side::First), game_.size) &&
           !gomoku::room_for_five(p.of(Side::Second), game_.size);
  }

  std::optional<ExactValue> leaf(const Gomoku::Position& p) {
    if (drawn(p)) return ExactValue{};
    return solve(p, Threats::Fours, 30) ? std::optional(ExactValue{1}) : std::nullopt;
  }
  std::optional<ExactValue> root(const Gomoku::Position& p, double seconds) {
    if (drawn(p)) return ExactValue{0, any_move(p)};
    std::optional<Move> move = solve(p, Threats::Fours, 2'000);
    if (!move && deep_) move = solve(p, Threats::FoursAndThrees, 20'000, seconds);
    return move ? std::optional(ExactValue{1, *move}) : std::nullopt;
  }

 private:
  std::optional<Move> solve(const Gomoku::Position& p, Threats threats, std::uint64_t nodes, double seconds = 0) {
    const ForcedWin win = solver_.solve(p, threats, Budget(stop_, seconds, nodes));
    return win.found && !win.line.empty() ? std::optional(win.line[0]) : std::nullopt;
  }

  Move any_move(const Gomoku::Position& p) const {
    Moves<Gomoku> moves;
    game_.legal(p, moves);
    return moves[0];
  }

  Gomoku game_;
  bool deep_;
  Stop stop_;
  ThreatSolver solver_;
};

template <>
class LeafSolver<Minishogi> {
 public:
  LeafSolver(const Minishogi& game, bool) : game_(game) {}

  bool drawn(const Minishogi::Position&) const { return false; }

  std::optional<ExactValue> leaf(const Minishogi::Position& p) {
    return mate_in_3(game_, p) != kNoMove ? std::optional(ExactValue{1}) : std::nullopt;
  }
  std::optional<ExactValue> root(const Minishogi::Position& p, double) {
    const Move m = mate_within(game_, p, 5);
    return m != kNoMove ? std::optional(ExactValue{1, m}) : std::nullopt;
  }

 private:
  Minishogi game_;
};

}  // namespace kishi
