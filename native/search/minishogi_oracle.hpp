// Before a minishogi search: is there a mate?
#pragma once

#include "eval/sight.hpp"
#include "search/minishogi_mate.hpp"
#include "search/oracle.hpp"

namespace kishi {

template <>
class Oracle<Minishogi> {
 public:
  explicit Oracle(const Minishogi& game) : solver_(game, 8) {}

  Foretold ask(const Line<Minishogi>& line, const Limits& limits, const Allotment& time, const Stop& stop) {
    constexpr double part = 0.1;
    Foretold foretold;
    const Share share(limits, time, part);
    if (!share.any()) return foretold;
    const Budget budget = share.budget(stop);
    const Mate mate = solver_.solve(line.top(), budget);
    foretold.nodes = mate.nodes;
    foretold.seconds = budget.elapsed();
    if (mate.found && !mate.line.empty()) foretold.found = as_found(mate);
    return foretold;
  }

 private:
  static Found as_found(const Mate& mate) {
    Found found;
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
