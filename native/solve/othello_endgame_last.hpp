// The last five empty squares of an Othello game, where most of a solver's time goes.
//
// All scores here answer one question: does the side to move get more than `alpha`? They are bounds on
// the side of alpha they fall on. Nothing is allocated, sorted or looked up in a table of positions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "games/othello_board.hpp"

namespace kishi::othello {

// How a finished game is counted: with the empty squares for the winner (the official score), or the
// discs on the board alone.
enum class Count : std::uint8_t { Official, OnBoard };

// Twice the discs that a disc on `place` of a full line turns, for every set of own discs on the line.
inline constexpr auto kTurnedOnLine = [] {
  std::array<std::array<std::uint8_t, 256>, 8> turned{};
  for (int place = 0; place < 8; ++place)
    for (int own = 0; own < 256; ++own) {
      int left = place - 1, right = place + 1;
      while (left >= 0 && !(own >> left & 1)) --left;
      while (right < 8 && !(own >> right & 1)) ++right;
      turned[place][own] = std::uint8_t(2 * ((left >= 0 ? place - left - 1 : 0) + (right < 8 ? right - place - 1 : 0)));
    }
  return turned;
}();

struct Diagonals {
  Board falling, rising;
};
inline constexpr auto kDiagonals = [] {
  std::array<Diagonals, 64> lines{};
  for (int s = 0; s < 64; ++s) lines[s] = {ray(s, 1, 1) | ray(s, -1, -1), ray(s, 1, -1) | ray(s, -1, 1)};
  return lines;
}();

constexpr int file_bits(Board b, int file) {
  return int(((b >> file) & 0x0101010101010101) * 0x0102040810204080 >> 56);
}
constexpr int folded_rows(Board b) { return int(b * 0x0101010101010101 >> 56); }

// Twice the discs that the owner of `mine` turns by filling the last empty square. Squares beyond a
// small board count as the other side's, which is harmless: no own disc lies behind them.
inline int turned_by_last(Board mine, int square) {
  const int row = square >> 3, file = square & 7;
  const auto& across = kTurnedOnLine[file];
  return across[mine >> (8 * row) & 255] + kTurnedOnLine[row][file_bits(mine, file)] +
         across[folded_rows(mine & kDiagonals[square].falling)] + across[folded_rows(mine & kDiagonals[square].rising)];
}

inline constexpr auto kNeighbours = [] {
  std::array<Board, 64> around{};
  for (int s = 0; s < 64; ++s)
    for (int dr = -1; dr <= 1; ++dr)
      for (int dc = -1; dc <= 1; ++dc) {
        const int r = s / 8 + dr, c = s % 8 + dc;
        if ((dr || dc) && r >= 0 && r < 8 && c >= 0 && c < 8) around[s] |= Board{1} << (8 * r + c);
      }
  return around;
}();

class LastSquares {
 public:
  LastSquares(int size, Count count)
      : board_(kSquares[size]), squares_(size * size), bonus_(count == Count::Official ? 1 : 0) {
    for (int s = 0; s < 64; ++s)
      quadrant_[s] = std::uint8_t(1 << ((s / 8 >= size / 2 ? 2 : 0) + (s % 8 >= size / 2 ? 1 : 0)));
    for (int odd = 0; odd < 16; ++odd) {
      in_quadrants_[odd] = 0;
      for (int s = 0; s < 64; ++s)
        if (board_ >> s & 1 && quadrant_[s] & odd) in_quadrants_[odd] |= Board{1} << s;
    }
  }

  std::uint64_t nodes = 0;

  // Which quarters of the board hold an odd number of empty squares: the side that moves into one of
  // them first tends to have the last word there too.
  unsigned odd_quadrants(Board empty) const {
    unsigned odd = 0;
    for (; empty; empty &= empty - 1) odd ^= quadrant(std::countr_zero(empty));
    return odd;
  }
  unsigned quadrant(int square) const { return quadrant_[square]; }
  Board in_quadrants(unsigned odd) const { return in_quadrants_[odd]; }

  int finished(Board mine, Board theirs) const {
    const int own = std::popcount(mine), other = std::popcount(theirs), lead = own - other;
    return lead + bonus_ * ((lead > 0) - (lead < 0)) * (squares_ - own - other);
  }

  // `places`: where the side to move may play, which has a move. Odd quarters first.
  int five(Board mine, Board theirs, Board places, int alpha, unsigned odd) {
    const Board odd_squares = in_quadrants(odd);
    int best = kNone;
    for (Board group : {places & odd_squares, places & ~odd_squares})
      for (; group && best <= alpha; group &= group - 1) {
        const int s = std::countr_zero(group);
        const Board f = flips(mine, theirs, s);
        best = std::max(best, -four(theirs ^ f, mine | f | Board{1} << s, -alpha - 1, odd ^ quadrant(s)));
      }
    return best;
  }

