#include "bind/engines.hpp"
#include "bind/evaluators.hpp"
#include "learn/td.hpp"
#include "play/match.hpp"

namespace kishi::bind {
namespace {

using Learning = nb::ndarray<float, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

const Othello& othello_only(const PyGame& g) {
  if (const Othello* game = std::get_if<Othello>(&g.any)) return *game;
  throw std::invalid_argument("patterns are for othello");
}

Learned learn_patterns(const PyGame& g, const Learning& numbers, std::uint64_t games, float learning_rate,
                       float last_learning_rate, float epsilon, float lambda, float random_opponents,
                       std::uint64_t seed, const SearchControl& control) {
  PatternLearner learner(othello_only(g), {numbers.data(), numbers.size()});
  return learner.learn(games, LearningOptions{learning_rate, last_learning_rate, epsilon, lambda, random_opponents},
                       seed, control);
}

// Of the PSO write-up's duels: longer than any game of Othello lasts.
constexpr int most_plies = 1000;

std::vector<PyPosition> play_once(const std::vector<const PyEngine*>& candidates, const PyEngine& enemy,
                                  const PyLine& opening) {
  return std::visit(
      [&]<Game G>(const Owned<G>& theirs) {
        const Line<G> line(theirs.game, positions_of(theirs.game, opening));
        const auto second = theirs.engine->fresh();
        std::vector<PyPosition> ends;
        SearchControl never_stopped;
        for (const PyEngine* candidate : candidates) {
          const auto* own = std::get_if<Owned<G>>(&candidate->any);
          if (!own || own->game != theirs.game) throw std::invalid_argument("the players play different games");
          Line<G> played = line;
          play_out(*own->engine->fresh(), *second, played, 0, most_plies, never_stopped);
          ends.push_back(held(own->game, played.top()));
        }
        return ends;
      },
      enemy.any);
}

}  // namespace

void bind_training(nb::module_& m) {
  nb::class_<Learned>(m, "Learned", "What a chunk of self-play brought.")
      .def_ro("games", &Learned::games)
      .def_ro("first_wins", &Learned::first_wins)
      .def_ro("draws", &Learned::draws)
      .def_ro("error", &Learned::error, "Mean square of target minus value.");
  m.attr("PATTERN_NUMBERS") = patterns::kNumbers;
  m.def("learn_patterns", &learn_patterns, "game"_a, "numbers"_a, "games"_a, nb::kw_only(), "learning_rate"_a,
        "last_learning_rate"_a, "epsilon"_a, "lambda_"_a, "random_opponents"_a, "seed"_a, "control"_a, Slow(),
        "Self-play by temporal differences that changes the weights in place: PATTERN_NUMBERS for each phase.");
  m.def(
      "patterns_engine",
      [](const PyGame& g, const Numbers& numbers, std::uint64_t seed) {
        const Othello& game = othello_only(g);
        return owned(game, std::make_unique<PatternEngine>(OthelloPatterns(game, floats(numbers))), seed);
      },
      "game"_a, "numbers"_a, "seed"_a, "One move ahead with learned patterns.");
  m.def("play_once", &play_once, "candidates"_a, "enemy"_a, "opening"_a, Slow(),
        "Each candidate moves first in one game against the enemy: how the games end.");
}

}  // namespace kishi::bind
