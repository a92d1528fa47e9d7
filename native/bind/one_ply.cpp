#include "play/one_ply.hpp"

#include "bind/engines.hpp"
#include "bind/evaluators.hpp"

namespace kishi::bind {
namespace {

template <Game G>
const G& only(const PyGame& g, const char* player) {
  if (const G* game = std::get_if<G>(&g.any)) return *game;
  throw std::invalid_argument(std::string(player) + " plays " + std::string(G::family));
}

}  // namespace

void bind_one_ply(nb::module_& m) {
  m.def(
      "greedy_engine",
      [](const PyGame& g, const Numbers& map, bool placed, std::uint64_t seed) {
        const Othello& game = only<Othello>(g, "greedy");
        const SquareValues values(game, floats(map));
        return owned(game, std::make_unique<MapEngine>(PhaseMaps{values, values}, 1, placed ? 1 : 0), seed);
      },
      "game"_a, "map"_a, "placed"_a, "seed"_a, "Value map over the discs a move wins, and its own square if asked.");
  m.def(
      "table_engine",
      [](const PyGame& g, const Numbers& weights, std::uint64_t seed) {
        const Othello& game = only<Othello>(g, "table");
        return owned(game, std::make_unique<MapEngine>(PhaseMaps::from(game, floats(weights)), 2, 1), seed);
      },
      "game"_a, "weights"_a, "seed"_a,
      "Own minus opponent's map sum after the move: one map, two and a move number, or 21 genes.");
  m.def(
      "lines_engine",
      [](const PyGame& g, const Numbers& scores, bool faithful, std::uint64_t seed) {
        const AttackGuard guard(exactly<AttackGuard::weights>(floats(scores), "lines"), faithful);
        return owned(only<Gomoku>(g, "lines"), std::make_unique<LinesEngine>(guard), seed);
      },
      "game"_a, "scores"_a, "faithful"_a, "seed"_a, "Attack and guard line scores.");
  m.def(
      "valuenet_engine",
      [](const PyGame& g, const Numbers& numbers, std::uint64_t seed) {
        using Network = DenseNetwork<MinishogiAttackMaps>;
        const Network network(floats(numbers));
        return owned(only<Minishogi>(g, "valuenet"), std::make_unique<NetworkEngine<Minishogi, Network>>(network),
                     seed);
      },
      "game"_a, "numbers"_a, "seed"_a, "One move ahead with the value network.");
}

}  // namespace kishi::bind
