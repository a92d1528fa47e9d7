// What each colour would make on each empty cell of a Gomoku board, kept up to date move by move.
//
// A stone changes only the windows of the cells on its four lines, and a window is a number to which the
// stone adds its digit; so a move is some thirty additions and table lookups, and is taken back by
// copying what it changed.
#pragma once

#include <array>
#include <vector>

#include "games/gomoku.hpp"

namespace kishi::gomoku {

// What a colour gets on a cell by all four lines together, in rising order.
enum class Kind : std::uint8_t {
  Quiet,
  Forbidden,  // black's overline or double four under renju's rule
  Three,      // one open three
  TwoThrees,  // under renju's rule perhaps forbidden to black: see Patterns::open_to
  Four,       // the other side must answer on one cell
  FourThree,  // such a four and an open three
  Win,        // a straight four or two fours: only a five answers them
  Five,
};

// The four lines' shapes of a cell added up: how many fives, fours and threes, each in bits of its own,
// and above them what the cell is worth, to an evaluation and to the order of moves.
namespace sum {

constexpr std::uint32_t three = 1, four = 1 << 3, straight = 1 << 7, five = 1 << 11;
constexpr int count_bits = 14, worth_bits = 9;
constexpr std::uint32_t count_mask = (1u << count_bits) - 1, worth_mask = (1u << worth_bits) - 1;

// What the chance of each shape says of who will win (hundredths of a logit, fitted to games), and how
// much one would like to play there, by shape: One, OpenOne, Two, OpenTwo, Three, ...
using Worth = std::array<std::uint32_t, shapes>;
constexpr Worth chance{0, 0, 0, 0, 0, 1, 5, 9, 42, 80, 80, 0};
constexpr Worth appeal{0, 0, 1, 2, 3, 8, 8, 24, 20, 80, 100, 120};

// Two fours on one line are as good as a straight four, unless they are forbidden. A forbidden overline
// is counted as two straight fours, which are forbidden too.
constexpr std::uint32_t part(Shape s, bool renju_black) {
  const std::uint32_t points = (chance[std::size_t(s)] | appeal[std::size_t(s)] << worth_bits) << count_bits;
  switch (s) {
    case Shape::Five: return points + five;
    case Shape::StraightFour: return points + straight;
    case Shape::TwinFour: return points + (renju_black ? 2 * four : straight);
    case Shape::Four: return points + four;
    case Shape::OpenThree: return points + three;
    case Shape::Overline: return points + (renju_black ? 2 * straight : 0);
    default: return points;
  }
}
constexpr Kind judged(std::uint32_t counts, bool renju_black) {
  const std::uint32_t threes = counts % four, fours = counts % straight / four;
  const std::uint32_t straights = counts % five / straight, fives = counts / five;
  if (fives) return Kind::Five;
  if (fours + straights >= 2) return renju_black ? Kind::Forbidden : Kind::Win;
  if (straights) return Kind::Win;
  if (fours) return threes ? Kind::FourThree : Kind::Four;
  return threes >= 2 ? Kind::TwoThrees : threes ? Kind::Three : Kind::Quiet;
}

// How one colour adds up its shapes.
struct Reading {
  std::array<std::uint32_t, shapes> parts{};
  std::array<Kind, count_mask + 1> kinds{};

  explicit constexpr Reading(bool renju_black) {
    for (std::size_t s = 0; s < parts.size(); ++s) parts[s] = part(Shape(s), renju_black);
    for (std::uint32_t i = 0; i <= count_mask; ++i) kinds[i] = judged(i, renju_black);
  }
  Kind kind(std::uint32_t total) const { return kinds[total & count_mask]; }
  std::uint32_t changed(std::uint32_t total, Shape from, Shape to) const {
    return total - parts[std::size_t(from)] + parts[std::size_t(to)];
  }
};
inline constexpr Reading free_reading(false), renju_reading(true);
constexpr int chances(std::uint32_t total) { return int(total >> count_bits & worth_mask); }
constexpr int appeals(std::uint32_t total) { return int(total >> count_bits >> worth_bits); }
constexpr bool two_threes(std::uint32_t total) { return total % four >= 2; }

}  // namespace sum

class Patterns {
 public:
  explicit Patterns(const Gomoku& game) : game_(game), span_(game.rule == Rule::Freestyle ? reach - 1 : reach) {
    for (Side side : {Side::First, Side::Second}) {
      const bool renju_black = game.rule == Rule::Renju && side == Side::First;
      colours_[std::size_t(side)] = {&ShapeTable::of(game.rule, side),
                                     renju_black ? &sum::renju_reading : &sum::free_reading};
    }
    blank_.resize(std::size_t(game.cells()));
    around_.resize(std::size_t(game.cells()));
    for (int cell = 0; cell < game.cells(); ++cell) draw_blank(cell);
    log_.reserve(4096);
    reset({});
  }

