// The rest of an Othello game, played out exactly.
#pragma once

#include "solve/othello_endgame.hpp"
#include "solve/position_solver.hpp"

namespace kishi {

template <>
struct PositionSolver<Othello> {
  static Solution solve(const Othello& game, const Othello::Position& p, const Budget& budget,
                        const SolverOptions& options) {
    constexpr int few = 16;  // so many empty squares are solved before a large table is cleared
    const std::size_t suits = game.empties(p) <= few ? 2 : 64;
    OthelloEndgame solver(options.table(budget, suits), othello::Count::Official, options.threads);
    const Solved s = solver.solve(game, p, budget, options.outcome_only);
    return {s.complete, s.complete, s.score, s.line, s.nodes};
  }
};

}  // namespace kishi
