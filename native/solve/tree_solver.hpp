// What a game's solver can say of a position inside a search, so that the search need not guess there. Each game may
// have one specialisation, in the file named after it (solve/othello_tree_solver.hpp); this one knows nothing.
#pragma once

#include "core/budget.hpp"
#include "core/game.hpp"

namespace kishi {

template <Game G>
class TreeSolver {
 public:
  static constexpr bool knows = false;
  static constexpr int most = 0;
};

}  // namespace kishi
