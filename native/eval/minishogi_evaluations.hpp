// Minishogi's evaluations.
#pragma once

#include "eval/dense_network.hpp"
#include "eval/evaluations.hpp"
#include "eval/minishogi_attack_maps.hpp"
#include "eval/minishogi_inputs.hpp"
#include "eval/minishogi_material.hpp"

namespace kishi {

template <>
struct Evaluations<Minishogi> {
  using Weights = std::span<const float>;

  static constexpr auto list() {
    return std::tuple{
        NamedEvaluation{"network", [](const Minishogi&, Weights w) { return SparseNetwork<MinishogiInputs>(w); }},
        NamedEvaluation{"kings", [](const Minishogi&, Weights w) { return kings(w); }},
        NamedEvaluation{"material", [](const Minishogi&, Weights w) { return material(w); }},
        NamedEvaluation{"handset", [](const Minishogi&, Weights w) { return handset(w); }},
        NamedEvaluation{"valuenet", [](const Minishogi&, Weights w) { return DenseNetwork<MinishogiAttackMaps>(w); }},
    };
  }

 private:
  static MinishogiMaterialAndKings kings(Weights w) {
    if (w.empty()) return MinishogiMaterialAndKings{};
    return MinishogiMaterialAndKings(exactly<MinishogiMaterialAndKings::kWeights>(w, "kings"));
  }
  static MinishogiMaterial material(Weights w) {
    return w.empty() ? MinishogiMaterial{} : MinishogiMaterial(exactly<MinishogiMaterial::kWeights>(w, "material"));
  }
  static MinishogiMaterial handset(Weights w) {
    if (!w.empty()) throw std::invalid_argument("handset takes no weights");
    return MinishogiMaterial(MinishogiMaterial::hand_set());
  }
};

}  // namespace kishi
