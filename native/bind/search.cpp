#include "bind/search.hpp"

namespace kishi::bind {
namespace {

PyEngine search_engine(const PyGame& g, std::string_view evaluation, const Numbers& weights, double seconds,
                       std::uint64_t nodes, int depth, int megabytes, int threads, int lines, bool exact, bool prune,
                       int noise, std::uint64_t seed) {
  const SearchOptions options{seconds, nodes, depth, megabytes, threads, lines, exact, {prune, noise, 0}};
  const WantedSearch wanted{evaluation, floats(weights), options, seed};
  return with(g, [&](const auto& game) { return searching(game, wanted); });
}

}  // namespace

void bind_search(nb::module_& m) {
  m.def("search_engine", &search_engine, "game"_a, "evaluation"_a, "weights"_a, nb::kw_only(), "seconds"_a, "nodes"_a,
        "depth"_a, "megabytes"_a, "threads"_a, "lines"_a, "exact"_a, "prune"_a, "noise"_a, "seed"_a,
        "The real search; no weights: the evaluation's own.");
  m.def(
      "evaluations", [](const PyGame& g) { return with(g, []<Game G>(const G&) { return evaluation_names<G>(); }); },
      "game"_a, "The names of the game's evaluations, the strongest first; each game has zero.");
}

}  // namespace kishi::bind
