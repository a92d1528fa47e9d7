// What an evaluation is: points for the side to move.
#pragma once

#include <cmath>

#include "eval/search_info.hpp"

namespace kishi {

// One object for each search thread. Incremental evaluators keep a stack in push and pop; the others
// leave them empty. `scale` is the lead in points that wins about 3 games of 4 (value 0.5).
// One whose points are fractions of what the game is counted in also has `unit` (how many make one), `end(p)` (what
// the end of the game is worth, in place of a win or loss as such), and `value(points, p)`. One that can tell what it
// would say one move later has `points_after(p, next)`: the last ply is then searched without making its moves.
template <class E, class G>
concept Evaluator =
    HasSearchInfo<G> && std::copyable<E> &&
    requires(E& e, const E& c, const G& g, const SearchInfo<G>& seen, const typename G::Position& p, Move m) {
      { e.reset(g, p) } -> std::same_as<void>;
      { e.push(p, m, p) } -> std::same_as<void>;  // before, move, after
      { e.pop() } -> std::same_as<void>;
      { c.points(seen, p) } -> std::same_as<Score>;
      { c.scale() } -> std::same_as<double>;
    };

// Points as a value in [-1, 1], the form every player answers with.
inline double as_value(Score points, double scale) {
  if (is_win(points)) return 1;
  if (is_loss(points)) return -1;
  return std::tanh(points / scale * 0.5493);  // atanh(0.5)
}

// How many points of the evaluation make one of what the game is counted in: discs, where it has a lead that usually
// wins 3 games of 4 in them; else points are shown as they are.
template <Game G, Evaluator<G> E>
double points_in_unit(const E& eval) {
  if constexpr (requires { eval.unit(); })
    return eval.unit();
  else if constexpr (requires { SearchInfo<G>::usual_lead; })
    return eval.scale() / SearchInfo<G>::usual_lead;
  else
    return 1;
}

}  // namespace kishi
