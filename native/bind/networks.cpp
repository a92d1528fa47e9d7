#include "bind/evaluators.hpp"
#include "eval/network_laws.hpp"

namespace kishi::bind {
namespace {

using Inputs = nb::ndarray<std::int32_t, nb::numpy, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Logits = nb::ndarray<float, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// Calls f<Inputs>() with the network inputs of the game.
template <Game G, class F>
void with_inputs(const G& game, F&& f) {
  if constexpr (requires { typename NetworkInputs<G>::type; })
    f.template operator()<typename NetworkInputs<G>::type>();
  else
    throw std::invalid_argument("there are no network inputs for " + game.name());
}

void same_length(std::size_t positions, std::size_t rows) {
  if (positions != rows) throw std::invalid_argument("one row is needed for each position");
}

struct NetworkShape {
  int inputs = 0, most_on = 0, views = 0, wide = SparseWeights::kWide, small = SparseWeights::kSmall;
  std::size_t numbers = 0;
};

NetworkShape network_shape(const PyGame& g) {
  NetworkShape shape;
  with(g, [&](const auto& game) {
    with_inputs(game, [&]<SparseInputs I>() {
      shape.inputs = I::kCount;
      shape.most_on = I::kMostOn;
      shape.views = I::kViews;
      shape.numbers = SparseWeights::numbers(I::kCount);
    });
  });
  return shape;
}

void sparse_inputs(const PyLine& line, const Inputs& out) {
  with(line, [&]<Game G>(const G& game, const std::vector<typename G::Position>& positions) {
    with_inputs(game, [&]<SparseInputs I>() {
      same_length(positions.size(), out.shape(0));
      if (out.shape(1) != 2 || out.shape(2) != std::size_t(I::kMostOn))
        throw std::invalid_argument("the array must be (positions, 2, " + std::to_string(I::kMostOn) + ")");
      std::int32_t* next = out.data();
      for (const auto& p : positions)
        for (Side viewer : {p.turn, other(p.turn)}) {
          InputList on;
          I::on(p, viewer, on);
          next = std::copy(on.begin(), on.end(), next);
          next = std::fill_n(next, I::kMostOn - on.size(), I::kCount);
        }
    });
  });
}

using Moves16 = nb::ndarray<const std::uint16_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Flags = nb::ndarray<bool, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void quiet(const PyLine& line, const Moves16& moves, const Flags& out) {
  with(line, [&]<Game G>(const G& game, const std::vector<typename G::Position>& positions) {
    same_length(positions.size(), moves.shape(0));
    same_length(positions.size(), out.shape(0));
    SearchInfo<G> info(game);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      if (!game.is_legal(positions[i], Move(moves.data()[i]))) throw std::invalid_argument("a move is not legal");
      info.reset(positions[i]);
      out.data()[i] = !info.in_check(positions[i]) && info.ordering(positions[i]).quiet(Move(moves.data()[i]));
    }
  });
}

void network_logits(const Numbers& numbers, const PyLine& line, const Logits& out) {
  with(line, [&]<Game G>(const G& game, const std::vector<typename G::Position>& positions) {
    with_inputs(game, [&]<SparseInputs I>() {
      same_length(positions.size(), out.shape(0));
      const SparseNetwork<I> network(floats(numbers));
      for (std::size_t i = 0; i < positions.size(); ++i) out.data()[i] = float(network.logit_afresh(positions[i]));
    });
  });
}

std::uint64_t network_out_of_step(const PyGame& g, const Numbers& numbers, std::uint64_t moves, std::uint64_t seed) {
  std::uint64_t wrong = 0;
  with(g, [&](const auto& game) {
    with_inputs(game, [&]<SparseInputs I>() {
      wrong = moves_out_of_step(game, SparseNetwork<I>(floats(numbers)), moves, seed);
    });
  });
  return wrong;
}

}  // namespace

void bind_networks(nb::module_& m) {
  nb::class_<NetworkShape>(m, "NetworkShape", "What a game's network takes.")
      .def_ro("inputs", &NetworkShape::inputs)
      .def_ro("most_on", &NetworkShape::most_on, "How many inputs can be on at once.")
      .def_ro("views", &NetworkShape::views, "Into how many equal parts the inputs fall that mean alike things.")
      .def_ro("wide", &NetworkShape::wide, "Neurons of the first layer.")
      .def_ro("small", &NetworkShape::small, "Neurons of the second and third layer.")
      .def_ro("numbers", &NetworkShape::numbers, "Weights in all.");
  m.def("network_shape", &network_shape, "game"_a);
  m.def("sparse_inputs", &sparse_inputs, "positions"_a, "out"_a, Slow(),
        "Fills, for each position, the inputs that are on: as the mover sees it, then as the other does. "
        "Rows are filled up with the number of inputs.");
  m.def("quiet", &quiet, "positions"_a, "moves"_a, "out"_a, Slow(),
        "For each position, whether its mover is not in check and its move neither takes nor promotes: there a "
        "judgement without search makes sense.");
  m.def("network_logits", &network_logits, "numbers"_a, "positions"_a, "out"_a, Slow(),
        "What the integer network says of each position.");
  m.def("network_out_of_step", &network_out_of_step, "game"_a, "numbers"_a, "moves"_a, "seed"_a, Slow(),
        "For tests: after how many of so many random moves the updated network differs from a fresh look.");
}

}  // namespace kishi::bind
