// The evaluation that every game has: a running game is worth nothing to anybody, so that only its end counts.
#pragma once

#include "eval/evaluator.hpp"

namespace kishi {

template <Game G>
class ZeroEvaluation {
 public:
  using Position = typename G::Position;

  void reset(const G&, const Position&) {}
  void push(const Position&, Move, const Position&) {}
  void pop() {}
  double scale() const { return 100; }  // there is no lead, but a search's noise is measured by it
  Score points(const SearchInfo<G>&, const Position&) const { return 0; }
};

}  // namespace kishi