  void reset(const Position& p) {
    cells_ = blank_;
    now_ = {};
    now_.empty = CellSet().outside(game_.cells());
    for (int cell = 0; cell < game_.cells(); ++cell) enter(cell);
    for (Side side : {Side::First, Side::Second}) p.of(side).each([&](int cell) { push(cell, side); });
    log_.clear();
    past_.clear();
  }
  void push(int cell, Side side) {
    past_.push_back({now_, log_.size()});
    leave(cell);
    now_.near = now_.near | around_[std::size_t(cell)].near;
    for (int d = 0; d < directions; ++d) {
      const auto [before, after] = around_[std::size_t(cell)].room[std::size_t(d)];
      const int stride = step(d, game_.size);
      for (int i = -std::min<int>(before, span_); i <= std::min<int>(after, span_); ++i)
        if (now_.empty.has(cell + i * stride)) see_stone(cell + i * stride, d, -i, side);
    }
  }
  void push_pass() { past_.push_back({now_, log_.size()}); }
  void pop() {
    const std::size_t size = past_.back().log_size;
    for (std::size_t i = log_.size(); i > size; --i) cells_[log_[i - 1].cell] = log_[i - 1].before;
    log_.resize(size);
    now_ = past_.back().before;
    past_.pop_back();
  }

  const Gomoku& game() const { return game_; }
  const CellSet& empty() const { return now_.empty; }
  // Empty cells not far from any stone, where moves that matter are.
  CellSet near() const { return now_.near & now_.empty; }
  // The cells on which `side` gets this kind, Three or more.
  const CellSet& with(Side side, Kind kind) const { return now_.with[std::size_t(side)][slot(kind)]; }
  // Added up over the empty cells.
  int chances(Side side) const { return now_.chances[std::size_t(side)]; }

  Kind kind(Side side, int cell) const { return reading(side).kind(total(side, cell)); }
  int appeal(Side side, int cell) const { return sum::appeals(total(side, cell)); }
  Shape shape(Side side, int cell, int direction) const {
    return cells_[std::size_t(cell)].colours[std::size_t(side)].shapes[std::size_t(direction)];
  }
  // May `side` play there in this position? Only black's double threes take a look ahead.
  bool open_to(Side side, int cell, const Position& p) const {
    if (game_.rule != Rule::Renju || side != Side::First) return true;
    if (kind(side, cell) == Kind::Forbidden) return false;
    return !two_threes(side, cell) || !game_.closed_to_black(p, Move(cell));
  }
  bool two_threes(Side side, int cell) const { return sum::two_threes(total(side, cell)); }
  // The cells on which a stone of the other side would leave `side` less than `least` on `cell`.
  CellSet answers(Side side, int cell, Kind least) const {
    CellSet found;
    found.add(cell);
    for (int d = 0; d < directions; ++d) {
      const auto [before, after] = around_[std::size_t(cell)].room[std::size_t(d)];
      for (int i = -before; i <= after; ++i) {
        const int at = cell + i * step(d, game_.size);
        if (i != 0 && now_.empty.has(at) && kind_if_blocked(side, cell, d, i) < least) found.add(at);
      }
    }
    return found;
  }

 private:
  struct Colour {
    const ShapeTable* table = nullptr;
    const sum::Reading* reading = nullptr;
  };
  struct View {  // one colour's view of one cell
    std::array<std::uint16_t, directions> codes{};
    std::array<Shape, directions> shapes{};
    std::uint32_t total = 0;
    bool operator==(const View&) const = default;
  };
  struct Cell {
    std::array<View, 2> colours;
  };
  struct Around {
    std::array<std::pair<std::int8_t, std::int8_t>, directions> room;  // cells before and after, to the edge
    CellSet near;
  };
  static constexpr std::size_t slots = 6;
  static std::size_t slot(Kind kind) { return std::size_t(kind) - std::size_t(Kind::Three); }
  struct Totals {
    std::array<std::array<CellSet, slots>, 2> with;
    CellSet near, empty;
    std::array<int, 2> chances{};
  };
  struct Past {
    Totals before;
    std::size_t log_size;
  };
  struct Change {
    Cell before;
    std::size_t cell;
  };

  const sum::Reading& reading(Side side) const { return *colours_[std::size_t(side)].reading; }
  std::uint32_t total(Side side, int cell) const {
    return cells_[std::size_t(cell)].colours[std::size_t(side)].total;
  }

