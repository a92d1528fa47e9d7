// What a game can say for sure of a leaf, so that the network need not guess. Each game may have one
// specialisation, in the file named after it (solve/othello_leaf_solver.hpp, ...); this one knows nothing.
// `drawn`: however it goes on, it is a draw, so that self-play may stop there.
// A leaf may cost a few network evaluations' worth at most; at the root a question may cost as much as a search, but
// no more than the seconds given (0: any).
#pragma once

#include <cmath>
#include <optional>

#include "core/game.hpp"

namespace kishi {

struct ExactValue {
  int outcome = 0;  // for the mover: -1, 0 or 1
  Move move = kNoMove;
  float margin = 0;  // by how much it leads in the end, from -1 to 1, if margins are wanted
};

// A lead at the end as a margin, for games that keep a score: a disc more counts for most where it is close.
template <Game G>
float margin_of(const G& game, int lead) {
  return std::tanh(3 * float(lead) / float(game.rows() * game.cols()));
}

// Of whoever has all the squares.
template <Game G>
float highest_margin(const G& game) {
  if constexpr (requires { game.score(game.start()); })
    return margin_of(game, game.rows() * game.cols());
  else
    return 1;
}

// Of a game that has ended, for the side to move.
template <Game G>
float final_margin(const G& game, const typename G::Position& end) {
  if constexpr (requires { game.score(end); })
    return margin_of(game, game.score(end));
  else
    return 0;
}

struct OracleOptions {
  bool margins = false;  // Othello: to know them takes the solver longer than to know who wins
  bool deep = false;     // a root may take as long as some hundred evaluations: for play, not for self-play
};

template <Game G>
class LeafSolver {
 public:
  LeafSolver(const G&, const OracleOptions&) {}
  bool drawn(const typename G::Position&) const { return false; }
  std::optional<ExactValue> leaf(const typename G::Position&) { return {}; }
  std::optional<ExactValue> root(const typename G::Position&, double) { return {}; }
};

}  // namespace kishi
