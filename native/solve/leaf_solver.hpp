// What a game can say for sure of a leaf, so that the network need not guess. Each game may have one
// specialisation, in the file named after it (solve/othello_leaf_solver.hpp, ...); this one knows nothing.
// `drawn`: however it goes on, it is a draw, so that self-play may stop there.
// A leaf may cost a few network evaluations' worth at most; at the root a question may cost as much as a search, but
// no more than the seconds given (0: any).
#pragma once

#include <optional>

#include "core/game.hpp"

namespace kishi {

struct ExactValue {
  int outcome = 0;  // for the mover: -1, 0 or 1
  Move move = kNoMove;
};

// `deep`: a root may take as long as some hundred evaluations, for play, not for self-play.
template <Game G>
class LeafSolver {
 public:
  LeafSolver(const G&, bool /*deep*/) {}
  bool drawn(const typename G::Position&) const { return false; }
  std::optional<ExactValue> leaf(const typename G::Position&) { return {}; }
  std::optional<ExactValue> root(const typename G::Position&, double) { return {}; }
};

}  // namespace kishi
