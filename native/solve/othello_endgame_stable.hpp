// Discs that can never be turned again, and the bound on the score that they give.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "games/othello_board.hpp"
#include "solve/othello_endgame_last.hpp"

namespace kishi::othello {

// The stable discs of every edge of `length` squares, found by playing all edges out: either side may
// get any empty square, with or without turning discs along the edge.
class StableEdges {
 public:
  explicit StableEdges(int length) : length_(length), stable_(6561, kUnknown) { find(0, 0); }

  int of(int mine, int theirs) const { return stable_[index(mine, theirs)]; }

 private:
  static constexpr std::int16_t kUnknown = -1;
  static constexpr auto kTernary = [] {
    std::array<std::uint16_t, 256> value{};
    for (int bits = 0; bits < 256; ++bits)
      for (int i = 0, power = 1; i < 8; ++i, power *= 3) value[bits] += std::uint16_t((bits >> i & 1) * power);
    return value;
  }();

  static int index(int mine, int theirs) { return kTernary[mine] + 2 * kTernary[theirs]; }

  int find(int mine, int theirs) {
    std::int16_t& known = stable_[index(mine, theirs)];
    if (known != kUnknown) return known;
    int stable = mine;
    for (int i = 0; i < length_; ++i) {
      const int disc = 1 << i;
      if ((mine | theirs) & disc) continue;
      const int gained = int(flips(Board(mine), Board(theirs), i)), lost = int(flips(Board(theirs), Board(mine), i));
      stable &= find(mine | disc | gained, theirs & ~gained) & find(mine & ~lost, theirs | disc | lost);
    }
    return known = std::int16_t(stable);
  }

  int length_;
  std::vector<std::int16_t> stable_;
};

inline const StableEdges& stable_edges(int length) {
  static const std::array<StableEdges, 3> edges = {StableEdges(4), StableEdges(6), StableEdges(8)};
  return edges[length / 2 - 2];
}

constexpr Board as_file(int bits) {  // bit i becomes row i of the a-file
  const Board spread = Board(bits) * 0x0101010101010101 & 0x8040201008040201;
  return ((spread + 0x7f7f7f7f7f7f7f7f) >> 7) & 0x0101010101010101;
}

// The squares from which 1, 2 or 4 steps along each direction, up (0) or down (1), leave the board.
constexpr Board leaving(int row_steps, int col_steps) {
  Board squares = 0;
  for (int s = 0; s < 64; ++s) {
    const int r = s / 8 + row_steps, c = s % 8 + col_steps;
    if (r < 0 || r > 7 || c < 0 || c > 7) squares |= Board{1} << s;
  }
  return squares;
}
inline constexpr auto kLeaving = [] {
  std::array<std::array<Four, 3>, 2> out{};
  for (int down = 0; down < 2; ++down)
    for (int i = 0; i < 3; ++i) {
      const int n = down ? -(1 << i) : 1 << i;
      out[down][i] = Four{leaving(0, n), leaving(n, 0), leaving(n, -n), leaving(n, n)};
    }
  return out;
}();

class StableDiscs {
 public:
  explicit StableDiscs(int size) : last_(size - 1), beyond_(~kSquares[size]), edges_(&stable_edges(size)) {
    inner_ = 0;
    for (int r = 1; r < last_; ++r)
      for (int c = 1; c < last_; ++c) inner_ |= Board{1} << (8 * r + c);
  }

  // A lower bound: discs of the owner of `mine` that are certainly safe.
  int count(Board mine, Board theirs) const {
    Four full;
    find_full_lines(mine | theirs | beyond_, full);
    Board stable = on_edges(mine, theirs) | (mine & inner_ & all(full));
    if (!stable) return 0;
    // Safe along a direction: the line is full, or a safe own disc is next on it.
    for (Board inner = mine & inner_;;) {
      const Board more = inner & ~stable & all((stable << kStride) | (stable >> kStride) | full);
      if (!more) return std::popcount(stable);
      stable |= more;
    }
  }

 private:
  Board on_edges(Board mine, Board theirs) const {
    const int top = edges_->of(int(mine & 255), int(theirs & 255));
    const int shift = 8 * last_;
    const int bottom = edges_->of(int(mine >> shift & 255), int(theirs >> shift & 255));
    const int left = edges_->of(file_bits(mine, 0), file_bits(theirs, 0));
    const int right = edges_->of(file_bits(mine, last_), file_bits(theirs, last_));
    return Board(top) | Board(bottom) << shift | as_file(left) | as_file(right) << last_;
  }

  // For each square and direction: is every square of its line taken?
  static void find_full_lines(Board taken, Four& full) {
    full = Four{} + taken;
    Four down = full & (kLeaving[1][0] | full << kStride);
    full &= kLeaving[0][0] | full >> kStride;
    full &= kLeaving[0][1] | full >> 2 * kStride;
    down &= kLeaving[1][1] | down << 2 * kStride;
    full &= kLeaving[0][2] | full >> 4 * kStride;
    full &= down & (kLeaving[1][2] | down << 4 * kStride);
  }

  int last_;
  Board beyond_, inner_;
  const StableEdges* edges_;
};

}  // namespace kishi::othello
