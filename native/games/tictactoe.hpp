// Tic-tac-toe: three in a row on a board of 3x3. The smallest game there is, and so the one to read first: a new game
// is a header like this one. A move is a cell, row by row from a1 in the upper left corner.
#pragma once

#include <algorithm>
#include <bit>
#include <string>

#include "core/game.hpp"

namespace kishi {

struct TicTacToe {
  static constexpr std::string_view family = "tictactoe";
  static constexpr int size = 3, cells = size * size;
  static constexpr int most_moves = cells, most_actions = cells;
  static constexpr int repetitions = 0;
  static constexpr bool end_is_leaf = false;

  // A set of cells has a bit for each, that of a1 the lowest.
  using Cells = std::uint16_t;
  struct Position {
    Cells mine = 0, theirs = 0;  // marks of the side to move, and of the other side
    Side turn = Side::First;
    bool operator==(const Position&) const = default;
  };

  bool operator==(const TicTacToe&) const = default;

  std::string name() const { return std::string(family); }
  int rows() const { return size; }
  int cols() const { return size; }
  int moves() const { return cells; }
  int planes() const { return 2; }
  int symmetries() const { return 8; }

  Position start() const { return {}; }
  Side turn(const Position& p) const { return p.turn; }
  std::uint64_t key(const Position& p) const {
    return mix(1 + std::uint64_t(p.mine) + (std::uint64_t(p.theirs) << 16) + (std::uint64_t(p.turn) << 32));
  }

  void legal(const Position& p, Moves<TicTacToe>& out) const {
    out.clear();
    for (Move m = 0; m < cells; ++m)
      if (is_legal(p, m)) out.add(m);
  }
  bool is_legal(const Position& p, Move m) const {
    return m < cells && !has(p.mine | p.theirs, m) && !has_line(p.theirs);
  }
  Position play(const Position& p, Move m) const { return {p.theirs, Cells(p.mine | 1 << m), other(p.turn)}; }
  // Only who has just moved can have made a line.
  Verdict settled(const Position& p) const {
    if (has_line(p.theirs)) return win_for(other(p.turn));
    return (p.mine | p.theirs) == full ? Verdict::Draw : Verdict::Running;
  }
  Verdict repeated(std::span<const Position>) const { return Verdict::Running; }

  std::string text(const Position& p) const {
    std::string s;
    for (const std::string& cell : picture(p).cells) s += cell.empty() ? "-" : cell;
    return s + (p.turn == Side::First ? " X" : " O");
  }
  Position parse(std::string_view s) const {
    if (s.size() != cells + 2 || (s.substr(cells) != " X" && s.substr(cells) != " O")) refuse_position(s);
    Position p{0, 0, s.back() == 'X' ? Side::First : Side::Second};
    for (int i = 0; i < cells; ++i) {
      if (s[i] != 'X' && s[i] != 'O' && s[i] != '-') refuse_position(s);
      if (s[i] != '-') (s[i] == s.back() ? p.mine : p.theirs) |= Cells(1 << i);
    }
    const int ahead = std::popcount(p.theirs) - std::popcount(p.mine);  // X begins, so O has to catch up
    if (ahead != (p.turn == Side::First ? 0 : 1) || has_line(p.mine))
      throw std::invalid_argument("no game of tic-tac-toe leads to " + quoted(s));
    return p;
  }
  std::string move_text(Move m) const { return {char('a' + m % size), char('1' + m / size)}; }
  Move parse_move(std::string_view s) const {
    for (Move m = 0; m < cells; ++m)
      if (s.size() == 2 && char(s[0] | 0x20) == move_text(m)[0] && s[1] == move_text(m)[1]) return m;
    throw std::invalid_argument("a move of tic-tac-toe is a cell from a1 to c3; got " + quoted(s));
  }

  Picture picture(const Position& p) const {
    const bool first = p.turn == Side::First;
    Picture view;
    for (int i = 0; i < cells; ++i)
      view.cells.emplace_back(has(p.mine, i) ? (first ? "X" : "O") : has(p.theirs, i) ? (first ? "O" : "X") : "");
    return view;
  }
  Path path(Move m) const { return {-1, m}; }

  void encode(const Position& p, std::span<float> planes) const {
    for (int i = 0; i < cells; ++i) {
      planes[std::size_t(i)] = has(p.mine, i);
      planes[std::size_t(cells + i)] = has(p.theirs, i);
    }
  }
  Move seen_move(Move m, Side) const { return m; }
  Position turned(const Position& p, int symmetry) const {
    return {turned(p.mine, symmetry), turned(p.theirs, symmetry), p.turn};
  }
  Move turned_move(Move m, int symmetry) const { return Move(turned_square(m, size, symmetry)); }

 private:
  static constexpr Cells full = 0b111'111'111;
  static constexpr std::array<Cells, 8> lines = {0b000'000'111, 0b000'111'000, 0b111'000'000, 0b001'001'001,
                                                 0b010'010'010, 0b100'100'100, 0b100'010'001, 0b001'010'100};

  static bool has(int set, int cell) { return set >> cell & 1; }
  static bool has_line(Cells own) {
    return std::any_of(lines.begin(), lines.end(), [own](Cells line) { return (own & line) == line; });
  }
  static Cells turned(Cells set, int symmetry) {
    Cells there = 0;
    for (int i = 0; i < cells; ++i)
      if (has(set, i)) there |= Cells(1 << turned_square(i, size, symmetry));
    return there;
  }
  [[noreturn]] static void refuse_position(std::string_view s) {
    throw std::invalid_argument(
        "a tic-tac-toe position is 9 cells of X, O or -, a space and the side to move (X or O); got " + quoted(s));
  }
};

static_assert(Game<TicTacToe>);

}  // namespace kishi
