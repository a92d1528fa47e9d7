// The rest of an Othello game, played out exactly.
#pragma once

#include "solve/othello_endgame.hpp"
#include "solve/position_solver.hpp"

namespace kishi {

template <>
struct PositionSolver<Othello> {
  static Solution solve(const Othello& game, const Othello::Position& p, const Budget& budget, bool outcome_only) {
    constexpr int few = 16;  // so many empty squares are solved before a large table is cleared
    OthelloEndgame solver(game.empties(p) <= few ? 2 : solver_table(budget, 64));
    const Solved s = solver.solve(game, p, budget, outcome_only);
    return {s.complete, s.complete, s.score, s.line, s.nodes};
  }
};

}  // namespace kishi
