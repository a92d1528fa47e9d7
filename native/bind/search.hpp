// The real search of each game, with any of its evaluations. Each is compiled in a file of its own, side by
// side with the others and with room for the compiler to inline.
#pragma once

#include "bind/evaluators.hpp"
#include "bind/thinkers.hpp"
#include "search/deepening.hpp"

namespace kishi::bind {

struct WantedSearch {
  std::string_view evaluation;
  std::vector<float> weights;
  SearchOptions options;
  std::uint64_t seed;
};

PyThinker searching(const Othello&, const WantedSearch&);    // search_othello.cpp
PyThinker searching(const Gomoku&, const WantedSearch&);     // search_gomoku.cpp
PyThinker searching(const Minishogi&, const WantedSearch&);  // search_minishogi.cpp

// Only for those files, which also include the game's oracle.
template <Game G>
PyThinker make_searching(const G& game, const WantedSearch& wanted) {
  return with_evaluator(game, wanted.evaluation, wanted.weights, [&]<class E>(const E& eval) {
    return owned(game, std::make_unique<SearchThinker<G, E>>(game, eval, wanted.options), wanted.seed);
  });
}

}  // namespace kishi::bind
