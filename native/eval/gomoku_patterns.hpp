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

// The four lines' shapes of a cell added up: how many of each that matters, in bits of its own, and above
// them how much one would like to play there.
namespace sum {

constexpr std::uint32_t open_two = 1, closed_three = 1 << 3, open_three = 1 << 6, four = 1 << 9, straight = 1 << 13,
                        five = 1 << 17, like = 1 << 20;
// The kind depends on what is from open threes to fives, the chance on what is up to fours.
constexpr std::uint32_t kind_values = like / open_three, chance_values = straight;

// By shape: One, OpenOne, Two, OpenTwo, Three, OpenThree, the fours, Five.
constexpr std::array<std::uint32_t, shapes> appeal{0, 0, 1, 2, 3, 8, 8, 24, 20, 80, 100, 120};

// What a cell says of who will win, in hundredths of a logit: by whether there is a four to be made, then by
// the number of open threes, of closed threes and of open twos. Fitted to games between searches by
// logistic regression.
using Counted = std::array<std::array<std::array<int, 3>, 3>, 3>;
constexpr std::array<Counted, 2> chance{{
    {{{{{0, 0, 5}, {7, 15, 23}, {7, 18, 23}}},
      {{{15, 32, 37}, {30, 37, 46}, {30, 38, 46}}},
      {{{18, 35, 38}, {30, 38, 48}, {46, 50, 55}}}}},
    {{{{{50, 94, 102}, {105, 105, 116}, {116, 116, 120}}},
      {{{117, 117, 117}, {117, 118, 122}, {121, 127, 133}}},
      {{{117, 119, 125}, {123, 129, 135}, {134, 139, 145}}}}},
}};
constexpr int win_chance = 109;

// Two fours on one line are as good as a straight four, unless they are forbidden. A forbidden overline
// is counted as two straight fours, which are forbidden too.
constexpr std::uint32_t part(Shape s, bool renju_black) {
  const std::uint32_t liked = appeal[std::size_t(s)] * like;
  switch (s) {
    case Shape::Five: return liked + five;
    case Shape::StraightFour: return liked + straight;
    case Shape::TwinFour: return liked + (renju_black ? 2 * four : straight);
    case Shape::Four: return liked + four;
    case Shape::OpenThree: return liked + open_three;
    case Shape::Three: return liked + closed_three;
    case Shape::OpenTwo: return liked + open_two;
    case Shape::Overline: return liked + (renju_black ? 2 * straight : 0);
    default: return liked;
  }
}
constexpr Kind judged(std::uint32_t total, bool renju_black) {
  const std::uint32_t threes = total % four / open_three, fours = total % straight / four;
  const std::uint32_t straights = total % five / straight, fives = total / five;
  if (fives) return Kind::Five;
  if (fours + straights >= 2) return renju_black ? Kind::Forbidden : Kind::Win;
  if (straights) return Kind::Win;
  if (fours) return threes ? Kind::FourThree : Kind::Four;
  return threes >= 2 ? Kind::TwoThrees : threes ? Kind::Three : Kind::Quiet;
}
constexpr int weighed(std::uint32_t total) {
  const auto up_to_two = [](std::uint32_t n) { return std::size_t(std::min(n, 2u)); };
  return chance[total >= four][up_to_two(total % four / open_three)][up_to_two(total % open_three / closed_three)]
               [up_to_two(total % closed_three)];
}

// How one colour adds up its shapes.
struct Reading {
  // Made at first use: the compiler would take a second for these tables, in each file that reads this one.
  static const Reading& of(bool renju_black) {
    static const Reading free(false), renju(true);
    return renju_black ? renju : free;
  }

  std::array<std::uint32_t, shapes> parts{};
  std::array<Kind, kind_values> kinds{};
  std::array<std::int16_t, chance_values> chances{};

  explicit Reading(bool renju_black) {
    for (std::size_t s = 0; s < parts.size(); ++s) parts[s] = part(Shape(s), renju_black);
    for (std::uint32_t i = 0; i < kind_values; ++i) kinds[i] = judged(i * open_three, renju_black);
    for (std::uint32_t i = 0; i < chance_values; ++i) chances[i] = std::int16_t(weighed(i));
  }
  Kind kind(std::uint32_t total) const { return kinds[total / open_three % kind_values]; }
  int chance_of(std::uint32_t total, Kind kind) const {
    if (kind == Kind::Win) return win_chance;
    return kind == Kind::Forbidden || kind == Kind::Five ? 0 : chances[total % chance_values];
  }
  std::uint32_t changed(std::uint32_t total, Shape from, Shape to) const {
    return total - parts[std::size_t(from)] + parts[std::size_t(to)];
  }
};
constexpr int appeals(std::uint32_t total) { return int(total / like); }
constexpr bool two_threes(std::uint32_t total) { return total % four / open_three >= 2; }

}  // namespace sum

class Patterns {
 public:
  explicit Patterns(const Gomoku& game) : game_(game), span_(game.rule == Rule::Freestyle ? reach - 1 : reach) {
    for (Side side : {Side::First, Side::Second}) {
      const bool renju_black = game.rule == Rule::Renju && side == Side::First;
      colours_[std::size_t(side)] = {&ShapeTable::of(game.rule, side), &sum::Reading::of(renju_black)};
    }
    blank_.resize(std::size_t(game.cells()));
    around_.resize(std::size_t(game.cells()));
    const LineBoard board(game.size);
    for (int cell = 0; cell < game.cells(); ++cell) draw_blank(board, cell);
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
  std::uint32_t total(Side side, int cell) const { return cells_[std::size_t(cell)].colours[std::size_t(side)].total; }

  // A cell of the empty board: what its windows see of the edge, and its neighbourhood.
  void draw_blank(const LineBoard& board, int cell) {
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
      const Kind kind = colours_[c].reading->kind(total);
      now_.chances[c] += colours_[c].reading->chance_of(total, kind);
      if (kind >= Kind::Three) now_.with[c][slot(kind)].add(cell);
    }
  }
  void leave(int cell) {
    now_.empty.remove(cell);
    for (std::size_t c = 0; c < 2; ++c) {
      const std::uint32_t total = cells_[std::size_t(cell)].colours[c].total;
      const Kind kind = colours_[c].reading->kind(total);
      now_.chances[c] -= colours_[c].reading->chance_of(total, kind);
      if (kind >= Kind::Three) now_.with[c][slot(kind)].remove(cell);
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
    const sum::Reading& reading = *colours_[c].reading;
    const Kind from = reading.kind(old), to = reading.kind(total);
    now_.chances[c] += reading.chance_of(total, to) - reading.chance_of(old, from);
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
