#include "bind/search.hpp"

#include <nanobind/stl/map.h>

#include "search/list.hpp"

namespace kishi::bind {
namespace {

PyEngine search_engine(const PyGame& g, std::string_view evaluation, const Numbers& weights, double seconds,
                       std::uint64_t nodes, int depth, int megabytes, int threads, int lines, bool exact, bool prune,
                       int noise, std::uint64_t seed, const std::map<std::string, int>& tune) {
  const SearchOptions options{seconds, nodes, depth, megabytes, threads, lines, exact, {prune, noise, 0}, {}};
  WantedSearch wanted{evaluation, floats(weights), options, seed};
  return with(g, [&]<Game G>(const G& game) {
    wanted.options.parameters = kSearchParameters<G>;
    for (const auto& [name, value] : tune) set_parameter(wanted.options.parameters, name, value);
    return searching(game, wanted);
  });
}

using ParameterRow = std::tuple<std::string, int, int, int, int>;

template <Game G>
std::vector<ParameterRow> parameters_of(const G&) {
  std::vector<ParameterRow> rows;
  for (const ParameterRange& r : kParameterRanges)
    rows.emplace_back(r.name, kSearchParameters<G>.*r.value, r.low, r.high, r.step);
  return rows;
}

}  // namespace

void bind_search(nb::module_& m) {
  m.def("search_engine", &search_engine, "game"_a, "evaluation"_a, "weights"_a, nb::kw_only(), "seconds"_a, "nodes"_a,
        "depth"_a, "megabytes"_a, "threads"_a, "lines"_a, "exact"_a, "prune"_a, "noise"_a, "seed"_a,
        "tune"_a = nb::dict(), Slow(),
        "The real search; no weights: the evaluation's own. `tune`: search parameters with other values than the "
        "game's.");
  m.def(
      "search_parameters",
      [](const PyGame& g) { return with(g, [](const auto& game) { return parameters_of(game); }); }, "game"_a,
      "The numbers that steer the game's search: name, value, the least and the most a tuner may try, "
      "and the step by which it tries.");
  m.def(
      "evaluations", [](const PyGame& g) { return with(g, []<Game G>(const G&) { return evaluation_names<G>(); }); },
      "game"_a, "The names of the game's evaluations, the strongest first; each game has zero.");
}

}  // namespace kishi::bind
