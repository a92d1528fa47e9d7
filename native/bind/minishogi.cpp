// What minishogi alone has: the value network of its write-up with the mates it learns first, and values of pieces.
#include "bind/engines.hpp"
#include "bind/evaluators.hpp"
#include "learn/minishogi_mate_positions.hpp"
#include "play/one_ply.hpp"
#include "solve/minishogi_mate.hpp"

namespace kishi::bind {
namespace {

using Network = DenseNetwork<MinishogiAttackMaps>;
using Features = nb::ndarray<float, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Logits = nb::ndarray<float, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::vector<Minishogi::Position> minishogi_positions(const PyLine& line, std::size_t rows) {
  const auto* last = line.empty() ? nullptr : std::get_if<Held<Minishogi>>(&line.back().any);
  if (!last) throw std::invalid_argument("the value network is for minishogi");
  if (line.size() != rows) throw std::invalid_argument("one row is needed for each position");
  return positions_of(last->game, line);
}

void attack_maps(const PyLine& line, const Features& out) {
  constexpr std::size_t width = MinishogiAttackMaps::kCount;
  if (out.shape(1) != width) throw std::invalid_argument("the array must be (positions, 361)");
  float* row = out.data();
  for (const Minishogi::Position& p : minishogi_positions(line, out.shape(0))) {
    MinishogiAttackMaps::fill(p, std::span<float, width>(row, width));
    row += width;
  }
}

void valuenet_logits(const Numbers& numbers, const PyLine& line, const Logits& out) {
  const Network network(floats(numbers));
  float* next = out.data();
  for (const Minishogi::Position& p : minishogi_positions(line, out.shape(0))) *next++ = network.logit(p);
}

PyEngine valuenet_engine(const PyGame& g, const Numbers& numbers, std::uint64_t seed) {
  const Network network(floats(numbers));
  return owned(only<Minishogi>(g, "valuenet"), std::make_unique<NetworkEngine<Minishogi, Network>>(network), seed);
}

std::vector<std::pair<PyPosition, PyPosition>> mate_pairs_of(const PyGame& g, std::uint64_t first, std::uint64_t games,
                                                             std::uint64_t seed) {
  const Minishogi& game = only<Minishogi>(g, "mate_pairs");
  std::vector<std::pair<PyPosition, PyPosition>> pairs;
  for (const auto& [before, mated] : mate_pairs(game, first, games, seed))
    pairs.emplace_back(held(game, before), held(game, mated));
  return pairs;
}

bool is_mate_within(const PyPosition& position, int plies) {
  const auto* held = std::get_if<Held<Minishogi>>(&position.any);
  if (!held || plies < 1 || plies % 2 == 0)
    throw std::invalid_argument("mate_within is for minishogi and an odd number of plies");
  return mate_within(held->game, held->position, plies) != kNoMove;
}

}  // namespace

void bind_minishogi(nb::module_& m) {
  m.def("hand_set_pieces", &MinishogiMaterial::hand_set,
        "The values of minishogi's evaluation handset: nine kinds on the board, five in hand.");
  m.attr("VALUENET_INPUTS") = MinishogiAttackMaps::kCount;
  m.attr("VALUENET_NUMBERS") = Network::numbers();
  m.def("attack_maps", &attack_maps, "positions"_a, "out"_a, Slow(),
        "Fills a row of 361 numbers for each position: the minishogi write-up's attack maps.");
  m.def("valuenet_logits", &valuenet_logits, "numbers"_a, "positions"_a, "out"_a, Slow(),
        "What the value network says of each position: the logit of the mover's winning.");
  m.def("valuenet_engine", &valuenet_engine, "game"_a, "numbers"_a, "seed"_a, Slow(),
        "One move ahead with the value network.");
  m.def("mate_within", &is_mate_within, "position"_a, "plies"_a, Slow(),
        "Is there a mate in so many plies? By trying every check: slow and sure.");
  m.def("mate_pairs", &mate_pairs_of, "game"_a, "first"_a, "games"_a, "seed"_a, Slow(),
        "Positions one move before a mate, each with a mate that follows: at most one pair from each of so many "
        "random games, counted from `first`.");
}

}  // namespace kishi::bind
