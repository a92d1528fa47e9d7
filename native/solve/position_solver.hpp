// The exact answer to one position, for whoever wants that and no more. Each game may have one specialisation, in the
// file named after it (solve/othello_position_solver.hpp, ...); the others say that they have none.
#pragma once

#include <functional>
#include <span>

#include "core/budget.hpp"
#include "core/game.hpp"

namespace kishi {

// What a selective pass of a solver came to, which leaves out what is unlikely to matter.
struct SelectivePass {
  int number;   // as that of the solution
  int percent;  // how sure each of its cuts is
  Move move;    // the best one, or kNoMove
  std::uint64_t nodes;
};
using SolverNews = std::function<void(const SelectivePass&)>;

// What a solver found out. `number` is the disc difference for the mover (Othello) or the plies to the
// win; `complete` says that the answer does not depend on the budget.
struct Solution {
  bool found = false, complete = false;
  int number = 0;
  std::vector<Move> line;
  std::uint64_t nodes = 0;
  std::vector<SelectivePass> passes = {};  // that came to an end before
};

struct SolverOptions {
  bool outcome_only = false;         // who wins is enough, where more takes longer
  int threads = 1;                   // where a solver knows how to use them
  std::size_t megabytes = 0;         // of the table; 0: what suits the game
  std::span<const float> weights{};  // of a learned evaluation that a solver may order moves by
  SolverNews tell{};                 // hears of each selective pass, where a solver has any

  // A small question needs no large table, and clearing one costs more than the answer.
  std::size_t table(const Budget& budget, std::size_t suits) const {
    if (megabytes) return megabytes;
    return budget.nodes() < 1'000'000 ? 2 : suits;
  }
};

template <Game G>
struct PositionSolver {
  static Solution solve(const G& game, const typename G::Position&, const Budget&, const SolverOptions&) {
    throw std::invalid_argument("there is no solver for " + game.name());
  }
};

}  // namespace kishi
