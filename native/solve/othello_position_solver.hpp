// The rest of an Othello game, played out exactly.
#pragma once

#include "solve/othello_endgame.hpp"
#include "solve/position_solver.hpp"

namespace kishi {

template <>
struct PositionSolver<Othello> {
  static Solution solve(const Othello& game, const Othello::Position& p, const Budget& budget,
                        const SolverOptions& options) {
    constexpr int kOrdered = 17;  // with fewer it takes longer to read the weights
    constexpr int few = 16;       // so many empty squares are solved before a large table is cleared
    const std::size_t suits = game.empties(p) <= few ? 2 : 64;
    OthelloEndgame solver(options.table(budget, suits), othello::Count::Official, options.threads);
    if (game.empties(p) >= kOrdered && game.size == 8 && options.weights.size() == disc_patterns::numbers_in_all())
      solver.order_by(disc_patterns::tables_of(game, options.weights));
    const Solved s = solver.solve(game, p, budget, options.outcome_only);
    return {s.complete, s.complete, s.score, s.line, s.nodes};
  }
};

}  // namespace kishi
