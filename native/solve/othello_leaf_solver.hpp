// What the endgame solver can say of a leaf of an Othello search.
#pragma once

#include "eval/othello_search_info.hpp"
#include "solve/leaf_solver.hpp"
#include "solve/othello_endgame.hpp"

namespace kishi {

template <>
class LeafSolver<Othello> {
 public:
  LeafSolver(const Othello& game, bool deep) : game_(game), deep_(deep), solver_(1) {}

  bool drawn(const Othello::Position&) const { return false; }

  std::optional<ExactValue> leaf(const Othello::Position& p) {
    if (const Move m = wiping_out(p); m != kNoMove) return known(game_.squares(), m);
    if (game_.empties(p) > 7) return {};
    std::uint64_t nodes = 0;
    const std::optional<int> lead = solver_.score(game_, p, -1, 1, Budget(stop_), nodes);
    return lead ? std::optional(known(*lead, kNoMove)) : std::nullopt;
  }
  // In self-play, as far as an answer costs no more than the searches it spares; in play it may take 2 M nodes.
  std::optional<ExactValue> root(const Othello::Position& p, double seconds) {
    if (const Move m = wiping_out(p); m != kNoMove) return known(game_.squares(), m);
    const bool small = game_.size < 8;
    const bool quick = game_.empties(p) <= (small ? 16 : 14);
    if (!quick && !(deep_ && game_.empties(p) <= (small ? 20 : 17))) return {};
    const Solved solved = solver_.solve(game_, p, quick ? Budget(stop_) : Budget(stop_, seconds, 2'000'000));
    return solved.complete ? std::optional(known(solved.score, solved.line.at(0))) : std::nullopt;
  }

 private:
  // A move that leaves the opponent without a disc. Good players keep few discs, and among themselves are hardly ever
  // punished for it, so the network does not expect it; a greedy one finds it at once.
  Move wiping_out(const Othello::Position& p) const {
    const int square = othello::wiping_out(p.mine, p.theirs, game_.mobility(p));
    return square < 64 ? game_.move_at(square) : kNoMove;
  }

  static ExactValue known(int lead, Move m) { return {(lead > 0) - (lead < 0), m}; }

  Othello game_;
  bool deep_;
  Stop stop_;
  OthelloEndgame solver_;
};

}  // namespace kishi
