#include "bind/any.hpp"
#include "core/laws.hpp"
#include "play/random_games.hpp"

namespace kishi::bind {

void bind_batch(nb::module_& m) {
  nb::class_<Tally>(m, "Tally", "How a number of games ended.")
      .def_ro("first_wins", &Tally::first_wins)
      .def_ro("draws", &Tally::draws)
      .def_ro("second_wins", &Tally::second_wins)
      .def_ro("plies", &Tally::plies, "Moves played in all the games together.")
      .def("__repr__", [](const Tally& t) {
        return "Tally(first_wins=" + std::to_string(t.first_wins) + ", draws=" + std::to_string(t.draws) +
               ", second_wins=" + std::to_string(t.second_wins) + ", plies=" + std::to_string(t.plies) + ")";
      });
  m.def(
      "random_games",
      [](const PyPosition& start, std::uint64_t games, std::uint64_t seed, int threads) {
        if (threads < 1 || threads > 1024) throw std::invalid_argument("threads: 1 to 1024");
        return with(start,
                    [&](const auto& game, const auto& p) { return random_games(game, p, games, seed, threads); });
      },
      "start"_a, "games"_a, "seed"_a, "threads"_a, Slow());
  m.def(
      "broken_law",
      [](const PyGame& g, std::uint64_t games, std::uint64_t seed) -> std::string {
        return with(g, [&]<Game G>(const G& game) -> std::string {
          for (std::uint64_t i = 0; i < games; ++i)
            if (const std::string law = Laws<G>(game).broken_in_random_game(mix(seed) + i); !law.empty()) return law;
          return "";
        });
      },
      "game"_a, "games"_a, "seed"_a, Slow(),
      "Plays random games and checks the laws of core/laws.hpp at each position: the first broken one, or ''.");
}

}  // namespace kishi::bind
