// Before a Gomoku search: is there a win by force, by fours alone or by fours and threes?
#pragma once

#include "eval/search_info.hpp"
#include "solve/gomoku_threats.hpp"
#include "solve/root_solver.hpp"

namespace kishi {

template <>
class RootSolver<Gomoku> {
 public:
  explicit RootSolver(const Gomoku& game) : solver_(game) {}

  SolverAnswer ask(const Line<Gomoku>& line, const Limits& limits, const Allotment& time, const Stop& stop) {
    constexpr double fours_part = 0.1, threes_part = 0.2;
    SolverAnswer answer;
    for (const auto& [threats, part] :
         {std::pair{Threats::Fours, fours_part}, {Threats::FoursAndThrees, threes_part}}) {
      const Share share(limits, time, part);
      if (!share.any()) break;
      const Budget budget = share.budget(stop);
      const ForcedWin win = solver_.solve(line.top(), threats, budget);
      answer.nodes += win.nodes;
      answer.seconds += budget.elapsed();
      if (!win.found || win.line.empty()) continue;
      answer.found = as_result(win, answer.nodes);
      break;
    }
    return answer;
  }

 private:
  static SearchResult as_result(const ForcedWin& win, std::uint64_t nodes) {
    SearchResult found;
    found.move = win.line[0];
    found.line = win.line;
    found.value = 1;
    found.points = kWin - win.plies;
    found.exact = true;
    found.depth = win.plies;
    found.nodes = nodes;
    return found;
  }

  ThreatSolver solver_;
};

}  // namespace kishi
