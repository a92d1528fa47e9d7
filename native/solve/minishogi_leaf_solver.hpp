// Is a leaf of a minishogi search a mate in three?
#pragma once

#include "solve/leaf_solver.hpp"
#include "solve/minishogi_mate.hpp"

namespace kishi {

template <>
class LeafSolver<Minishogi> {
 public:
  LeafSolver(const Minishogi& game, bool) : game_(game) {}

  bool drawn(const Minishogi::Position&) const { return false; }

  std::optional<ExactValue> leaf(const Minishogi::Position& p) {
    return mate_in_3(game_, p) != kNoMove ? std::optional(ExactValue{1}) : std::nullopt;
  }
  std::optional<ExactValue> root(const Minishogi::Position& p, double) {
    const Move m = mate_within(game_, p, 5);
    return m != kNoMove ? std::optional(ExactValue{1, m}) : std::nullopt;
  }

 private:
  Minishogi game_;
};

}  // namespace kishi
