// The evaluations of each game, by name.
//
// A game that has any specialises `Evaluations` in the file named after it (eval/othello_evaluations.hpp, ...), which
// eval/list.hpp includes: a list, the strongest first, of names and how each is made of the game and of weights, where
// no weights mean its own. Every game has `zero` besides.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "eval/zero.hpp"

namespace kishi {

template <class Make>
struct NamedEvaluation {
  std::string_view name;
  Make make;
};
template <class Make>
NamedEvaluation(std::string_view, Make) -> NamedEvaluation<Make>;

template <Game G>
struct Evaluations {
  static constexpr auto list() { return std::tuple{}; }
};

template <Game G>
constexpr auto evaluations_of() {
  const NamedEvaluation zero{"zero", [](const G&, std::span<const float>) { return ZeroEvaluation<G>{}; }};
  return std::tuple_cat(Evaluations<G>::list(), std::tuple{zero});
}

template <Game G>
std::vector<std::string> evaluation_names() {
  return std::apply([](const auto&... named) { return std::vector{std::string(named.name)...}; }, evaluations_of<G>());
}

template <Game G>
[[noreturn]] void no_evaluation(std::string_view name) {
  std::string there_are;
  for (const std::string& known : evaluation_names<G>()) there_are += (there_are.empty() ? "" : ", ") + known;
  throw std::invalid_argument("no evaluation " + quoted(name) + ": there are " + there_are);
}

// Calls f(evaluation) with the one of this name.
template <std::size_t I = 0, Game G, class F>
auto with_evaluation(const G& game, std::string_view name, std::span<const float> weights, F&& f) {
  constexpr auto list = evaluations_of<G>();
  if (std::get<I>(list).name == name) return f(std::get<I>(list).make(game, weights));
  if constexpr (I + 1 < std::tuple_size_v<decltype(list)>)
    return with_evaluation<I + 1>(game, name, weights, std::forward<F>(f));
  else
    no_evaluation<G>(name);
}

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

}  // namespace kishi
