// Othello's evaluations.
#pragma once

#include "eval/evaluations.hpp"
#include "eval/othello_disc_map.hpp"
#include "eval/othello_disc_patterns.hpp"
#include "eval/othello_mobility.hpp"
#include "eval/othello_patterns.hpp"

namespace kishi {

template <>
struct Evaluations<Othello> {
  using Weights = std::span<const float>;

  static constexpr auto list() {
    return std::tuple{
        NamedEvaluation{"patterns", [](const Othello& game, Weights w) { return DiscPatterns(game, w); }},
        NamedEvaluation{"td", [](const Othello& game, Weights w) { return OthelloPatterns(game, w); }},
        NamedEvaluation{"mobility", [](const Othello& game, Weights) { return OthelloMobility(game); }},
        NamedEvaluation{"map", [](const Othello& game, Weights w) { return DiscMap(game, w); }},
        NamedEvaluation{"table", [](const Othello& game, Weights w) { return TwoTables(game, w); }},
    };
  }
};

}  // namespace kishi
