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
    OthelloEndgame solver(options.table(budget, megabytes(game.empties(p))), othello::Count::Official, options.threads);
    if (game.empties(p) >= kOrdered && game.size == 8 && options.weights.size() == disc_patterns::numbers_in_all())
      solver.order_by(disc_patterns::tables_of(game, options.weights));
    std::vector<SelectivePass> passes;
    const Solved s = solver.solve(game, p, budget, options.outcome_only, [&](const SelectivePass& pass) {
      passes.push_back(pass);
      if (options.tell) options.tell(pass);
    });
    return {s.complete, s.complete, s.score, s.line, s.nodes, passes};
  }

 private:
  // As much as so many empty squares fill. More only takes time: the system has to clear it, and the less of it there
  // is the more of it is near.
  static std::size_t megabytes(int empties) {
    if (empties <= 16) return 2;
    return std::size_t(4) << std::clamp(empties - 21, 0, 4);
  }
};

}  // namespace kishi