  int four(Board mine, Board theirs, int alpha, unsigned odd) {
    ++nodes;
    const Board empty = board_ & ~(mine | theirs);
    std::array<int, 4> at;
    int n = 0;
    for (Board b = empty & in_quadrants(odd); b; b &= b - 1) at[n++] = std::countr_zero(b);
    for (Board b = empty & ~in_quadrants(odd); b; b &= b - 1) at[n++] = std::countr_zero(b);
    int best = kNone;
    for (int i = 0; i < 4; ++i) {
      const int s = at[i];
      if (!(kNeighbours[s] & theirs)) continue;
      if (const Board f = flips(mine, theirs, s)) {
        const int x = at[i == 0], y = at[i <= 1 ? 2 : 1], z = at[i <= 2 ? 3 : 2];
        const int score = -three(theirs ^ f, mine | f | Board{1} << s, -alpha - 1, x, y, z, odd ^ quadrant(s));
        if (score > alpha) return score;
        best = std::max(best, score);
      }
    }
    if (best != kNone) return best;
    if (reach(theirs, mine) & empty) return -four(theirs, mine, -alpha - 1, odd);
    return finished(mine, theirs);
  }

 private:
  static constexpr int kNone = -127;

  int three(Board mine, Board theirs, int alpha, int x, int y, int z, unsigned odd) {
    ++nodes;
    // Of three squares either one or all three quarters are odd; the lone one goes first.
    if (!(quadrant(x) & odd)) {
      if (quadrant(y) & odd)
        std::swap(x, y);
      else
        std::swap(x, z);
    }
    int best = try_three(mine, theirs, alpha, x, y, z, kNone);
    if (best > alpha) return best;
    best = try_three(mine, theirs, alpha, y, x, z, best);
    if (best > alpha) return best;
    best = try_three(mine, theirs, alpha, z, x, y, best);
    if (best != kNone) return best;
    return three_passed(mine, theirs, alpha, x, y, z);
  }

  int try_three(Board mine, Board theirs, int alpha, int s, int x, int y, int best) {
    if (!(kNeighbours[s] & theirs)) return best;
    const Board f = flips(mine, theirs, s);
    return f ? std::max(best, -two(theirs ^ f, mine | f | Board{1} << s, -alpha - 1, x, y)) : best;
  }

  [[gnu::noinline]] int three_passed(Board mine, Board theirs, int alpha, int x, int y, int z) {
    ++nodes;
    const int beta = -alpha - 1;
    int best = try_three(theirs, mine, beta, x, y, z, kNone);
    if (best <= beta) best = try_three(theirs, mine, beta, y, x, z, best);
    if (best <= beta) best = try_three(theirs, mine, beta, z, x, y, best);
    return best != kNone ? -best : finished(mine, theirs);
  }

  int two(Board mine, Board theirs, int alpha, int x, int y) {
    ++nodes;
    int best = try_two(mine, theirs, alpha, x, y, kNone);
    if (best > alpha) return best;
    best = try_two(mine, theirs, alpha, y, x, best);
    if (best != kNone) return best;
    ++nodes;
    const int beta = -alpha - 1;
    best = try_two(theirs, mine, beta, x, y, kNone);
    if (best <= beta) best = try_two(theirs, mine, beta, y, x, best);
    return best != kNone ? -best : finished(mine, theirs);
  }

  int try_two(Board mine, Board theirs, int alpha, int s, int x, int best) {
    if (!(kNeighbours[s] & theirs)) return best;
    const Board f = flips(mine, theirs, s);
    return f ? std::max(best, -one(theirs ^ f, -alpha - 1, x)) : best;
  }

  // One empty square: the discs need not be turned, only counted.
  int one(Board mine, int alpha, int x) {
    ++nodes;
    const int lead = 2 * std::popcount(mine) - squares_ + 1;
    if (const int turned = turned_by_last(mine, x)) return lead + 1 + turned;
    const int without = lead > 0 ? lead + bonus_ : lead - bonus_;
    // Their reply can only lower what the empty square left us; often that is enough to know.
    if (without <= alpha) return without;
    const Board theirs = board_ & ~mine & ~(Board{1} << x);
    const int turned = turned_by_last(theirs, x);
    return turned ? lead - 1 - turned : without;
  }

  Board board_;
  int squares_, bonus_;
  std::array<std::uint8_t, 64> quadrant_;
  std::array<Board, 16> in_quadrants_;
};

}  // namespace kishi::othello
