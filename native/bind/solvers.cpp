#include "bind/any.hpp"
#include "core/engine.hpp"
#include "learn/mate_positions.hpp"
#include "solve/gomoku_threats.hpp"
#include "solve/minishogi_mate.hpp"
#include "solve/othello_endgame.hpp"

namespace kishi::bind {
namespace {

// What a solver found out. `number` is the disc difference for the mover (Othello) or the plies to the
// win; `complete` says that the answer does not depend on the budget.
struct Solution {
  bool found = false, complete = false;
  int number = 0;
  std::vector<Move> line;
  std::uint64_t nodes = 0;
};

// A small question needs no large table, and clearing one costs more than the answer.
std::size_t table_size(const Budget& budget, std::size_t most) { return budget.nodes() < 1'000'000 ? 2 : most; }

Solution solved(const Othello& game, const Othello::Position& p, const Budget& budget, bool outcome_only) {
  constexpr int few = 16;  // so many empty squares are solved before a large table is cleared
  OthelloEndgame solver(game.empties(p) <= few ? 2 : table_size(budget, 64));
  const Solved s = solver.solve(game, p, budget, outcome_only);
  return {s.complete, s.complete, s.score, s.line, s.nodes};
}

Solution solved(const Gomoku& game, const Gomoku::Position& p, const Budget& budget, bool) {
  ThreatSolver solver(game, int(table_size(budget, 64)));
  ForcedWin win = solver.solve(p, Threats::Fours, budget);
  const std::uint64_t nodes = win.nodes;
  if (!win.found && win.complete) {
    win = solver.solve(p, Threats::FoursAndThrees, budget);
    win.nodes += nodes;
  }
  return {win.found, win.found || win.complete, win.plies, win.line, win.nodes};
}

Solution solved(const Minishogi& game, const Minishogi::Position& p, const Budget& budget, bool) {
  const Mate mate = MateSolver(game, table_size(budget, 128)).solve(p, budget);
  return {mate.found, mate.found || mate.disproved, mate.plies, mate.line, mate.nodes};
}

std::vector<std::pair<PyPosition, PyPosition>> mate_pairs_of(const PyGame& g, std::uint64_t first, std::uint64_t games,
                                                             std::uint64_t seed) {
  const auto* game = std::get_if<Minishogi>(&g.any);
  if (!game) throw std::invalid_argument("mate_pairs is for minishogi");
  std::vector<std::pair<PyPosition, PyPosition>> pairs;
  for (const auto& [before, mated] : mate_pairs(*game, first, games, seed))
    pairs.emplace_back(held(*game, before), held(*game, mated));
  return pairs;
}

}  // namespace

void bind_solvers(nb::module_& m) {
  nb::class_<Solution>(m, "Solution", "What an exact solver found out.")
      .def_ro("found", &Solution::found)
      .def_ro("complete", &Solution::complete, "The answer does not depend on the budget.")
      .def_ro("number", &Solution::number, "Discs for the mover (Othello), or plies to the win.")
      .def_prop_ro("line", [](const Solution& s) { return std::vector<int>(s.line.begin(), s.line.end()); })
      .def_ro("nodes", &Solution::nodes);
  m.def(
      "solve",
      [](const PyPosition& position, const SearchControl& control, double seconds, std::uint64_t nodes, bool outcome) {
        return with(position, [&](const auto& game, const auto& p) {
          if (game.settled(p) != Verdict::Running) throw std::invalid_argument("the game is over here");
          return solved(game, p, Budget(control, seconds, nodes), outcome);
        });
      },
      "position"_a, "control"_a, nb::kw_only(), "seconds"_a = 0.0, "nodes"_a = 0, "outcome"_a = false, Slow(),
      "The exact answer: Othello's last moves, Gomoku's forced wins, minishogi's mates.");
  m.def(
      "mate_within",
      [](const PyPosition& position, int plies) {
        const auto* held = std::get_if<Held<Minishogi>>(&position.any);
        if (!held || plies < 1 || plies % 2 == 0)
          throw std::invalid_argument("mate_within is for minishogi and an odd number of plies");
        return mate_within(held->game, held->position, plies) != kNoMove;
      },
      "position"_a, "plies"_a, Slow(), "Is there a mate in so many plies? By trying every check: slow and sure.");
  m.def("mate_pairs", &mate_pairs_of, "game"_a, "first"_a, "games"_a, "seed"_a, Slow(),
        "Positions one move before a mate, each with a mate that follows: at most one pair from each of so many "
        "random games, counted from `first`.");
}

}  // namespace kishi::bind
