// What each colour would make on each empty cell of a Gomoku board, kept up to date move by move.
//
// A stone changes only what the cells on its four lines see, and what a cell sees along a line is a number to which
// the stone adds its bits; so a move is some thirty additions and table lookups, and is taken back by copying what it
// changed.
#pragma once

#include <array>
#include <vector>

#include "eval/gomoku_shape_pairs.hpp"
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

// The four lines' shapes of a cell added up: three bits for each line with what decides, and above them how much one
// would like to play there.
namespace sum {

// What a line has that decides. Two fours on one line are as good as a straight four, unless they are forbidden, as an
// overline is then.
enum class Part : std::uint8_t { Nothing, OpenTwo, ClosedThree, OpenThree, Four, StraightFour, Five, Forbidden };
constexpr int part_bits = 3;
constexpr std::uint32_t like = 1 << part_bits * directions;

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
constexpr std::int16_t win_chance = 109;

constexpr Part part(Shape s, bool renju_black) {
  switch (s) {
    case Shape::Five: return Part::Five;
    case Shape::StraightFour: return Part::StraightFour;
    case Shape::TwinFour: return renju_black ? Part::Forbidden : Part::StraightFour;
    case Shape::Four: return Part::Four;
    case Shape::OpenThree: return Part::OpenThree;
    case Shape::Three: return Part::ClosedThree;
    case Shape::OpenTwo: return Part::OpenTwo;
    case Shape::Overline: return renju_black ? Part::Forbidden : Part::Nothing;
    default: return Part::Nothing;
  }
}

// What four lines come to.
struct Meaning {
  std::int16_t chance = 0;
  Kind kind = Kind::Quiet;
  bool two_threes : 1 = false;
  bool more : 1 = false;  // than its fours: lines that another four may grow from
};
constexpr Meaning meaning_of(std::uint32_t parts, bool renju_black) {
  std::array<std::size_t, 8> has{};
  for (int line = 0; line < directions; ++line) ++has[parts >> part_bits * line & 7];
  const auto count = [&](Part p) { return has[std::size_t(p)]; };
  const std::size_t threes = count(Part::OpenThree), straights = count(Part::StraightFour);
  const std::size_t fours = count(Part::Four) + straights + 2 * count(Part::Forbidden);
  Meaning m;
  m.two_threes = threes >= 2;
  m.more = threes + count(Part::ClosedThree) + count(Part::OpenTwo) > 0;
  m.kind = count(Part::Five) ? Kind::Five
           : fours >= 2      ? (renju_black ? Kind::Forbidden : Kind::Win)
           : straights       ? Kind::Win
           : fours           ? (threes ? Kind::FourThree : Kind::Four)
           : threes >= 2     ? Kind::TwoThrees
           : threes          ? Kind::Three
                             : Kind::Quiet;
  const auto up_to_two = [](std::size_t n) { return std::min<std::size_t>(n, 2); };
  if (m.kind == Kind::Win)
    m.chance = win_chance;
  else if (m.kind != Kind::Forbidden && m.kind != Kind::Five)
    m.chance = std::int16_t(
        chance[fours > 0][up_to_two(threes)][up_to_two(count(Part::ClosedThree))][up_to_two(count(Part::OpenTwo))]);
  return m;
}

// Both colours' sums in one number, the first side's below: a change of both is one addition.
using Sums = std::uint64_t;
constexpr std::uint32_t of_side(Sums sums, Side side) { return std::uint32_t(sums >> 32 * int(side)); }
constexpr int appeals(std::uint32_t sum) { return int(sum / like); }

// How the shapes of both colours are added up.
struct Reading {
  // Made at first use: the compiler would take a second for these tables, in each file that reads this one.
  static const Reading& of(Rule rule) {
    static const Reading free(false), renju(true);
    return rule == Rule::Renju ? renju : free;
  }

  std::array<std::array<Sums, 256>, directions> parts{};  // by line and pair of shapes
  std::array<std::array<Meaning, like>, 2> meanings{};    // by colour

  const Meaning& meaning(Sums sums, Side side) const { return meanings[std::size_t(side)][of_side(sums, side) % like]; }
  Sums changed(Sums sums, std::size_t line, std::uint8_t from, std::uint8_t to) const {
    return sums + (parts[line][to] - parts[line][from]);
  }

