// What a search sees of a Gomoku position: who threatens what, and the few cells that matter.
#pragma once

#include "eval/gomoku_patterns.hpp"
#include "eval/search_info.hpp"

namespace kishi {

template <>
class SearchInfo<Gomoku> {
 public:
  static constexpr bool null_moves = true;  // a stone more never hurts
  static constexpr bool quiescence = true;
  static constexpr bool quick_end = true;
  static constexpr int moves_to_come = 30, slots = Gomoku::most_actions;

  using Position = Gomoku::Position;
  using CellSet = gomoku::CellSet;
  using Kind = gomoku::Kind;

  explicit SearchInfo(const Gomoku& game) : patterns_(game) {}

  void reset(const Position& p) { patterns_.reset(p); }
  void push(const Position& before, Move m, const Position&) {
    if (m == kNoMove)
      patterns_.push_pass();
    else
      patterns_.push(m, before.turn);
  }
  void pop() { patterns_.pop(); }
  Position passed(Position p) const {
    p.pass();
    return p;
  }
  const gomoku::Patterns& patterns() const { return patterns_; }

  // Does the other side threaten a five?
  bool in_check(const Position& p) const { return !patterns_.with(other(p.turn), Kind::Five).empty(); }

  // In how many plies nothing prevents a five; less than 0 if it is the other side's. 0: that takes a search.
  int sure_end(const Position& p) const {
    const Side me = p.turn;
    if (!patterns_.with(me, Kind::Five).empty()) return 1;
    const int threats = patterns_.with(other(me), Kind::Five).count();
    if (threats > 1) return -2;
    const auto wins = [&](int cell) { return patterns_.open_to(me, cell, p); };
    return threats == 0 && patterns_.with(me, Kind::Win).any_of(wins) ? 3 : 0;
  }

  // A sure win alone; else what parries a threat that would be one; else all cells near the stones.
  void candidates(const Position& p, Moves<Gomoku>& out) const {
    out.clear();
    if (p.verdict != Verdict::Running || decisive(p, out)) return;
    const Side me = p.turn;
    const CellSet threats = open_cells(p, other(me), Kind::Win);
    if (p.placed == 0) {
      out.add(Move(patterns_.game().size / 2 * (patterns_.game().size + 1)));
    } else if (threats.empty()) {
      add_open(p, patterns_.near(), out);
    } else {
      add_open(p, parries(me, threats), out);
      if (out.empty()) add_open(p, threats, out);
    }
    if (out.empty()) patterns_.game().legal(p, out);
  }
  // Fives, the answers to a five, and fours.
  void forcing(const Position& p, Moves<Gomoku>& out) const {
    out.clear();
    if (p.verdict != Verdict::Running || decisive(p, out)) return;
    add_open(p, patterns_.with(p.turn, Kind::FourThree), out);
    add_open(p, patterns_.with(p.turn, Kind::Four), out);
  }
  // The same without fours from which no other four can grow.
  void promising(const Position& p, Moves<Gomoku>& out) const {
    out.clear();
    if (p.verdict != Verdict::Running || decisive(p, out)) return;
    add_open(p, patterns_.with(p.turn, Kind::FourThree), out);
    patterns_.with(p.turn, Kind::Four).each([&](int cell) {
      if (patterns_.four_and_more(p.turn, cell) && patterns_.open_to(p.turn, cell, p)) out.add(Move(cell));
    });
  }
  int slot(const Position&, Move m) const { return m; }
  struct Ordering {
    const gomoku::Patterns& patterns;
    Side me, them;

    bool quiet(Move m) const { return patterns.kind(me, m) < Kind::Three && patterns.kind(them, m) < Kind::FourThree; }
    bool check(Move m) const { return patterns.kind(me, m) >= Kind::Four; }
    int score(Move m) const {
      return attack_worth[std::size_t(patterns.kind(me, m))] + 4 * patterns.appeal(me, m) +
             guard_worth[std::size_t(patterns.kind(them, m))] + 3 * patterns.appeal(them, m);
    }
  };
  Ordering ordering(const Position& p) const { return {patterns_, p.turn, other(p.turn)}; }

 private:
  static constexpr std::array<int, 8> attack_worth{0, 0, 80, 500, 160, 1'200, 6'000, 24'000};
  static constexpr std::array<int, 8> guard_worth{0, 0, 40, 250, 80, 600, 3'000, 12'000};

  // A move that wins by force at once, or, against a five, the answers. False: there is neither.
  bool decisive(const Position& p, Moves<Gomoku>& out) const {
    const Side me = p.turn;
    if (add_first(patterns_.with(me, Kind::Five), out)) return true;
    if (const CellSet& fives = patterns_.with(other(me), Kind::Five); !fives.empty()) {
      add_open(p, fives, out);
      if (out.empty()) patterns_.game().legal(p, out);
      return true;
    }
    return add_first(open_cells(p, me, Kind::Win), out);
  }
  static bool add_first(const CellSet& cells, Moves<Gomoku>& out) {
    return cells.any_of([&](int cell) { return out.add(Move(cell)), true; });
  }
  void add_open(const Position& p, const CellSet& cells, Moves<Gomoku>& out) const {
    cells.each([&](int cell) {
      if (patterns_.open_to(p.turn, cell, p)) out.add(Move(cell));
    });
  }
  CellSet open_cells(const Position& p, Side side, Kind kind) const {
    CellSet open;
    patterns_.with(side, kind).each([&](int cell) {
      if (patterns_.open_to(side, cell, p)) open.add(cell);
    });
    return open;
  }
  // Against cells on which the other side would get a straight four or two fours: stones that spoil
  // all of them, or fours of one's own.
  CellSet parries(Side me, const CellSet& threats) const {
    CellSet spoilers = patterns_.empty();
    threats.each([&](int cell) { spoilers = spoilers & patterns_.answers(other(me), cell, Kind::Win); });
    return spoilers | patterns_.with(me, Kind::Four) | patterns_.with(me, Kind::FourThree);
  }

  gomoku::Patterns patterns_;
};

static_assert(HasSearchInfo<Gomoku>);

}  // namespace kishi
