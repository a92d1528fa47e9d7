// LineShapes: our hand-made evaluation of Gomoku, from the shapes each colour could make on each cell.
#pragma once

#include "eval/evaluator.hpp"
#include "eval/gomoku_sight.hpp"

namespace kishi {

class LineShapes {
 public:
  using Position = Gomoku::Position;

  void reset(const Gomoku&, const Position&) {}
  void push(const Position&, Move, const Position&) {}
  void pop() {}
  double scale() const { return 300; }

  Score points(const Sight<Gomoku>& seen, const Position& p) const {
    const gomoku::Patterns& patterns = seen.patterns();
    const Side me = p.turn, them = other(me);
    if (const Score sure = sure_points(patterns, me, them)) return sure;
    const bool free = patterns.with(them, Kind::Five).empty();
    return patterns.points(me) - patterns.points(them) + (free ? initiative(patterns, me) : 0) -
           menace(patterns, them);
  }

 private:
  using Kind = gomoku::Kind;

  // What is won or lost whatever is played, told early so that few searches must prove it again.
  static Score sure_points(const gomoku::Patterns& patterns, Side me, Side them) {
    if (!patterns.with(me, Kind::Five).empty()) return kMostPoints;
    const int threats = patterns.with(them, Kind::Five).count();
    if (threats > 1) return -kMostPoints + 1;
    if (threats == 0 && !patterns.with(me, Kind::Win).empty()) return kMostPoints - 2;
    return 0;
  }
  // To have the move is worth what the best cell gives.
  static Score initiative(const gomoku::Patterns& patterns, Side me) {
    if (!patterns.with(me, Kind::FourThree).empty()) return 400;
    if (!patterns.with(me, Kind::TwoThrees).empty()) return 200;
    return patterns.with(me, Kind::Three).empty() ? 30 : 60;
  }
  // What the other side would do next, and has to be prevented.
  static Score menace(const gomoku::Patterns& patterns, Side them) {
    if (!patterns.with(them, Kind::Win).empty()) return 150;
    return patterns.with(them, Kind::FourThree).empty() ? 0 : 100;
  }
};

static_assert(Evaluator<LineShapes, Gomoku>);

}  // namespace kishi
