// The exact answer to one position, for whoever wants that and no more. Each game may have one specialisation, in the
// file named after it (solve/othello_position_solver.hpp, ...); the others say that they have none.
#pragma once

#include "core/budget.hpp"
#include "core/game.hpp"

namespace kishi {

// What a solver found out. `number` is the disc difference for the mover (Othello) or the plies to the
// win; `complete` says that the answer does not depend on the budget.
struct Solution {
  bool found = false, complete = false;
  int number = 0;
  std::vector<Move> line;
  std::uint64_t nodes = 0;
};

template <Game G>
struct PositionSolver {
  // `outcome_only`: who wins is enough, where more takes longer.
  static Solution solve(const G& game, const typename G::Position&, const Budget&, bool /*outcome_only*/) {
    throw std::invalid_argument("there is no solver for " + game.name());
  }
};

// Megabytes. A small question needs no large table, and clearing one costs more than the answer.
inline std::size_t solver_table(const Budget& budget, std::size_t most) {
  return budget.nodes() < 1'000'000 ? 2 : most;
}

}  // namespace kishi
