// The shapes that both colours make along one line by playing on a cell, in one look: a stone that is put down changes
// the view of some thirty cells for both, and that is where a search of Gomoku spends half of its time.
#pragma once

#include <vector>

#include "games/gomoku_shapes.hpp"

namespace kishi::gomoku {

// A line around a cell is a number of two bits for each cell but the middle one: 0 empty, 1 the first side's stone,
// 2 the second's, 3 beyond the edge. Where five or more win, no more than four cells to each side matter.
class ShapePairs {
 public:
  using Code = std::uint32_t;

  // The tables are made at first use and never change.
  static const ShapePairs& of(Rule rule) {
    switch (rule) {
      case Rule::Freestyle: {
        static const ShapePairs freestyle(Rule::Freestyle);
        return freestyle;
      }
      case Rule::Standard: {
        static const ShapePairs standard(Rule::Standard);
        return standard;
      }
      default: {
        static const ShapePairs renju(Rule::Renju);
        return renju;
      }
    }
  }

  int span() const { return span_; }  // so far along a line a cell is seen
  // A stone, or the edge, at an offset of -span .. span, not 0.
  Code stone(int offset, Side side) const { return (Code(side) + 1) << shift(offset); }
  Code edge(int offset) const { return Code(3) << shift(offset); }

  // Both shapes; `of_side` tells them apart.
  std::uint8_t at(Code code) const { return pairs_[code]; }
  static Shape of_side(std::uint8_t pair, Side side) { return Shape(pair >> 4 * int(side) & 15); }

 private:
  static_assert(shapes <= 16);

  int shift(int offset) const { return 2 * (offset + span_ - (offset > 0)); }

  explicit ShapePairs(Rule rule) : span_(rule == Rule::Freestyle ? reach - 1 : reach) {
    const Code half = Code(1) << 2 * span_;  // of one side of the line
    pairs_.resize(half * half);
    std::vector<std::uint32_t> before(half), after(half);
    for (Side side : {Side::First, Side::Second}) {
      const ShapeTable& table = ShapeTable::of(rule, side);
      for (Code i = 0; i < half; ++i) before[i] = seen(i, -span_, side), after[i] = seen(i, 1, side);
      for (Code i = 0; i < half; ++i)
        for (Code j = 0; j < half; ++j)
          pairs_[i * half + j] |= std::uint8_t(int(table.at(before[j] + after[i])) << 4 * int(side));
    }
  }
  // As ShapeTable counts it: the cells of one half of the line, the first of them at `offset`.
  std::uint32_t seen(Code half, int offset, Side side) const {
    std::uint32_t code = 0;
    for (int i = 0; i < span_; ++i) {
      const Code cell = half >> 2 * i & 3;
      const std::uint32_t digit = cell == 0 ? 0 : cell == Code(side) + 1 ? 1 : 2;
      code += digit * weights[std::size_t(offset + i + reach)];
    }
    return code;
  }

  int span_;
  std::vector<std::uint8_t> pairs_;
};

}  // namespace kishi::gomoku