 private:
  explicit Reading(bool renju) {
    for (Side side : {Side::First, Side::Second}) {
      const bool renju_black = renju && side == Side::First;
      for (std::size_t line = 0; line < directions; ++line)
        for (std::size_t pair = 0; pair < 256; ++pair)
          if (const Shape s = ShapePairs::of_side(std::uint8_t(pair), side); std::size_t(s) < shapes)
            parts[line][pair] |=
                Sums(appeal[std::size_t(s)] * like + (std::uint32_t(part(s, renju_black)) << part_bits * line))
                << 32 * int(side);
      for (std::uint32_t i = 0; i < like; ++i) meanings[std::size_t(side)][i] = meaning_of(i, renju_black);
    }
  }
};

}  // namespace sum

class Patterns {
 public:
  explicit Patterns(const Gomoku& game)
      : game_(game), pairs_(&ShapePairs::of(game.rule)), reading_(&sum::Reading::of(game.rule)) {
    blank_.resize(std::size_t(game.cells()));
    around_.resize(std::size_t(game.cells()));
    for (int cell = 0; cell < game.cells(); ++cell) draw_blank(cell);
    reset({});
  }

  void reset(const Position& p) {
    cells_ = blank_;
    now_ = {};
    now_.empty = CellSet().outside(game_.cells());
    for (int cell = 0; cell < game_.cells(); ++cell) enter(cell);
    for (Side side : {Side::First, Side::Second}) p.of(side).each([&](int cell) { push(cell, side); });
    logged_ = 0;
    past_.clear();
  }
  // Without a branch for each cell, because none could be foretold: what has changed is noted, and added up when all
  // lookups are on their way. Cells with stones on them are looked at too, and count for nothing.
  void push(int cell, Side side) {
    past_.emplace_back(now_, logged_);
    leave(cell);
    now_.near = now_.near | around_[std::size_t(cell)].near;
    if (log_.size() < logged_ + most_seen) log_.resize(2 * log_.size() + most_seen);
    std::array<Seen, most_seen + 1> changed;
    std::size_t count = 0;
    for (std::size_t d = 0; d < directions; ++d) {
      const auto [before, after] = around_[std::size_t(cell)].room[d];
      const int stride = step(int(d), game_.size);
      const auto look_from = [&](int i) {
        changed[count] = see(cell + i * stride, d, pairs_->stone(-i, side));
        count += std::size_t(changed[count].differs()) & std::size_t(now_.empty.has(cell + i * stride));
      };
      for (int i = -before; i < 0; ++i) look_from(i);
      for (int i = 1; i <= after; ++i) look_from(i);
    }
    for (std::size_t i = 0; i < count; ++i) add_up(changed[i]);
  }
  void push_pass() { past_.emplace_back(now_, logged_); }
  void pop() {
    const std::size_t size = past_.back().logged;
    while (logged_ > size) --logged_, cells_[log_[logged_].cell] = log_[logged_].before;
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

  Kind kind(Side side, int cell) const { return meaning(side, cell).kind; }
  int appeal(Side side, int cell) const { return sum::appeals(sum::of_side(cells_[std::size_t(cell)].sums, side)); }
  // May `side` play there in this position? Only black's double threes take a look ahead.
  bool open_to(Side side, int cell, const Position& p) const {
    if (game_.rule != Rule::Renju || side != Side::First) return true;
    if (kind(side, cell) == Kind::Forbidden) return false;
    return !two_threes(side, cell) || !game_.closed_to_black(p, Move(cell));
  }
  // Does a four on the cell come with another line that a second four may grow from?
  bool four_and_more(Side side, int cell) const { return meaning(side, cell).more; }
  bool two_threes(Side side, int cell) const { return meaning(side, cell).two_threes; }
  // The cells on which a stone of the other side would leave `side` less than `least` on `cell`.
  CellSet answers(Side side, int cell, Kind least) const {
    CellSet found;
    found.add(cell);
    for (std::size_t d = 0; d < directions; ++d) {
      const auto [before, after] = around_[std::size_t(cell)].room[d];
      for (int i = -before; i <= after; ++i) {
        const int at = cell + i * step(int(d), game_.size);
        if (i != 0 && now_.empty.has(at) && kind_if_blocked(side, cell, d, i) < least) found.add(at);
      }
    }
    return found;
  }

 private:
  struct Cell {
    std::array<std::uint32_t, directions>
        lines{};  // what is seen along each: its code, and above it the pair of shapes
    sum::Sums sums = 0;
    std::array<sum::Meaning, 2> meanings{};  // by colour
  };
  static constexpr int pair_shift = 24;
  static constexpr std::uint32_t code_bits = (1u << pair_shift) - 1;
  struct Around {
    std::array<std::pair<std::int8_t, std::int8_t>, directions> room;  // cells before and after that see this one
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
    Past(const Totals& totals, std::size_t size) : before(totals), logged(size) {}

    Totals before;
    std::size_t logged;
  };
  struct Change {
    Cell before;
    std::size_t cell;
  };
  struct Seen {  // a cell's shapes along one line, before and after a stone
    std::uint16_t cell;
    std::uint8_t line, before, after;

    bool differs() const { return before != after; }
  };
  static constexpr std::size_t most_seen = 2 * reach * directions;  // cells that see one

  const sum::Meaning& meaning(Side side, int cell) const {
    return cells_[std::size_t(cell)].meanings[std::size_t(side)];
  }

  // A cell of the empty board: what it sees of the edge, and its neighbourhood.
  void draw_blank(int cell) {
    Around& around = around_[std::size_t(cell)];
    Cell& blank = blank_[std::size_t(cell)];
    const int span = pairs_->span();
    for (std::size_t d = 0; d < directions; ++d) {
      const auto [before, after] = room(spot(cell, game_.size), int(d), game_.size);
      around.room[d] = {std::int8_t(std::min(before, span)), std::int8_t(std::min(after, span))};
      ShapePairs::Code code = 0;
      for (int i = before + 1; i <= span; ++i) code |= pairs_->edge(-i);
      for (int i = after + 1; i <= span; ++i) code |= pairs_->edge(i);
      blank.lines[d] = code | std::uint32_t(pairs_->at(code)) << pair_shift;
      blank.sums += reading_->parts[d][pairs_->at(code)];
      for (int i = -std::min(before, 3); i <= std::min(after, 3); ++i)
        around.near.add(cell + i * step(int(d), game_.size));
    }
    for (Side side : {Side::First, Side::Second})
      blank.meanings[std::size_t(side)] = reading_->meaning(blank.sums, side);
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
    for (Side side : {Side::First, Side::Second}) {
      const sum::Meaning& m = meaning(side, cell);
      now_.chances[std::size_t(side)] += m.chance;
      if (m.kind >= Kind::Three) now_.with[std::size_t(side)][slot(m.kind)].add(cell);
    }
  }
  void leave(int cell) {
    now_.empty.remove(cell);
    for (Side side : {Side::First, Side::Second}) {
      const sum::Meaning& m = meaning(side, cell);
      now_.chances[std::size_t(side)] -= m.chance;
      if (m.kind >= Kind::Three) now_.with[std::size_t(side)][slot(m.kind)].remove(cell);
    }
  }
  Seen see(int cell, std::size_t line, ShapePairs::Code stone) {
    Cell& here = cells_[std::size_t(cell)];
    log_[logged_++] = {here, std::size_t(cell)};
    const std::uint32_t old = here.lines[line], code = (old & code_bits) + stone;
    const std::uint8_t pair = pairs_->at(code);
    here.lines[line] = code | std::uint32_t(pair) << pair_shift;
    return {std::uint16_t(cell), std::uint8_t(line), std::uint8_t(old >> pair_shift), pair};
  }
  void add_up(const Seen& seen) {
    Cell& here = cells_[seen.cell];
    here.sums = reading_->changed(here.sums, seen.line, seen.before, seen.after);
    for (Side side : {Side::First, Side::Second}) {
      const std::size_t c = std::size_t(side);
      const sum::Meaning now = reading_->meaning(here.sums, side), old = here.meanings[c];
      here.meanings[c] = now;
      now_.chances[c] += now.chance - old.chance;
      if (old.kind == now.kind) continue;
      if (old.kind >= Kind::Three) now_.with[c][slot(old.kind)].remove(seen.cell);
      if (now.kind >= Kind::Three) now_.with[c][slot(now.kind)].add(seen.cell);
    }
  }
  Kind kind_if_blocked(Side side, int cell, std::size_t line, int offset) const {
    const Cell& here = cells_[std::size_t(cell)];
    const std::uint8_t pair = pairs_->at((here.lines[line] & code_bits) + pairs_->stone(offset, other(side)));
    const std::uint8_t old = std::uint8_t(here.lines[line] >> pair_shift);
    return reading_->meaning(reading_->changed(here.sums, line, old, pair), side).kind;
  }

  Gomoku game_;
  const ShapePairs* pairs_;
  const sum::Reading* reading_;
  std::vector<Cell> blank_, cells_;
  std::vector<Around> around_;
  Totals now_;
  std::vector<Change> log_;
  std::size_t logged_ = 0;  // so many of them hold something
  std::vector<Past> past_;
};

}  // namespace kishi::gomoku
