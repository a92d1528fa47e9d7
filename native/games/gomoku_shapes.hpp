// What a colour gets along one line by playing on a cell: a five, a four, an open three, ...
//
// Every five through the cell lies inside its window (reach cells to each side), and a shape is told by
// the shapes that one more stone would make, so all windows together form one table, filled from the
// fullest window to the emptiest.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "games/gomoku_board.hpp"

namespace kishi::gomoku {

// In rising order of what they are worth to the one who makes them.
enum class Shape : std::uint8_t {
  None,          // no five can come of it
  Overline,      // more than five where only five counts
  One,           // four more stones make a five
  OpenOne,       // two moves from an open three
  Two,           // one move from a three
  OpenTwo,       // one move from an open three
  Three,         // one move from a four
  OpenThree,     // one move from a straight four
  Four,          // one cell makes a five
  TwinFour,      // two fours on one line: two cells, either makes a five
  StraightFour,  // four in a row, and either end makes a five
  Five,
};
constexpr int shapes = int(Shape::Five) + 1;
constexpr bool is_four(Shape s) { return s == Shape::Four || s == Shape::TwinFour || s == Shape::StraightFour; }

// A colour may win by five or more, or by exactly five.
constexpr bool exact_five(Rule rule, Side side) {
  return rule == Rule::Standard || (rule == Rule::Renju && side == Side::First);
}

// The cells of a window but its middle one are the digits of a number of base 3. What each is worth, from
// the offset -reach on, and what any set of them is worth.
constexpr std::array<std::uint32_t, 2 * reach + 1> weights = [] {
  std::array<std::uint32_t, 2 * reach + 1> w{};
  std::uint32_t power = 1;
  for (int bit = 0; bit <= 2 * reach; ++bit)
    if (bit != reach) w[std::size_t(bit)] = power, power *= 3;
  return w;
}();
constexpr std::array<std::uint32_t, window_bits + 1> digits = [] {
  std::array<std::uint32_t, window_bits + 1> sums{};
  for (std::uint32_t bits = 0; bits <= window_bits; ++bits)
    for (std::size_t bit = 0; bit < weights.size(); ++bit)
      if (bits >> bit & 1) sums[bits] += weights[bit];
  return sums;
}();

class ShapeTable {
 public:
  // The tables are made at first use and never change.
  static const ShapeTable& of(Rule rule, Side side) {
    static const ShapeTable at_least(false), exactly(true);
    return exact_five(rule, side) ? exactly : at_least;
  }

  // The shape made on the middle cell of the window, which is empty.
  Shape operator[](Window w) const { return at(code(w)); }
  Shape at(std::uint32_t code) const { return shape_[code]; }
  // The same once the colour also has the cell at `offset` (-reach .. reach, not 0).
  Shape with(Window w, int offset) const { return (*this)[{w.own | 1u << (reach + offset), w.blocked}]; }

  // One number for each window. Empty is 0, own 1 and blocked 2, so adding a stone of one's own leads to
  // a larger number.
  static std::uint32_t code(Window w) { return digits[w.own] + 2 * digits[w.blocked]; }

 private:
  static constexpr int windows = 59049;  // 3^(2 reach)

  static int digit(int code, int offset) { return int(std::uint32_t(code) / weights[std::size_t(offset + reach)] % 3); }

  explicit ShapeTable(bool exactly) : exactly_(exactly), shape_(windows) {
    for (int code = windows - 1; code >= 0; --code) shape_[std::size_t(code)] = judged(code);
  }

  static int run(int code) {
    int length = 1;
    for (int i = 1; i <= reach && digit(code, i) == 1; ++i) ++length;
    for (int i = 1; i <= reach && digit(code, -i) == 1; ++i) ++length;
    return length;
  }

  Shape judged(int code) const {
    const int length = run(code);
    if (length > 5 && exactly_) return Shape::Overline;
    if (length >= 5) return Shape::Five;
    std::array<int, shapes> next{};  // how many cells lead to each shape
    for (int offset = -reach; offset <= reach; ++offset)
      if (offset && digit(code, offset) == 0)
        ++next[std::size_t(shape_[std::size_t(code) + weights[std::size_t(offset + reach)]])];
    const auto leads_to = [&](Shape s) { return next[std::size_t(s)]; };
    if (leads_to(Shape::Five) >= 2) return length == 4 ? Shape::StraightFour : Shape::TwinFour;
    if (leads_to(Shape::Five)) return Shape::Four;
    if (leads_to(Shape::StraightFour)) return Shape::OpenThree;
    if (leads_to(Shape::Four) || leads_to(Shape::TwinFour)) return Shape::Three;
    if (leads_to(Shape::OpenThree)) return Shape::OpenTwo;
    if (leads_to(Shape::Three)) return Shape::Two;
    if (leads_to(Shape::OpenTwo)) return Shape::OpenOne;
    return leads_to(Shape::Two) ? Shape::One : Shape::None;
  }

  bool exactly_;
  std::vector<Shape> shape_;
};

}  // namespace kishi::gomoku
