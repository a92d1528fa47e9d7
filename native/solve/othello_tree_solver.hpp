// The endgame solver inside an Othello search: the last empty squares are played out exactly, which costs hardly more
// than to evaluate what two or three moves lead to, and is never wrong.
#pragma once

#include <algorithm>
#include <memory>

#include "games/othello.hpp"
#include "solve/othello_endgame_search.hpp"
#include "solve/tree_solver.hpp"

namespace kishi {

template <>
class TreeSolver<Othello> {
 public:
  static constexpr bool knows = true;
  static constexpr int most = 64;  // discs

  TreeSolver(const Othello& game, const Budget& budget) : game_(game), budget_(budget) {}

  int empties(const Othello::Position& p) const { return game_.empties(p); }
  // As many nodes of the search as it cost: else a limit of nodes would end a search that limits of time let go on.
  std::uint64_t nodes() const { return made_ ? made_->search.nodes() / kCheaper : 0; }
  // The answer was void: the budget was spent first.
  bool stopped() const { return made_ && made_->search.stopped(); }

  // Discs for the mover: exact between alpha and beta, else a bound.
  int discs(const Othello::Position& p, int alpha, int beta, std::uint64_t most_nodes) {
    if (!made_) made_ = std::make_unique<Made>(game_.size, budget_);
    made_->search.limit(std::min(most_nodes, Budget::kNoNodes / kCheaper) * kCheaper);
    return beta - alpha == 1 ? made_->search.above(p.mine, p.theirs, alpha)
                             : made_->search.between(p.mine, p.theirs, alpha, beta);
  }

 private:
  static constexpr std::uint64_t kCheaper = 8;  // a node of the solver than one of the search, about

  // Made when it is first asked: most searches of an opening never do.
  struct Made {
    othello::EndgameTable table{1};
    othello::ExactSearch search;

    Made(int size, const Budget& budget) : search(size, othello::Count::Official, table, budget) {
      table.begin_search();
    }
  };

  Othello game_;
  const Budget& budget_;
  std::unique_ptr<Made> made_;
};

}  // namespace kishi
