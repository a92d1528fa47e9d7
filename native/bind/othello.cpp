// What Othello alone has: value maps, patterns, and the Monte-Carlo write-up's player.
#include "bind/engines.hpp"
#include "bind/evaluators.hpp"
#include "learn/othello_td.hpp"
#include "mcts/othello_montecarlo.hpp"
#include "play/othello_one_ply.hpp"

namespace kishi::bind {
namespace {

using Learning = nb::ndarray<float, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

PyEngine greedy_engine(const PyGame& g, const Numbers& map, bool placed, std::uint64_t seed) {
  const Othello& game = only<Othello>(g, "greedy");
  const SquareValues values(game, floats(map));
  return owned(game, std::make_unique<MapEngine>(PhaseMaps{values, values}, 1, placed ? 1 : 0), seed);
}

PyEngine table_engine(const PyGame& g, const Numbers& weights, std::uint64_t seed) {
  const Othello& game = only<Othello>(g, "table");
  return owned(game, std::make_unique<MapEngine>(PhaseMaps::from(game, floats(weights)), 2, 1), seed);
}

int table_switch(const PyGame& g, const Numbers& weights) {
  return PhaseMaps::from(only<Othello>(g, "table"), floats(weights)).change;
}

Learned learn_patterns(const PyGame& g, const Learning& numbers, std::uint64_t games, float learning_rate,
                       float last_learning_rate, float epsilon, float lambda, float random_opponents,
                       std::uint64_t seed, const SearchControl& control) {
  PatternLearner learner(only<Othello>(g, "patterns"), {numbers.data(), numbers.size()});
  return learner.learn(games, LearningOptions{learning_rate, last_learning_rate, epsilon, lambda, random_opponents},
                       seed, control);
}

PyEngine patterns_engine(const PyGame& g, const Numbers& numbers, std::uint64_t seed) {
  const Othello& game = only<Othello>(g, "patterns");
  return owned(game, std::make_unique<PatternEngine>(OthelloPatterns(game, floats(numbers))), seed);
}

PyEngine montecarlo_as_written(const PyGame& g, int first, std::uint64_t rollouts, double epsilon, std::uint64_t seed) {
  const MonteCarloOptions options{first, rollouts, epsilon};
  return owned(only<Othello>(g, "montecarlo as written"), std::make_unique<MonteCarloAsWritten>(options), seed);
}

}  // namespace

void bind_othello(nb::module_& m) {
  m.def("classic_map", [] { return kClassicMap; }, "The PSO write-up's value map: its upper left quarter.");
  m.def("standard_weights", [] { return kStandardWeights; }, "The standard weights of 1-ply Othello, likewise.");
  m.def("gene_of_square", [] { return kGeneOfSquare; }, "Which of ten weights stands on each square of a quarter.");
  m.def("greedy_engine", &greedy_engine, "game"_a, "map"_a, "placed"_a, "seed"_a,
        "Value map over the discs a move wins, and its own square if asked.");
  m.def("table_engine", &table_engine, "game"_a, "weights"_a, "seed"_a,
        "Own minus opponent's map sum after the move: one map, two and a move number, or 21 genes.");
  m.def("table_switch", &table_switch, "game"_a, "weights"_a,
        "The move at which the second of two tables takes over; 60: never.");
  nb::class_<Learned>(m, "Learned", "What a chunk of self-play brought.")
      .def_ro("games", &Learned::games)
      .def_ro("first_wins", &Learned::first_wins)
      .def_ro("draws", &Learned::draws)
      .def_ro("error", &Learned::error, "Mean square of target minus value.");
  m.attr("PATTERN_NUMBERS") = patterns::kNumbers;
  m.def("learn_patterns", &learn_patterns, "game"_a, "numbers"_a, "games"_a, nb::kw_only(), "learning_rate"_a,
        "last_learning_rate"_a, "epsilon"_a, "lambda_"_a, "random_opponents"_a, "seed"_a, "control"_a, Slow(),
        "Self-play by temporal differences that changes the weights in place: PATTERN_NUMBERS for each phase.");
  m.def("patterns_engine", &patterns_engine, "game"_a, "numbers"_a, "seed"_a, "One move ahead with learned patterns.");
  m.def("montecarlo_as_written", &montecarlo_as_written, "game"_a, nb::kw_only(), "first"_a, "rollouts"_a, "epsilon"_a,
        "seed"_a, "The Monte-Carlo write-up's player, mistakes included.");
}

}  // namespace kishi::bind