  // A cell of the empty board: what its windows see of the edge, and its neighbourhood.
  void draw_blank(int cell) {
    const LineBoard board(game_.size);
    Around& around = around_[std::size_t(cell)];
    for (int d = 0; d < directions; ++d) {
      const Window w = board.window(d, cell, Side::First);
      around.room[std::size_t(d)] = {std::int8_t(reach - std::countr_one(w.blocked)),
                                     std::int8_t(reach - std::countl_one(w.blocked << (31 - 2 * reach)))};
      for (std::size_t c = 0; c < 2; ++c) {
        View& view = blank_[std::size_t(cell)].colours[c];
        view.codes[std::size_t(d)] = std::uint16_t(ShapeTable::code(w));
        view.shapes[std::size_t(d)] = (*colours_[c].table)[w];
        view.total += colours_[c].reading->parts[std::size_t(view.shapes[std::size_t(d)])];
      }
      const auto [before, after] = around.room[std::size_t(d)];
      for (int i = -std::min<int>(before, 3); i <= std::min<int>(after, 3); ++i)
        around.near.add(cell + i * step(d, game_.size));
    }
    add_knights(cell, around.near);
  }
  // Lines reach to a distance of 3; a knight's move away, no line leads.
  void add_knights(int cell, CellSet& near) const {
    const Spot at = spot(cell, game_.size);
    for (const Spot jump : {Spot{1, 2}, Spot{2, 1}})
      for (int sign = 0; sign < 4; ++sign) {
        const int row = at.row + (sign & 1 ? jump.row : -jump.row), col = at.col + (sign & 2 ? jump.col : -jump.col);
        if (row >= 0 && row < game_.size && col >= 0 && col < game_.size) near.add(row * game_.size + col);
      }
  }

  // An empty cell begins, or ceases, to count.
  void enter(int cell) {
    for (std::size_t c = 0; c < 2; ++c) {
      const std::uint32_t total = cells_[std::size_t(cell)].colours[c].total;
      now_.chances[c] += sum::chances(total);
      if (const Kind k = colours_[c].reading->kind(total); k >= Kind::Three) now_.with[c][slot(k)].add(cell);
    }
  }
  void leave(int cell) {
    now_.empty.remove(cell);
    for (std::size_t c = 0; c < 2; ++c) {
      const std::uint32_t total = cells_[std::size_t(cell)].colours[c].total;
      now_.chances[c] -= sum::chances(total);
      if (const Kind k = colours_[c].reading->kind(total); k >= Kind::Three) now_.with[c][slot(k)].remove(cell);
    }
  }
  void see_stone(int cell, int direction, int offset, Side stone) {
    Cell& here = cells_[std::size_t(cell)];
    log_.push_back({here, std::size_t(cell)});
    const std::uint32_t digit = weights[std::size_t(offset + reach)];
    for (std::size_t c = 0; c < 2; ++c) {
      View& view = here.colours[c];
      std::uint16_t& code = view.codes[std::size_t(direction)];
      code = std::uint16_t(code + (c == std::size_t(stone) ? digit : 2 * digit));
      const Shape shape = colours_[c].table->at(code), before = view.shapes[std::size_t(direction)];
      if (shape == before) continue;
      view.shapes[std::size_t(direction)] = shape;
      retotal(cell, c, colours_[c].reading->changed(view.total, before, shape));
    }
  }
  void retotal(int cell, std::size_t c, std::uint32_t total) {
    std::uint32_t& old = cells_[std::size_t(cell)].colours[c].total;
    const Kind from = colours_[c].reading->kind(old), to = colours_[c].reading->kind(total);
    now_.chances[c] += sum::chances(total) - sum::chances(old);
    old = total;
    if (from == to) return;
    if (from >= Kind::Three) now_.with[c][slot(from)].remove(cell);
    if (to >= Kind::Three) now_.with[c][slot(to)].add(cell);
  }
  Kind kind_if_blocked(Side side, int cell, int direction, int offset) const {
    const View& view = cells_[std::size_t(cell)].colours[std::size_t(side)];
    const std::uint32_t code = view.codes[std::size_t(direction)] + 2 * weights[std::size_t(offset + reach)];
    const Shape left = colours_[std::size_t(side)].table->at(code);
    return reading(side).kind(reading(side).changed(view.total, view.shapes[std::size_t(direction)], left));
  }

  Gomoku game_;
  int span_;  // how far along a line a stone is seen
  std::array<Colour, 2> colours_;
  std::vector<Cell> blank_, cells_;
  std::vector<Around> around_;
  Totals now_;
  std::vector<Change> log_;
  std::vector<Past> past_;
};

}  // namespace kishi::gomoku
