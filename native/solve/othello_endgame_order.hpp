// Which move an Othello solver tries first: moves that leave few replies, and those that a guess at the
// score likes. Order never changes a result, only how long it takes.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "games/othello_board.hpp"
#include "solve/othello_endgame_last.hpp"

namespace kishi::othello {

struct Candidate {
  Board mine, theirs;  // after the move, for the side that then moves
  Board replies;       // where that side may play
  std::uint64_t key;   // of that position; filled in where the table is asked
  std::int32_t merit;
  std::uint8_t square;
};

class Candidates {
 public:
  // Every move on `places`; their merit is still to be set. `made` is shown each as soon as its discs lie.
  Candidates(Board board, Board mine, Board theirs, Board places)
      : Candidates(board, mine, theirs, places, [](Candidate&) {}) {}
  template <class Made>
  Candidates(Board board, Board mine, Board theirs, Board places, Made made) {
    for (; places; places &= places - 1) {
      const int square = std::countr_zero(places);
      const Board turned_over = flips(mine, theirs, square);
      Candidate& c = list_[size_++];
      c.mine = theirs ^ turned_over;
      c.theirs = mine | turned_over | Board{1} << square;
      made(c);
      c.replies = reach(c.mine, c.theirs) & board;
      c.square = std::uint8_t(square);
    }
  }

  Candidate* begin() { return list_.data(); }
  Candidate* end() { return list_.data() + size_; }
  int size() const { return size_; }

  // The best of those not taken before. Picking beats sorting, since often one move is enough.
  const Candidate& take(int i) {
    int best = i;
    for (int j = i + 1; j < size_; ++j)
      if (list_[j].merit > list_[best].merit) best = j;
    if (best != i) std::swap(list_[i], list_[best]);
    return list_[i];
  }

 private:
  std::array<Candidate, 50> list_;  // as many as any position has moves; left uninitialised on purpose
  int size_ = 0;
};

constexpr Board with_neighbours(Board b) {
  const Board row = b | (b << 1 & 0xfefefefefefefefe) | (b >> 1 & 0x7f7f7f7f7f7f7f7f);
  return row | row << 8 | row >> 8;
}

constexpr Board corners_of(int size) {
  const int last = size - 1;
  return Board{1} | Board{1} << last | Board{1} << 8 * last | Board{1} << 9 * last;
}

// What a move looks like without any search. The numbers were chosen by the nodes that 60 positions of 15 empty squares
// take, and are hardly better than their neighbours.
class Sight {
 public:
  explicit Sight(int size) : board_(kSquares[size]), corners_(corners_of(size)) {
    const int last = size - 1;
    edges_ = 0;
    for (int i = 1; i < last; ++i)
      for (int s : {i, 8 * last + i, 8 * i, 8 * i + last}) edges_ |= Board{1} << s;
    for (int s : {0, last, 8 * last, 9 * last}) of_square_[std::size_t(s)] = 8;
    for (int s : {9, last + 7, 8 * last - 7, 9 * last - 9}) of_square_[std::size_t(s)] = -6;  // next to a corner
  }

  // `is_odd`: the move goes into a quarter with an odd number of empty squares.
  int merit(const Candidate& c, bool is_odd) const {
    const Board empty = board_ & ~(c.mine | c.theirs);
    return -16 * std::popcount(c.replies) - 14 * std::popcount(c.replies & corners_) -
           2 * std::popcount(c.replies & edges_) - 2 * std::popcount(with_neighbours(c.theirs) & empty) +
           (is_odd ? 4 : 0) + of_square_[c.square];
  }
  // The same in a hurry.
  int quick_merit(const Candidate& c, bool is_odd) const {
    return -2 * std::popcount(c.replies) - 2 * std::popcount(c.replies & corners_) + int(corners_ >> c.square & 1) +
           is_odd;
  }

 private:
  Board board_, corners_, edges_;
  std::array<std::int8_t, 64> of_square_{};
};

// A guess at the final score, good enough to order moves. The numbers were fitted by least squares to
// the exact scores of 60,000 positions with 10 to 16 empty squares; the error's deviation is 11 discs.
class Guess {
 public:
  explicit Guess(int size) : size_(size), board_(kSquares[size]) {}

  static constexpr int kDisc = 16;  // points for one disc

  int operator()(Board mine, Board theirs, Board places) const {
    const Board empty = board_ & ~(mine | theirs);
    int points = 47 * std::popcount(places) - 38 * std::popcount(reach(theirs, mine) & board_) -
                 10 * std::popcount(with_neighbours(theirs) & empty) +
                 14 * std::popcount(with_neighbours(mine) & empty) + 3 * (std::popcount(mine) - std::popcount(theirs));
    for (int symmetry = 0; symmetry < 4; ++symmetry)
      points += around_first_corner(turned(mine, size_, symmetry), turned(theirs, size_, symmetry));
    return points;
  }

 private:
  static constexpr auto kTernary = [] {
    std::array<std::int8_t, 16> value{};
    for (int bits = 0; bits < 16; ++bits)
      value[bits] = std::int8_t((bits & 1) + 3 * (bits >> 1 & 1) + 9 * (bits >> 2 & 1) + 27 * (bits >> 3));
    return value;
  }();

  // Four squares as a number in base three: 0 empty, 1 mine, 2 theirs.
  static int filling(Board mine, Board theirs) { return kTernary[mine & 15] + 2 * kTernary[theirs & 15]; }
  static Board block(Board b) { return (b & 3) | (b >> 6 & 12); }

  static int around_first_corner(Board mine, Board theirs) {
    const auto down_mine = Board(file_bits(mine, 0)), down_theirs = Board(file_bits(theirs, 0));
    return kBlock[filling(block(mine), block(theirs))] + kEdge[filling(mine, theirs)] +
           kEdge[filling(down_mine, down_theirs)];
  }

  // a1 b1 a2 b2
  static constexpr std::array<std::int16_t, 81> kBlock = {
      0,    0,   0,   -86, 17, 0,    86,   0,  -17, -86,  17,  0,    -111, 50, 0,    0,    97,  -97,  86,   0,   -17,
      0,    97,  -97, 111, 0,  -50,  -57,  4,  -39, -104, -19, -116, 26,   31, -111, -104, -19, -116, -206, 111, -27,
      -134, 70,  -26, 26,  31, -111, -134, 70, -26, -77,  70,  -19,  57,   39, -4,   -26,  111, -31,  104,  116, 19,
      -26,  111, -31, 77,  19, -70,  134,  26, -70, 104,  116, 19,   134,  26, -70,  206,  27,  -111};
  // a1 b1 c1 d1
  static constexpr std::array<std::int16_t, 81> kEdge = {
      0,   6,   -6,  -10, -2, -42, 10,  42, 2,   -30, -43, -66,  -11, 21, -61, 22,  -12, -50, 30, 66,  43,
      -22, 50,  12,  11,  61, -21, -36, 13, -40, -84, -38, -135, -19, 63, -63, -32, -44, -60, 39, 70,  23,
      35,  -20, -27, 26,  77, 26,  -60, 0,  0,   63,  -27, -50,  36,  40, -13, 19,  63,  -63, 84, 135, 38,
      -26, -26, -77, -63, 50, 27,  60,  0,  0,   32,  60,  44,   -35, 27, 20,  -39, -23, -70};

  int size_;
  Board board_;
};

}  // namespace kishi::othello
