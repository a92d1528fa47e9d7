// Before a minishogi search: is there a mate?
#pragma once

#include "eval/search_info.hpp"
#include "solve/minishogi_mate.hpp"
#include "solve/root_solver.hpp"

namespace kishi {

template <>
class RootSolver<Minishogi> {
 public:
  explicit RootSolver(const Minishogi& game) : solver_(game, 8) {}

  SolverAnswer ask(const Line<Minishogi>& line, const Limits& limits, const Allotment& time, const Stop& stop) {
    constexpr double part = 0.1;
    SolverAnswer answer;
    const Share share(limits, time, part);
    if (!share.any()) return answer;
    const Budget budget = share.budget(stop);
    const Mate mate = solver_.solve(line.top(), budget);
    answer.nodes = mate.nodes;
    answer.seconds = budget.elapsed();
    if (mate.found && !mate.line.empty()) answer.found = as_result(mate);
    return answer;
  }

 private:
  static SearchResult as_result(const Mate& mate) {
    SearchResult found;
    found.move = mate.line[0];
    found.line = mate.line;
    found.value = 1;
    found.points = kWin - mate.plies;
    found.exact = true;
    found.depth = mate.plies;
    found.nodes = mate.nodes;
    return found;
  }

  MateSolver solver_;
};

}  // namespace kishi
