// A win by force in Gomoku: by fours alone, else by fours and threes.
#pragma once

#include "solve/gomoku_threats.hpp"
#include "solve/position_solver.hpp"

namespace kishi {

template <>
struct PositionSolver<Gomoku> {
  static Solution solve(const Gomoku& game, const Gomoku::Position& p, const Budget& budget,
                        const SolverOptions& options) {
    ThreatSolver solver(game, int(options.table(budget, 64)));
    ForcedWin win = solver.solve(p, Threats::Fours, budget);
    const std::uint64_t nodes = win.nodes;
    if (!win.found && win.complete) {
      win = solver.solve(p, Threats::FoursAndThrees, budget);
      win.nodes += nodes;
    }
    return {win.found, win.found || win.complete, win.plies, win.line, win.nodes};
  }
};

}  // namespace kishi
