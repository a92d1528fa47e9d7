// A Gomoku position and its one spelling: rows from the top separated by '/', runs of empty cells as
// numbers, x black, o white, a space, the side to move.
#pragma once

#include <string>

#include "games/gomoku_board.hpp"

namespace kishi::gomoku {

struct Position {
  std::array<CellSet, 2> stones;
  std::uint64_t key = 0;
  std::uint16_t placed = 0;
  Side turn = Side::First;
  Verdict verdict = Verdict::Running;

  bool operator==(const Position&) const = default;

  const CellSet& of(Side side) const { return stones[std::size_t(side)]; }
  bool empty(int cell) const { return !stones[0].has(cell) && !stones[1].has(cell); }
  CellSet empties(int cells) const { return (stones[0] | stones[1]).outside(cells); }

  void put(int cell, Side side) {
    stones[std::size_t(side)].add(cell);
    key ^= mix(std::uint64_t(cell) * 2 + std::uint64_t(side) + 1);
    ++placed;
  }
  void lift(int cell, Side side) {
    stones[std::size_t(side)].remove(cell);
    key ^= mix(std::uint64_t(cell) * 2 + std::uint64_t(side) + 1);
    --placed;
  }
  // Nobody passes in a game, but a search imagines it.
  void pass() {
    turn = other(turn);
    key ^= mix(2 * most_cells + 1);
  }
};

inline std::string text(const Position& p, int size) {
  std::string s;
  int gap = 0;
  const auto close_gap = [&] {
    if (gap) s += std::to_string(gap);
    gap = 0;
  };
  for (int cell = 0; cell < size * size; ++cell) {
    if (p.empty(cell)) {
      ++gap;
    } else {
      close_gap();
      s += p.of(Side::First).has(cell) ? 'x' : 'o';
    }
    if (cell % size != size - 1) continue;
    close_gap();
    s += cell + 1 < size * size ? '/' : ' ';
  }
  return s + (p.turn == Side::First ? 'x' : 'o');
}

[[noreturn]] inline void refuse(std::string_view s, int size, const std::string& wrong) {
  const std::string n = std::to_string(size);
  throw std::invalid_argument(wrong + "; a position is " + n + " rows of " + n +
                              " cells from the top, with / between "
                              "them, x, o and numbers of empty cells, then a space and x or o to move; got " +
                              quoted(s));
}

// Puts one row's stones on the board; the cells it fills, -1 if it cannot be read.
inline int parse_row(std::string_view row, int first, int size, Position& p) {
  int col = 0, gap = 0;
  for (char c : row) {
    if (c >= (gap ? '0' : '1') && c <= '9') {
      gap = std::min(gap * 10 + (c - '0'), size + 1);
    } else if ((c == 'x' || c == 'o') && col + gap < size) {
      col += gap;
      gap = 0;
      p.put(first + col++, c == 'x' ? Side::First : Side::Second);
    } else {
      return -1;
    }
  }
  return col + gap;
}

// The stones and the side to move. Whether a game can lead there is the rules' question.
inline Position parse_stones(std::string_view s, int size) {
  Position p;
  const std::size_t space = s.find(' ');
  const std::string_view side = space == s.npos ? "" : s.substr(space + 1);
  if (side != "x" && side != "o") refuse(s, size, "the side to move must be x or o");
  std::string_view rest = s.substr(0, space);
  for (int row = 0; row < size; ++row) {
    const std::size_t slash = rest.find('/');
    if (parse_row(rest.substr(0, slash), row * size, size, p) != size)
      refuse(s, size, "row " + std::to_string(row + 1) + " is not " + std::to_string(size) + " cells");
    if ((slash == rest.npos) != (row == size - 1)) refuse(s, size, "there must be " + std::to_string(size) + " rows");
    rest = slash == rest.npos ? "" : rest.substr(slash + 1);
  }
  const int black = p.of(Side::First).count(), white = p.of(Side::Second).count();
  if (black != white + (side == "o")) refuse(s, size, "x moves at equal counts, o when x has one stone more");
  p.turn = side == "x" ? Side::First : Side::Second;
  return p;
}

}  // namespace kishi::gomoku
