// The stones of a Gomoku board, and what one sees along a line through a cell.
//
// A cell is row * size + column with row 0 at the top: the same number as the move onto it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/game.hpp"

namespace kishi {

enum class Rule : std::uint8_t { Freestyle, Standard, Renju };

namespace gomoku {

constexpr int smallest = 5, largest = 20, most_cells = largest * largest;

// Division by a board's size, without the division: right for every cell of every board.
constexpr std::array<std::uint32_t, largest + 1> reciprocals = [] {
  std::array<std::uint32_t, largest + 1> r{};
  for (std::uint32_t size = smallest; size <= largest; ++size) r[size] = 65536 / size + 1;
  return r;
}();

struct Spot {
  int row, col;
};
constexpr Spot spot(int cell, int size) {
  const int row = int(std::uint32_t(cell) * reciprocals[std::size_t(size)] >> 16);
  return {row, cell - row * size};
}

class CellSet {
 public:
  bool has(int cell) const { return words_[std::size_t(cell) >> 6] >> (cell & 63) & 1; }
  void add(int cell) { words_[std::size_t(cell) >> 6] |= std::uint64_t{1} << (cell & 63); }
  void remove(int cell) { words_[std::size_t(cell) >> 6] &= ~(std::uint64_t{1} << (cell & 63)); }
  bool empty() const {
    std::uint64_t any = 0;
    for (std::uint64_t w : words_) any |= w;
    return !any;
  }
  int count() const {
    int n = 0;
    for (std::uint64_t w : words_) n += std::popcount(w);
    return n;
  }
  // Calls f(cell) in reading order; f may change the set.
  template <class F>
  void each(F&& f) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t w = words_[i]; w; w &= w - 1) f(int(i) * 64 + std::countr_zero(w));
  }
  template <class F>
  bool any_of(F&& f) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (std::uint64_t w = words_[i]; w; w &= w - 1)
        if (f(int(i) * 64 + std::countr_zero(w))) return true;
    return false;
  }
  CellSet operator|(const CellSet& o) const {
    CellSet both = *this;
    for (std::size_t i = 0; i < words_.size(); ++i) both.words_[i] |= o.words_[i];
    return both;
  }
  CellSet operator&(const CellSet& o) const {
    CellSet both = *this;
    for (std::size_t i = 0; i < words_.size(); ++i) both.words_[i] &= o.words_[i];
    return both;
  }
  // The cells of a board of `cells` cells that are not in the set.
  CellSet outside(int cells) const {
    CellSet rest;
    for (std::size_t i = 0; int(i) * 64 < cells; ++i) {
      const int left = cells - int(i) * 64;
      rest.words_[i] = ~words_[i] & (left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1);
    }
    return rest;
  }
  // `count` cells from `first` on, at most 32 of them.
  std::uint32_t bits(int first, int count) const {
    const std::size_t word = std::size_t(first) >> 6;
    const int from = first & 63;
    std::uint64_t found = words_[word] >> from;
    if (from + count > 64) found |= words_[word + 1] << (64 - from);
    return std::uint32_t(found & ((std::uint64_t{1} << count) - 1));
  }
  bool operator==(const CellSet&) const = default;

 private:
  std::array<std::uint64_t, (most_cells + 63) / 64> words_{};
};

