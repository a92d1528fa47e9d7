// The evaluations there are, by name. Adding one is its line in the list of its game.
#pragma once

#include "bind/any.hpp"
#include "eval/dense_network.hpp"
#include "eval/disc_map.hpp"
#include "eval/gomoku_attack_guard.hpp"
#include "eval/gomoku_lines.hpp"
#include "eval/minishogi_attack_maps.hpp"
#include "eval/minishogi_inputs.hpp"
#include "eval/minishogi_material.hpp"
#include "eval/othello_mobility.hpp"
#include "eval/othello_patterns.hpp"

namespace kishi::bind {

using Numbers = nb::ndarray<const float, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline std::vector<float> floats(const Numbers& numbers) { return {numbers.data(), numbers.data() + numbers.size()}; }

// The weights as an array of the size an evaluation wants.
template <std::size_t N>
std::array<float, N> exactly(std::span<const float> weights, const char* what) {
  if (weights.size() != N)
    throw std::invalid_argument(std::string(what) + " takes " + std::to_string(N) + " weights; got " +
                                std::to_string(weights.size()));
  std::array<float, N> a;
  std::copy(weights.begin(), weights.end(), a.begin());
  return a;
}

[[noreturn]] inline void no_evaluation(std::string_view name, const char* there_are) {
  throw std::invalid_argument("no evaluation '" + std::string(name) + "': there are " + there_are);
}

// The inputs of the networks of each game that has them.
template <Game G>
struct NetworkInputs {};
template <>
struct NetworkInputs<Minishogi> {
  using type = MinishogiInputs;
};

// Calls f(evaluator) with the evaluation of this name. No weights: the hand-made ones.
template <class F>
auto with_evaluator(const Othello& game, std::string_view name, std::span<const float> w, F&& f) {
  if (name == "patterns") return f(OthelloPatterns(game, w));
  if (name == "mobility") return f(OthelloMobility(game));
  if (name == "map") return f(DiscMap(game, w));
  if (name == "table") return f(TwoTables(game, w));
  no_evaluation(name, "patterns, mobility, map and table");
}

template <class F>
auto with_evaluator(const Gomoku&, std::string_view name, std::span<const float> w, F&& f) {
  if (name == "shapes") return f(LineShapes{});
  if (name == "lines") return w.empty() ? f(AttackGuard{}) : f(AttackGuard(exactly<11>(w, "lines")));
  no_evaluation(name, "shapes and lines");
}

template <class F>
auto with_evaluator(const Minishogi&, std::string_view name, std::span<const float> w, F&& f) {
  if (name == "material") return w.empty() ? f(MinishogiMaterial{}) : f(MinishogiMaterial(exactly<14>(w, "material")));
  if (name == "handset" && w.empty()) return f(MinishogiMaterial(MinishogiMaterial::hand_set()));
  if (name == "kings")
    return w.empty() ? f(MinishogiMaterialAndKings{}) : f(MinishogiMaterialAndKings(exactly<17>(w, "kings")));
  if (name == "network") return f(SparseNetwork<NetworkInputs<Minishogi>::type>(w));
  if (name == "valuenet") return f(DenseNetwork<MinishogiAttackMaps>(w));
  no_evaluation(name, "network, valuenet, kings, material and handset");
}

}  // namespace kishi::bind
