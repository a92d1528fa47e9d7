// What Gomoku alone has: the player of its write-up, and wins by fours.
#include "bind/engines.hpp"
#include "bind/evaluators.hpp"
#include "play/gomoku_one_ply.hpp"
#include "solve/gomoku_fours.hpp"

namespace kishi::bind {
namespace {

PyEngine lines_engine(const PyGame& g, const Numbers& scores, bool faithful, std::uint64_t seed) {
  const AttackGuard guard(exactly<AttackGuard::weights>(floats(scores), "lines"), faithful);
  return owned(only<Gomoku>(g, "lines"), std::make_unique<LinesEngine>(guard), seed);
}

std::vector<std::tuple<int, float, float, float>> cell_scores(const PyPosition& p, const Numbers& scores,
                                                              bool faithful) {
  const AttackGuard guard(exactly<AttackGuard::weights>(floats(scores), "lines"), faithful);
  const auto* held = std::get_if<Held<Gomoku>>(&p.any);
  if (!held) throw std::invalid_argument("line scores are for gomoku");
  const auto& [game, position] = *held;
  Moves<Gomoku> moves;
  game.legal(position, moves);
  std::vector<std::tuple<int, float, float, float>> rows;
  for (const Move m : moves) {
    const AttackGuard::CellScore s = guard.cell_score(game, position, int(m));
    rows.emplace_back(int(m), s.attack, s.guard, s.place);
  }
  return rows;
}

std::optional<std::pair<int, int>> fours_win(const PyPosition& p, std::uint64_t nodes) {
  const auto* held = std::get_if<Held<Gomoku>>(&p.any);
  if (!held) throw std::invalid_argument("wins by fours are of gomoku");
  const auto& [game, position] = *held;
  const Stop stop;
  const std::optional<WinByFours> win = win_by_fours(game, position, Budget(stop, 0, nodes));
  return win ? std::optional(std::pair(int(win->side), win->plies)) : std::nullopt;
}

}  // namespace

void bind_gomoku(nb::module_& m) {
  m.def("line_scores", [] { return AttackGuard::original; }, "The Gomoku write-up's: attack 1..5, guard 1..5, centre.");
  m.def("lines_engine", &lines_engine, "game"_a, "scores"_a, "faithful"_a, "seed"_a, "Attack and guard line scores.");
  m.def("cell_scores", &cell_scores, "position"_a, "scores"_a, "faithful"_a = false,
        "Attack, guard and place (edges and centre) of each legal move: what `lines` adds up.");
  m.def("fours_win", &fours_win, "position"_a, "nodes"_a, Slow(),
        "Who wins by fours alone and in how many plies, where so many nodes are enough to see it.");
}

}  // namespace kishi::bind
