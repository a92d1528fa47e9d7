// Gomoku's evaluations.
#pragma once

#include "eval/evaluations.hpp"
#include "eval/gomoku_attack_guard.hpp"
#include "eval/gomoku_lines.hpp"

namespace kishi {

template <>
struct Evaluations<Gomoku> {
  using Weights = std::span<const float>;

  static constexpr auto list() {
    return std::tuple{
        NamedEvaluation{"shapes", [](const Gomoku&, Weights) { return LineShapes{}; }},
        NamedEvaluation{"lines",
                        [](const Gomoku&, Weights w) {
                          return w.empty() ? AttackGuard{} : AttackGuard(exactly<AttackGuard::weights>(w, "lines"));
                        }},
    };
  }
};

}  // namespace kishi
