// Othello's bit tricks: which squares flip, where a side may play, how boards turn.
//
// A board of any size is a bitboard with rows of eight: a1 is bit 0, b1 bit 1, a2 bit 8. Boards of 4
// and 6 lie in the upper left corner; the squares beyond them are always empty, and an empty square
// stops every run of discs, so nothing here needs to know the size except the mask of the board.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace kishi::othello {

using Board = std::uint64_t;

constexpr Board squares_of(int size) {
  const Board row = (1u << size) - 1;
  Board board = 0;
  for (int r = 0; r < size; ++r) board |= row << (8 * r);
  return board;
}

inline constexpr std::array<Board, 9> kSquares = [] {
  std::array<Board, 9> boards{};
  for (int size : {4, 6, 8}) boards[size] = squares_of(size);
  return boards;
}();

// Four directions at once: along the row, the column and the two diagonals. Without AVX2 the compiler
// makes two halves of it. (Functions here take and return plain boards, because the calling convention
// for these vectors depends on the instruction set.)
using Four = std::uint64_t __attribute__((vector_size(32)));
constexpr Four kStride = {1, 8, 7, 9};

inline Board either(const Four& v) {
  const auto half = __builtin_shufflevector(v, v, 0, 1) | __builtin_shufflevector(v, v, 2, 3);
  return half[0] | half[1];
}
inline Board all(const Four& v) {
  const auto half = __builtin_shufflevector(v, v, 0, 1) & __builtin_shufflevector(v, v, 2, 3);
  return half[0] & half[1];
}

// The squares a disc sees along each direction, towards higher and towards lower bits.
struct Rays {
  Four up, down;
};

constexpr Board ray(int square, int row_step, int col_step) {
  Board seen = 0;
  for (int r = square / 8 + row_step, c = square % 8 + col_step; r >= 0 && r < 8 && c >= 0 && c < 8;
       r += row_step, c += col_step)
    seen |= Board{1} << (8 * r + c);
  return seen;
}

inline constexpr auto kRays = [] {
  std::array<Rays, 64> rays{};
  for (int s = 0; s < 64; ++s)
    rays[s] = {Four{ray(s, 0, 1), ray(s, 1, 0), ray(s, 1, -1), ray(s, 1, 1)},
               Four{ray(s, 0, -1), ray(s, -1, 0), ray(s, -1, 1), ray(s, -1, -1)}};
  return rays;
}();

// With AVX2 each lane shifts by its own stride; before it, emulating that costs more than all the rest.
#ifdef __AVX2__
inline constexpr bool kLanesShiftAlone = true;
#else
inline constexpr bool kLanesShiftAlone = false;
#endif

// Downwards no carry runs. So every square next to one of mine, towards the new disc, is a candidate for the end of the
// run, and those with another than theirs on the way are struck out: at most one on the ray is left.
inline void add_flips_down(const Four& down, Board mine, Board theirs, Four& turned_over) {
  const Four others = down & ~theirs, struck = others | others >> kStride;
  const Four last = ((down & mine) << kStride) & ~struck & ~(struck >> 2 * kStride) & ~(struck >> 4 * kStride);
  turned_over |= down & -last;
}

// The same one by one: the first other square is the highest (square 0 if there is none, which is on the ray only if
// it is the last).
inline Board flips_down_one_by_one(const Four& down, Board mine, Board theirs) {
  Board turned_over = 0;
  for (int d = 0; d < 4; ++d) {
    const Board stop = std::bit_floor((down[d] & ~theirs) | 1);
    turned_over |= down[d] & -((stop & mine & down[d]) << 1);
  }
  return turned_over;
}

// The discs of `theirs` that turn when `mine` plays on an empty square.
inline Board flips(Board mine, Board theirs, int square) {
  const Four &up = kRays[square].up, &down = kRays[square].down;
  // Upwards a borrow runs through their discs and stops on the first other square.
  const Four flank = -(up & ~theirs) & up & mine;
  Four turned_over = up & (flank - 1 - Four(flank == 0));
  if constexpr (!kLanesShiftAlone) return either(turned_over) | flips_down_one_by_one(down, mine, theirs);
  add_flips_down(down, mine, theirs, turned_over);
  return either(turned_over);
}

