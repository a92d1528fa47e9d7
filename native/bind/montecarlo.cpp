#include "mcts/montecarlo.hpp"

#include "bind/engines.hpp"
#include "mcts/uct.hpp"

namespace kishi::bind {
namespace {

void demand(bool right, const char* what) {
  if (!right) throw std::invalid_argument(what);
}

PyEngine montecarlo_engine(const PyGame& g, int first, std::uint64_t rollouts, double epsilon, std::uint64_t seed) {
  const MonteCarloOptions options{first, rollouts, epsilon};
  return with(g, [&]<Game G>(const G& game) { return owned(game, std::make_unique<MonteCarlo<G>>(options), seed); });
}

PyEngine uct_engine(const PyGame& g, std::uint64_t rollouts, double c, int megabytes, std::uint64_t seed) {
  demand(rollouts >= 1, "uct: rollouts is at least 1");
  demand(c >= 0 && c <= 1000, "uct: c is from 0 to 1000");
  demand(megabytes >= 1 && megabytes <= 65536, "uct: megabytes is from 1 to 65536");
  return with(g, [&]<Game G>(const G& game) {
    return owned(game, std::make_unique<Uct<G>>(UctOptions{rollouts, c, megabytes}), seed);
  });
}

}  // namespace

void bind_montecarlo(nb::module_& m) {
  m.def("montecarlo_engine", &montecarlo_engine, "game"_a, nb::kw_only(), "first"_a, "rollouts"_a, "epsilon"_a,
        "seed"_a, "Flat Monte-Carlo, epsilon-greedy.");
  m.def("uct_engine", &uct_engine, "game"_a, nb::kw_only(), "rollouts"_a, "c"_a, "megabytes"_a, "seed"_a,
        "Monte-Carlo tree search with UCB1 and random rollouts.");
}

}  // namespace kishi::bind
