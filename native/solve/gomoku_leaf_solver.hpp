// What the threat solver can say of a leaf of a Gomoku search.
#pragma once

#include "solve/gomoku_threats.hpp"
#include "solve/leaf_solver.hpp"

namespace kishi {

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

}  // namespace kishi