constexpr Board kInnerFiles = 0x7e7e7e7e7e7e7e7e;  // a run through an outer file would wrap around

inline Board reach_by_lanes(Board mine, Board theirs) {
  const Four through = theirs & Four{kInnerFiles, ~Board{0}, kInnerFiles, kInnerFiles};
  Four up = through & (mine << kStride), down = through & (mine >> kStride);
  up |= through & (up << kStride);
  down |= through & (down >> kStride);
  const Four pairs_up = through & (through << kStride), pairs_down = pairs_up >> kStride;
  up |= pairs_up & (up << 2 * kStride);
  down |= pairs_down & (down >> 2 * kStride);
  up |= pairs_up & (up << 2 * kStride);
  down |= pairs_down & (down >> 2 * kStride);
  return either((up << kStride) | (down >> kStride));
}

// The ends of all runs of `through` that begin next to `mine`, one stride in every lane.
template <int Stride, class Lanes>
inline void add_ends(const Lanes& mine, const Lanes& through, Lanes& ends) {
  Lanes run = through & (mine << Stride);
  run |= through & (run << Stride);
  const Lanes pairs = through & (through << Stride);
  run |= pairs & (run << 2 * Stride);
  run |= pairs & (run << 2 * Stride);
  ends |= run << Stride;
}

// The board and its mirror image make up and down one direction; rows need the whole mirror for that.
inline Board reach_by_mirror(Board mine, Board theirs) {
  using Two = std::uint64_t __attribute__((vector_size(16)));
  const Board inner = theirs & kInnerFiles;
  const Two m = {mine, __builtin_bswap64(mine)}, t = {theirs, __builtin_bswap64(theirs)};
  const Two diagonal = t & kInnerFiles;
  Two ends = {0, 0};
  add_ends<8>(m, t, ends);
  add_ends<9>(m, diagonal, ends);
  add_ends<7>(m, diagonal, ends);
  const Board right = (inner + (inner & (mine << 1))) & ~inner;  // a carry runs through each run
  Board left = inner & (mine >> 1);
  left |= inner & (left >> 1);
  const Board pairs = inner & (inner >> 1);
  left |= pairs & (left >> 2);
  left |= pairs & (left >> 2);
  return ends[0] | __builtin_bswap64(ends[1]) | right | left >> 1;
}

// The empty squares of an endless board where `mine` may play: mask them with the board.
inline Board reach(Board mine, Board theirs) {
  const Board ends = kLanesShiftAlone ? reach_by_lanes(mine, theirs) : reach_by_mirror(mine, theirs);
  return ends & ~(mine | theirs);
}

constexpr Board mirrored(Board b) {  // left and right
  b = ((b >> 1) & 0x5555555555555555) | ((b & 0x5555555555555555) << 1);
  b = ((b >> 2) & 0x3333333333333333) | ((b & 0x3333333333333333) << 2);
  return ((b >> 4) & 0x0f0f0f0f0f0f0f0f) | ((b & 0x0f0f0f0f0f0f0f0f) << 4);
}

constexpr Board flipped(Board b) { return __builtin_bswap64(b); }  // top and bottom

constexpr Board transposed(Board b) {  // about the diagonal from a1
  Board t = (b ^ (b >> 7)) & 0x00aa00aa00aa00aa;
  b ^= t ^ (t << 7);
  t = (b ^ (b >> 14)) & 0x0000cccc0000cccc;
  b ^= t ^ (t << 14);
  t = (b ^ (b >> 28)) & 0x00000000f0f0f0f0;
  return b ^ t ^ (t << 28);
}

// The symmetries in the numbering of core/game.hpp.
constexpr Board turned(Board b, int size, int symmetry) {
  if (symmetry & 1) b = mirrored(b) >> (8 - size);
  if (symmetry & 2) b = flipped(b) >> 8 * (8 - size);
  return symmetry & 4 ? transposed(b) : b;
}

}  // namespace kishi::othello
