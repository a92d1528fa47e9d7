// Counting pieces, on the board and in hand: the plainest evaluation of minishogi, and one that also
// looks at the kings.
#pragma once

#include <cmath>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/minishogi_search_info.hpp"

namespace kishi {

class MinishogiMaterial {
 public:
  using Position = Minishogi::Position;

  // Nine kinds on the board (pawn silver gold bishop rook tokin promoted-silver horse dragon), then the
  // five in hand from pawn to rook.
  static constexpr int kBoardKinds = 9, kWeights = kBoardKinds + minishogi::kHandKinds;
  using Values = std::array<float, kWeights>;

  static constexpr Values fitted() {
    Values v{};
    for (int i = 0; i < kBoardKinds; ++i) v[i] = float(minishogi::kBoardPoints[board_kind(i)]);
    for (int h = 0; h < minishogi::kHandKinds; ++h) v[kBoardKinds + h] = float(minishogi::kHandPoints[h + 1]);
    return v;
  }

  // As people set them: the table that Larry Kaufman gave for shogi as a compromise between professionals
  // (shogi-l, 14 November 2002), a gold set to 400; in hand the same as on the board.
  static constexpr Values hand_set() { return {50, 350, 400, 550, 650, 500, 400, 700, 800, 50, 350, 400, 550, 650}; }

  explicit MinishogiMaterial(const Values& values = fitted()) {
    for (int i = 0; i < kBoardKinds; ++i) board_[std::size_t(board_kind(i))] = int(std::lround(values[i]));
    for (int h = 0; h < minishogi::kHandKinds; ++h) hand_[std::size_t(h)] = int(std::lround(values[kBoardKinds + h]));
    for (int kind : minishogi::kKinds)
      if (kind != minishogi::King)
        taken_[std::size_t(kind)] = board_[std::size_t(kind)] + hand_[std::size_t(minishogi::base(kind) - 1)];
  }

  // Counted once, then kept up to date: a move changes at most two of the numbers.
  void reset(const Minishogi&, const Position& p) { balances_.assign(1, counted(p)); }
  void push(const Position& before, Move m, const Position&) {
    balances_.push_back(m == kNoMove ? -balances_.back() : -(balances_.back() + gain(before, m)));
  }
  void pop() { balances_.pop_back(); }
  double scale() const { return 500; }

  Score points(const SearchInfo<Minishogi>&, const Position&) const { return balance(); }
  Score balance() const { return balances_.back(); }  // for the side to move

 private:
  static constexpr int board_kind(int i) { return minishogi::kKinds[i < 5 ? i : i + 1]; }  // without the king

  Score counted(const Position& p) const {
    const minishogi::Bits mine = p.sides[int(p.turn)], theirs = p.sides[1 - int(p.turn)];
    Score sum = 0;
    for (int i = 0; i < kBoardKinds; ++i) {
      const minishogi::Bits kind = p.of_kind(board_kind(i));
      sum += board_[std::size_t(board_kind(i))] * (std::popcount(kind & mine) - std::popcount(kind & theirs));
    }
    for (int h = 0; h < minishogi::kHandKinds; ++h)
      sum += hand_[std::size_t(h)] * (p.in_hand(p.turn, h) - p.in_hand(other(p.turn), h));
    return sum;
  }
  // A drop comes from the hand: there its piece was worth something too.
  Score gain(const Position& p, Move m) const {
    const minishogi::Action a = minishogi::action(m);
    const int before = p.kind_at(a.from), after = before | a.added;
    const Score from = a.drop() ? hand_[std::size_t(a.from - minishogi::kSquares)] : board_[std::size_t(before)];
    return taken_[std::size_t(p.kind_at(a.to))] + board_[std::size_t(after)] - from;
  }

  std::array<Score, 16> board_{}, taken_{};  // by kind; what a capture changes between the sides
  std::array<Score, minishogi::kHandKinds> hand_{};
  std::vector<Score> balances_;  // along the line, each for its side to move
};

static_assert(Evaluator<MinishogiMaterial, Minishogi>);

// Material, and who holds the squares around the kings and the board. Its material is counted a little
// differently, because some of what a piece is worth is what it attacks.
class MinishogiMaterialAndKings {
 public:
  using Position = Minishogi::Position;
  static constexpr int kMaterial = MinishogiMaterial::kWeights, kWeights = kMaterial + 3;
  using Values = std::array<float, kWeights>;

  // After the material: for each square beside the other king that is attacked, for each beside the own
  // king that another piece guards, and for each attacked anywhere.
  static constexpr Values fitted() {
    return {75, 335, 400, 420, 455, 330, 270, 635, 660, 195, 380, 380, 450, 515, 65, 20, 15};
  }

  explicit MinishogiMaterialAndKings(const Values& values = fitted()) : material_(first_part(values)) {
    for (int i = 0; i < 3; ++i) points_[i] = int(std::lround(values[kMaterial + i]));
  }

  void reset(const Minishogi& game, const Position& p) { material_.reset(game, p); }
  void push(const Position& before, Move m, const Position& after) { material_.push(before, m, after); }
  void pop() { material_.pop(); }
  double scale() const { return 600; }

  Score points(const SearchInfo<Minishogi>&, const Position& p) const {
    const minishogi::Army first(p, Side::First), second(p, Side::Second);
    const Score held =
        squares<Side::First>(p.occupied(), first, second) - squares<Side::Second>(p.occupied(), second, first);
    return material_.balance() + (p.turn == Side::First ? held : -held);
  }

 private:
  static MinishogiMaterial::Values first_part(const Values& values) {
    MinishogiMaterial::Values v;
    std::copy_n(values.begin(), kMaterial, v.begin());
    return v;
  }
  template <Side S>
  Score squares(minishogi::Bits occupied, minishogi::Army mine, const minishogi::Army& theirs) const {
    const minishogi::Bits beside_mine = minishogi::king_steps(mine.king);
    const minishogi::Bits beside_theirs = minishogi::king_steps(theirs.king);
    mine.king = 0;
    const minishogi::Bits held = mine.reach<S>(occupied), reach = held | beside_mine;
    return std::popcount(reach & beside_theirs) * points_[0] + std::popcount(held & beside_mine) * points_[1] +
           std::popcount(reach) * points_[2];
  }

  MinishogiMaterial material_;
  std::array<int, 3> points_;
};

static_assert(Evaluator<MinishogiMaterialAndKings, Minishogi>);

}  // namespace kishi
