// Before an Othello search: can the rest of the game be played out exactly?
#pragma once

#include <cmath>

#include "eval/search_info.hpp"
#include "solve/othello_endgame.hpp"
#include "solve/root_solver.hpp"

namespace kishi {

template <>
class RootSolver<Othello> {
 public:
  explicit RootSolver(const Othello&) : solver_(16) {}

  // Tries the moves first that the search's own evaluation likes.
  void order_by(const DiscPatterns& eval) { solver_.order_by(eval.tables()); }

  SolverAnswer ask(const Line<Othello>& line, const Limits& limits, const Allotment& time, const Stop& stop) {
    constexpr double part = 0.8;  // where it is tried it nearly always succeeds
    const Othello& game = line.game();
    const int empties = game.rows() * game.cols() - std::popcount(line.top().mine | line.top().theirs);
    SolverAnswer answer;
    if (empties > reachable(limits, time, part)) return answer;
    const Share share(limits, time, part);
    const Budget budget = share.budget(stop);
    const Solved s = solver_.solve(game, line.top(), budget);
    answer.nodes = s.nodes;
    answer.seconds = budget.elapsed();
    if (s.complete && !s.line.empty()) answer.found = as_result(s, empties);
    return answer;
  }

 private:
  // How many empties the budget is likely to do: about three million nodes for 20, and 2.7 times as many
  // for each one more. Where only depth is limited, what a search of that depth would see to the end.
  static int reachable(const Limits& limits, const Allotment& time, double part) {
    constexpr double nodes_a_second = 15e6, nodes_for_twenty = 3e6, growth = 2.7;
    double nodes = time.hard > 0 ? time.hard * part * nodes_a_second : 0;
    if (limits.nodes) nodes = nodes > 0 ? std::min(nodes, double(limits.nodes) * part) : double(limits.nodes) * part;
    if (nodes <= 0) return limits.depth;
    return 20 + int(std::floor(std::log(nodes / nodes_for_twenty) / std::log(growth)));
  }

  static SearchResult as_result(const Solved& s, int empties) {
    SearchResult found;
    found.move = s.line[0];
    found.line = s.line;
    found.value = s.score > 0 ? 1 : s.score < 0 ? -1 : 0;
    found.points = s.score;
    found.exact = true;
    found.depth = empties;
    found.nodes = s.nodes;
    return found;
  }

  OthelloEndgame solver_;
};

}  // namespace kishi
