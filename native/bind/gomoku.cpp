// What Gomoku alone has: the player of its write-up.
#include "bind/engines.hpp"
#include "bind/evaluators.hpp"
#include "play/gomoku_one_ply.hpp"

namespace kishi::bind {
namespace {

PyEngine lines_engine(const PyGame& g, const Numbers& scores, bool faithful, std::uint64_t seed) {
  const AttackGuard guard(exactly<AttackGuard::weights>(floats(scores), "lines"), faithful);
  return owned(only<Gomoku>(g, "lines"), std::make_unique<LinesEngine>(guard), seed);
}

}  // namespace

void bind_gomoku(nb::module_& m) {
  m.def("line_scores", [] { return AttackGuard::original; }, "The Gomoku write-up's: attack 1..5, guard 1..5, centre.");
  m.def("lines_engine", &lines_engine, "game"_a, "scores"_a, "faithful"_a, "seed"_a, "Attack and guard line scores.");
}

}  // namespace kishi::bind
