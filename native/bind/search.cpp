#include "bind/evaluators.hpp"
#include "bind/thinkers.hpp"
#include "search/deepening.hpp"
#include "search/gomoku_oracle.hpp"
#include "search/minishogi_oracle.hpp"
#include "search/othello_oracle.hpp"

namespace kishi::bind {
namespace {

PyThinker search_thinker(const PyGame& g, std::string_view evaluation, const Numbers& weights, double seconds,
                         std::uint64_t nodes, int depth, int megabytes, int threads, int lines, bool exact,
                         bool prune, int noise, std::uint64_t seed) {
  SearchOptions options{seconds, nodes, depth, megabytes, threads, lines, exact, {prune, noise, 0}};
  return with(g, [&]<Game G>(const G& game) {
    return with_evaluator(game, evaluation, floats(weights), [&]<class E>(const E& eval) {
      return owned(game, std::make_unique<SearchThinker<G, E>>(game, eval, options), seed);
    });
  });
}

}  // namespace

void bind_search(nb::module_& m) {
  m.def("search_thinker", &search_thinker, "game"_a, "evaluation"_a, "weights"_a, nb::kw_only(), "seconds"_a,
        "nodes"_a, "depth"_a, "megabytes"_a, "threads"_a, "lines"_a, "exact"_a, "prune"_a, "noise"_a, "seed"_a,
        "The real search; no weights: the evaluation's own.");
}

}  // namespace kishi::bind