// Directions: along the row, down the column, down to the right, down to the left.
constexpr int directions = 4;
constexpr std::array<Spot, directions> ways{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
constexpr int step(int direction, int size) {
  return ways[std::size_t(direction)].row * size + ways[std::size_t(direction)].col;
}

// The cells of the board before and after a cell along a line.
struct Room {
  int before, after;
};
constexpr Room room(Spot at, int direction, int size) {
  const int left = at.col, right = size - 1 - at.col, up = at.row, down = size - 1 - at.row;
  switch (direction) {
    case 0: return {left, right};
    case 1: return {up, down};
    case 2: return {std::min(up, left), std::min(down, right)};
    default: return {std::min(up, right), std::min(down, left)};
  }
}
// Are there five cells in a line with none of these stones?
inline bool room_for_five(const CellSet& stones, int size) {
  std::array<std::uint32_t, largest> open{};
  for (int row = 0; row < size; ++row) open[std::size_t(row)] = ~stones.bits(row * size, size) & ((1u << size) - 1);
  for (std::size_t row = 0; row < std::size_t(size); ++row) {
    const std::uint32_t o = open[row];
    if (o & o >> 1 & o >> 2 & o >> 3 & o >> 4) return true;
    if (row < 4) continue;
    const std::uint32_t a = open[row - 1], b = open[row - 2], c = open[row - 3], d = open[row - 4];
    if ((o & a & b & c & d) | (o & a >> 1 & b >> 2 & c >> 3 & d >> 4) | (o & a << 1 & b << 2 & c << 3 & d << 4))
      return true;
  }
  return false;
}
// The stones that follow a cell without a gap, in steps of `stride`, at most `most`.
inline int run(const CellSet& own, int cell, int stride, int most) {
  int n = 0;
  while (n < most && own.has(cell += stride)) ++n;
  return n;
}

// What one colour sees along a line around a cell: own stones and obstacles (the other's stones, the
// edge), from `reach` cells before the cell to as many after; the cell itself is the middle bit.
constexpr int reach = 5;
constexpr std::uint32_t window_bits = (1u << (2 * reach + 1)) - 1;
struct Window {
  std::uint32_t own, blocked;
};

// Two boards that answer the same questions. This one reads windows cell by cell: nothing to build, so
// right for a few questions about a position.
class StoneBoard {
 public:
  StoneBoard(int size, const std::array<CellSet, 2>& stones) : size_(size), stones_(stones) {}

  int size() const { return size_; }
  void place(int cell, Side side) { stones_[std::size_t(side)].add(cell); }
  void lift(int cell, Side side) { stones_[std::size_t(side)].remove(cell); }
  Window window(int direction, int cell, Side side) const {
    const CellSet &own = stones_[std::size_t(side)], &theirs = stones_[std::size_t(other(side))];
    const Room all = room(spot(cell, size_), direction, size_);
    const int before = std::min(all.before, reach), after = std::min(all.after, reach);
    const std::uint32_t board = ((2u << (before + after)) - 1) << (reach - before);
    Window seen{0, ~board & window_bits};
    int at = cell - before * step(direction, size_);
    for (int bit = reach - before; bit <= reach + after; ++bit, at += step(direction, size_)) {
      seen.own |= std::uint32_t(own.has(at)) << bit;
      seen.blocked |= std::uint32_t(theirs.has(at)) << bit;
    }
    return seen;
  }

 private:
  int size_;
  std::array<CellSet, 2> stones_;
};

// This one keeps every line as bits, so that a window is a shift: for many questions about a position, or
// for a board that changes move by move.
class LineBoard {
 public:
  struct Line {
    std::array<std::uint32_t, 2> stones{};
    std::uint32_t walls = ~0u;

    // Around the cell whose place on the line is `at`.
    Window window(int at, Side side) const {
      return {stones[std::size_t(side)] >> at & window_bits,
              (stones[std::size_t(other(side))] | walls) >> at & window_bits};
    }
  };
  struct Place {
    int line, at;
  };

  explicit LineBoard(int size) : size_(size) {
    for (int i = 0; i < size; ++i) open(0, i, 0, size), open(1, i, 0, size);
    for (int i = 0; i < 2 * size - 1; ++i) {
      const int length = std::min(i, 2 * size - 2 - i) + 1;
      open(2, i, std::max(0, size - 1 - i), length);
      open(3, i, std::max(0, i - size + 1), length);
    }
  }
  LineBoard(int size, const std::array<CellSet, 2>& stones) : LineBoard(size) {
    for (Side side : {Side::First, Side::Second}) stones[std::size_t(side)].each([&](int cell) { place(cell, side); });
  }

  int size() const { return size_; }
  void place(int cell, Side side) { flip(cell, side); }
  void lift(int cell, Side side) { flip(cell, side); }
  Window window(int direction, int cell, Side side) const {
    const Place p = place_of(direction, spot(cell, size_));
    return line(direction, p.line).window(p.at, side);
  }

  Place place_of(int direction, Spot s) const {
    switch (direction) {
      case 0: return {s.row, s.col};
      case 1: return {s.col, s.row};
      case 2: return {s.col - s.row + size_ - 1, s.row};
      default: return {s.row + s.col, s.row};
    }
  }
  const Line& line(int direction, int index) const { return lines_[std::size_t(direction)][std::size_t(index)]; }

 private:
  // A line's first cell is bit `reach`, so that windows never shift below bit 0.
  void open(int direction, int index, int from, int length) {
    lines_[std::size_t(direction)][std::size_t(index)].walls = ~(((1u << length) - 1) << (from + reach));
  }
  void flip(int cell, Side side) {
    const Spot s = spot(cell, size_);
    for (int d = 0; d < directions; ++d) {
      const Place p = place_of(d, s);
      lines_[std::size_t(d)][std::size_t(p.line)].stones[std::size_t(side)] ^= 1u << (p.at + reach);
    }
  }

  int size_;
  std::array<std::array<Line, 2 * largest - 1>, directions> lines_;
};

}  // namespace gomoku
}  // namespace kishi
