// A mate in minishogi.
#pragma once

#include "solve/minishogi_mate.hpp"
#include "solve/position_solver.hpp"

namespace kishi {

template <>
struct PositionSolver<Minishogi> {
  static Solution solve(const Minishogi& game, const Minishogi::Position& p, const Budget& budget,
                        const SolverOptions& options) {
    const Mate mate = MateSolver(game, options.table(budget, 128)).solve(p, budget);
    return {mate.found, mate.found || mate.disproved, mate.plies, mate.line, mate.nodes};
  }
};

}  // namespace kishi
