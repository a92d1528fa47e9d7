#include "bind/engines.hpp"
#include "play/match.hpp"

namespace kishi::bind {
namespace {

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
  m.def("play_once", &play_once, "candidates"_a, "enemy"_a, "opening"_a, Slow(),
        "Each candidate moves first in one game against the enemy: how the games end.");
}

}  // namespace kishi::bind
