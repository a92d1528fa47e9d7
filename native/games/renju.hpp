// Renju's forbidden points: where black may not play (RIF rules 9.2 and 9.3).
#pragma once

#include <array>

#include "games/gomoku_shapes.hpp"

namespace kishi::gomoku {

// Board is StoneBoard or LineBoard: stones are put on it while looking ahead, and taken off again.
template <class Board>
class Renju {
 public:
  explicit Renju(Board& board) : board_(board), shapes_(ShapeTable::of(Rule::Renju, Side::First)) {}

  // Is the empty cell an overline, a double four or a double three for black? A five is none of these,
  // whatever else it makes.
  bool forbidden(int cell) {
    std::array<Shape, directions> made;
    int fours = 0, threes = 0;
    bool overline = false;
    for (int d = 0; d < directions; ++d) {
      const Shape s = made[std::size_t(d)] = shape(d, cell);
      if (s == Shape::Five) return false;
      overline |= s == Shape::Overline;
      fours += s == Shape::TwinFour ? 2 : is_four(s);
      threes += s == Shape::OpenThree;
    }
    if (overline || fours >= 2) return true;
    return threes >= 2 && true_threes(cell, made) >= 2;
  }

 private:
  Shape shape(int direction, int cell) const { return shapes_[board_.window(direction, cell, Side::First)]; }

  int true_threes(int cell, const std::array<Shape, directions>& made) {
    int threes = 0;
    board_.place(cell, Side::First);
    for (int d = 0; d < directions; ++d) threes += made[std::size_t(d)] == Shape::OpenThree && extends(d, cell);
    board_.lift(cell, Side::First);
    return threes;
  }

  // A three counts only if black could really play on to a straight four: on a point that is not
  // forbidden then, and without making a five there, which would not be a four.
  bool extends(int direction, int cell) {
    const Window w = board_.window(direction, cell, Side::First);
    for (int offset = 1 - reach; offset < reach; ++offset) {
      const bool taken = (w.own | w.blocked) >> (reach + offset) & 1;
      if (offset == 0 || taken || shapes_.with(w, offset) != Shape::StraightFour) continue;
      const int next = cell + offset * step(direction, board_.size());
      if (!makes_five(next) && !forbidden(next)) return true;
    }
    return false;
  }
  bool makes_five(int cell) const {
    for (int d = 0; d < directions; ++d)
      if (shape(d, cell) == Shape::Five) return true;
    return false;
  }

  Board& board_;
  const ShapeTable& shapes_;
};

}  // namespace kishi::gomoku
