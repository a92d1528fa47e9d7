// The real search of each game, with any of its evaluations. Each is compiled in a file of its own, side by
// side with the others and with room for the compiler to inline.
#pragma once

#include "bind/engines.hpp"
#include "bind/evaluators.hpp"
#include "search/deepening.hpp"

namespace kishi::bind {

struct WantedSearch {
  std::string_view evaluation;
  std::vector<float> weights;
  SearchOptions options;
  std::uint64_t seed;
};

PyEngine searching(const Othello&, const WantedSearch&);    // search_othello.cpp
PyEngine searching(const Gomoku&, const WantedSearch&);     // search_gomoku.cpp
PyEngine searching(const Minishogi&, const WantedSearch&);  // search_minishogi.cpp

// Only for those files, which also include the game's solver.
template <Game G>
PyEngine make_searching(const G& game, const WantedSearch& wanted) {
  return with_evaluator(game, wanted.evaluation, wanted.weights, [&]<class E>(const E& eval) {
    return owned(game, std::make_unique<SearchEngine<G, E>>(game, eval, wanted.options), wanted.seed);
  });
}

}  // namespace kishi::bind
