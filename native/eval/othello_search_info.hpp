// What a search sees of an Othello position: which move leaves the other side the least choice.
#pragma once

#include <algorithm>
#include <array>
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

// What a disc on a square usually leads to.
constexpr int worth_of_square(int row, int col, int last) {
  constexpr int corner = 200, beside_corner = -30, edge = 20, corner_diagonal = -80;
  const int r = std::min(row, last - row), c = std::min(col, last - col);
  if (r + c == 0) return corner;
  if (r + c == 1) return beside_corner;
  if (r == 0 || c == 0) return edge;
  return r == 1 && c == 1 ? corner_diagonal : 0;
}
// Of each move on a board of each size.
inline constexpr auto kWorth = [] {
  std::array<std::array<std::int16_t, 64>, 9> worth{};
  for (int size : {4, 6, 8})
    for (int m = 0; m < size * size; ++m) worth[size][m] = std::int16_t(worth_of_square(m / size, m % size, size - 1));
  return worth;
}();

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
    int score(Move m) const { return score(m, info.game_.play(position, m)); }
    int score(Move m, const Position& after) const { return info.score(m, after); }
  };
  Ordering ordering(const Position& p) const { return {*this, p}; }

 private:
  int score(Move m, const Position& after) const {
    if (m == game_.pass()) return 0;
    const int replies = std::popcount(game_.mobility(after));
    return othello::kWorth[game_.size][m] - 12 * replies;
  }
};

static_assert(HasSearchInfo<Othello>);

}  // namespace kishi
