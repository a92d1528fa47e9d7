// LineShapes: our hand-made evaluation of Gomoku, from the shapes each colour could make on each cell.
#pragma once

#include "eval/evaluator.hpp"
#include "eval/gomoku_search_info.hpp"

namespace kishi {

class LineShapes {
 public:
  using Position = Gomoku::Position;

  void reset(const Gomoku&, const Position&) {}
  void push(const Position&, Move, const Position&) {}
  void pop() {}
  double scale() const { return 110; }  // points are hundredths of a logit

  Score points(const SearchInfo<Gomoku>& seen, const Position& p) const {
    const gomoku::Patterns& patterns = seen.patterns();
    const Side me = p.turn, them = other(me);
    if (const Score sure = sure_points(patterns, me, them)) return sure;
    return patterns.chances(me) - patterns.chances(them) + kind_points(patterns, me, mover_has) +
           kind_points(patterns, them, other_has) + to_move;
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
  // By kind from Three to Win: what it brings to be able to make one. Like the chances of shapes, fitted
  // to games between searches by logistic regression; to have the move matters as much as the stones.
  using KindPoints = std::array<Score, 5>;
  static constexpr KindPoints mover_has{69, 57, -8, 333, 0}, other_has{-48, -14, 92, -102, -50};
  static constexpr Score to_move = 100;

  static Score kind_points(const gomoku::Patterns& patterns, Side side, const KindPoints& worth) {
    Score sum = 0;
    for (std::size_t i = 0; i < worth.size(); ++i)
      sum += patterns.with(side, Kind(i + std::size_t(Kind::Three))).empty() ? 0 : worth[i];
    return sum;
  }
};

static_assert(Evaluator<LineShapes, Gomoku>);

}  // namespace kishi
