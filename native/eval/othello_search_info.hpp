// What a search sees of an Othello position: which move leaves the other side the least choice.
#pragma once

#include <bit>

#include "eval/search_info.hpp"
#include "games/othello.hpp"

namespace kishi {

namespace othello {

// One of these moves that leaves the other side without a disc; 64 if there is none.
inline int wiping_out(Board mine, Board theirs, Board places) {
  constexpr int most_flips = 19;  // of one move: 2 or 3 in each of the eight directions from the middle of 8x8
  if (std::popcount(theirs) > most_flips) return 64;
  for (; places; places &= places - 1)
    if (flips(mine, theirs, std::countr_zero(places)) == theirs) return std::countr_zero(places);
  return 64;
}

}  // namespace othello

template <>
class SearchInfo<Othello> : public PlainSearchInfo<Othello> {
 public:
  static constexpr bool null_moves = false;  // to have the move is often a burden here
  static constexpr bool quiescence = false;  // every move changes the whole board
  static constexpr double usual_lead = 8;    // discs that win 3 games of 4
  static constexpr int most_lead = 64;

  using PlainSearchInfo<Othello>::PlainSearchInfo;

  struct Ordering {
    const SearchInfo& info;
    const Position& position;

    bool quiet(Move) const { return true; }
    int score(Move m) const { return info.score(position, m); }
  };
  Ordering ordering(const Position& p) const { return {*this, p}; }

 private:
  int score(const Position& p, Move m) const {
    if (m == game_.pass()) return 0;
    const Position after = game_.play(p, m);
    const int replies = std::popcount(game_.mobility(after));
    return kPlace[place(m)] - 12 * replies;
  }

  // Corner, beside it, the other edge squares, diagonal from the corner, the rest: what a disc there
  // usually leads to.
  enum Place { Corner, BesideCorner, Edge, CornerDiagonal, Inner };
  static constexpr std::array<int, 5> kPlace = {200, -30, 20, -80, 0};

  int place(Move m) const {
    const int last = game_.size - 1, row = m / game_.size, col = m % game_.size;
    const int r = std::min(row, last - row), c = std::min(col, last - col);
    if (r + c == 0) return Corner;
    if (r + c == 1) return BesideCorner;
    if (r == 0 || c == 0) return Edge;
    return r == 1 && c == 1 ? CornerDiagonal : Inner;
  }
};

static_assert(HasSearchInfo<Othello>);

}  // namespace kishi
