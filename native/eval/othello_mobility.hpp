// A hand-made evaluation of Othello: who has more moves, now and soon, and who has the corners.
#pragma once

#include "eval/evaluator.hpp"
#include "eval/othello_search_info.hpp"

namespace kishi {

class OthelloMobility {
 public:
  using Position = Othello::Position;

  explicit OthelloMobility(const Othello& game) : board_(othello::kSquares[game.size]) {
    const int last = game.size - 1;
    for (int row : {0, last})
      for (int col : {0, last}) {
        const int r = row ? last - 1 : 1, c = col ? last - 1 : 1;
        corners_[n_] = bit(row, col);
        diagonals_[n_] = bit(r, c);
        besides_[n_++] = bit(row, c) | bit(r, col);
      }
  }

  void reset(const Othello&, const Position&) {}
  void push(const Position&, Move, const Position&) {}
  void pop() {}
  double scale() const { return 120; }

  Score points(const SearchInfo<Othello>&, const Position& p) const {
    const int empties = std::popcount(board_ & ~(p.mine | p.theirs));
    const int moves = std::popcount(othello::reach(p.mine, p.theirs) & board_) -
                      std::popcount(othello::reach(p.theirs, p.mine) & board_);
    const int soon = frontier(p.theirs, p) - frontier(p.mine, p);
    const int discs = std::popcount(p.mine) - std::popcount(p.theirs);
    return 8 * moves + 4 * soon + corners(p.mine, p) - corners(p.theirs, p) +
           (empties < 14 ? (14 - empties) * discs / 2 : 0);
  }

 private:
  using Board = othello::Board;

  static Board bit(int row, int col) { return Board{1} << (8 * row + col); }

  // Discs beside an empty square: there the other side may play.
  int frontier(Board discs, const Position& p) const {
    constexpr Board not_a = ~Board{0x0101010101010101}, not_h = ~Board{0x8080808080808080};
    const Board empty = board_ & ~(p.mine | p.theirs);
    Board wide = empty | ((empty << 1) & not_a) | ((empty >> 1) & not_h);
    wide |= (wide << 8) | (wide >> 8);
    return std::popcount(discs & wide);
  }

  // A corner is kept for ever; a disc beside an empty one gives it away.
  int corners(Board discs, const Position& p) const {
    const Board empty = ~(p.mine | p.theirs);
    int sum = 0;
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      if (discs & corners_[i])
        sum += 70 + 15 * std::popcount(discs & besides_[i]);
      else if (empty & corners_[i])
        sum -= (discs & diagonals_[i] ? 45 : 0) + 14 * std::popcount(discs & besides_[i]);
    }
    return sum;
  }

  Board board_;
  std::array<Board, 4> corners_{}, diagonals_{}, besides_{};
  std::size_t n_ = 0;
};

static_assert(Evaluator<OthelloMobility, Othello>);

}  // namespace kishi
