// Before a Gomoku search: is there a win by force, by fours alone or by fours and threes?
#pragma once

#include "eval/sight.hpp"
#include "search/gomoku_threats.hpp"
#include "search/oracle.hpp"

namespace kishi {

template <>
class Oracle<Gomoku> {
 public:
  explicit Oracle(const Gomoku& game) : solver_(game) {}

  Foretold ask(const Line<Gomoku>& line, const Limits& limits, const Allotment& time, const Stop& stop) {
    constexpr double fours_part = 0.1, threes_part = 0.2;
    Foretold foretold;
    for (const auto& [threats, part] : {std::pair{Threats::Fours, fours_part}, {Threats::FoursAndThrees, threes_part}}) {
      const Share share(limits, time, part);
      if (!share.any()) break;
      const Budget budget = share.budget(stop);
      const ForcedWin win = solver_.solve(line.top(), threats, budget);
      foretold.nodes += win.nodes;
      foretold.seconds += budget.elapsed();
      if (!win.found || win.line.empty()) continue;
      foretold.found = as_found(win, foretold.nodes);
      break;
    }
    return foretold;
  }

 private:
  static Found as_found(const ForcedWin& win, std::uint64_t nodes) {
    Found found;
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
