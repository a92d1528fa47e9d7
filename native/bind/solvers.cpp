#include "bind/any.hpp"
#include "bind/evaluators.hpp"
#include "core/engine.hpp"
#include "solve/list.hpp"

namespace kishi::bind {

void bind_solvers(nb::module_& m) {
  nb::class_<Solution>(m, "Solution", "What an exact solver found out.")
      .def_ro("found", &Solution::found)
      .def_ro("complete", &Solution::complete, "The answer does not depend on the budget.")
      .def_ro("number", &Solution::number, "Discs for the mover (Othello), or plies to the win.")
      .def_prop_ro("line", [](const Solution& s) { return std::vector<int>(s.line.begin(), s.line.end()); })
      .def_ro("nodes", &Solution::nodes)
      .def_prop_ro(
          "passes",
          [](const Solution& s) {
            std::vector<std::tuple<int, int, int, std::uint64_t>> passes;
            for (const SelectivePass& p : s.passes)
              passes.emplace_back(p.percent, p.number, p.move == kNoMove ? -1 : int(p.move), p.nodes);
            return passes;
          },
          "Selective passes before the exact one: how sure each cut is in percent, the score, the move (-1: not known) "
          "and the nodes so far.");
  m.def(
      "solve",
      [](const PyPosition& position, SearchControl& control, double seconds, std::uint64_t nodes, bool outcome,
         int threads, int megabytes, const std::optional<Numbers>& weights) {
        if (threads < 1 || threads > 256) throw std::invalid_argument("a solver has from 1 to 256 threads");
        if (megabytes < 0 || megabytes > 65536)
          throw std::invalid_argument("a table has at most 65536 megabytes (0: what suits the game)");
        const std::span<const float> known =
            weights ? std::span<const float>(weights->data(), weights->size()) : std::span<const float>();
        const auto tell = [&control](const SelectivePass& pass) {
          SearchResult now;
          now.move = pass.move;
          now.points = pass.number;
          now.selectivity = pass.percent;
          now.nodes = pass.nodes;
          control.tell(now);
        };
        return with(position, [&]<Game G>(const G& game, const typename G::Position& p) {
          if (game.settled(p) != Verdict::Running) throw std::invalid_argument("the game is over here");
          return PositionSolver<G>::solve(game, p, Budget(control, seconds, nodes),
                                          SolverOptions{outcome, threads, std::size_t(megabytes), known, tell});
        });
      },
      "position"_a, "control"_a, nb::kw_only(), "seconds"_a = 0.0, "nodes"_a = 0, "outcome"_a = false, "threads"_a = 1,
      "megabytes"_a = 0, "weights"_a = nb::none(), Slow(),
      "The exact answer: Othello's last moves, Gomoku's forced wins, minishogi's mates. Weights of the game's learned "
      "evaluation, if there are any, order the moves: the answer is the same.");
}

}  // namespace kishi::bind
