// Counting pieces, on the board and in hand: the plainest evaluation of minishogi, and one that also
// looks at the kings.
#pragma once

#include <cmath>

#include "eval/evaluator.hpp"
#include "eval/minishogi_sight.hpp"

namespace kishi {

class MinishogiMaterial {
 public:
  using Position = Minishogi::Position;

  // Nine kinds on the board (pawn silver gold bishop rook tokin promoted-silver horse dragon), then the
  // five in hand from pawn to rook.
  static constexpr int kBoardKinds = 9, kWeights = kBoardKinds + minishogi::kHandKinds;
  using Values = std::array<float, kWeights>;

  static constexpr Values hand_made() {
    Values v{};
    for (int i = 0; i < kBoardKinds; ++i) v[i] = float(minishogi::kBoardPoints[board_kind(i)]);
    for (int h = 0; h < minishogi::kHandKinds; ++h) v[kBoardKinds + h] = float(minishogi::kHandPoints[h + 1]);
    return v;
  }

  explicit MinishogiMaterial(const Values& values = hand_made()) {
    for (int i = 0; i < kWeights; ++i) points_[i] = int(std::lround(values[i]));
  }

  void reset(const Minishogi&, const Position&) {}
  void push(const Position&, Move, const Position&) {}
  void pop() {}
  double scale() const { return 500; }

  Score points(const Sight<Minishogi>&, const Position& p) const { return balance(p); }

  Score balance(const Position& p) const {
    const minishogi::Bits mine = p.sides[int(p.turn)], theirs = p.sides[1 - int(p.turn)];
    Score sum = 0;
    for (int i = 0; i < kBoardKinds; ++i) {
      const minishogi::Bits kind = p.of_kind(board_kind(i));
      sum += points_[i] * (std::popcount(kind & mine) - std::popcount(kind & theirs));
    }
    for (int h = 0; h < minishogi::kHandKinds; ++h)
      sum += points_[kBoardKinds + h] * (p.in_hand(p.turn, h) - p.in_hand(other(p.turn), h));
    return sum;
  }

 private:
  static constexpr int board_kind(int i) { return minishogi::kKinds[i < 5 ? i : i + 1]; }  // without the king

  std::array<int, kWeights> points_;
};

static_assert(Evaluator<MinishogiMaterial, Minishogi>);

// Material, and what surrounds the kings: squares beside a king that the other side attacks, and that it
// can step to. An attack weighs more the more pieces the attacker holds to drop there.
class MinishogiMaterialAndKings {
 public:
  using Position = Minishogi::Position;
  static constexpr int kMaterial = MinishogiMaterial::kWeights, kWeights = kMaterial + 4;
  using Values = std::array<float, kWeights>;

  // After the material: for each attacked square beside the king, the same for each piece in hand, for
  // each square the king can step to, and for each square attacked anywhere.
  static constexpr Values hand_made() {
    Values v{};
    const MinishogiMaterial::Values material = MinishogiMaterial::hand_made();
    std::copy(material.begin(), material.end(), v.begin());
    v[kMaterial] = 30, v[kMaterial + 1] = 10, v[kMaterial + 2] = 25, v[kMaterial + 3] = 10;
    return v;
  }

  explicit MinishogiMaterialAndKings(const Values& values = hand_made()) : material_(first_part(values)) {
    for (int i = 0; i < 4; ++i) points_[i] = int(std::lround(values[kMaterial + i]));
  }

  void reset(const Minishogi&, const Position&) {}
  void push(const Position&, Move, const Position&) {}
  void pop() {}
  double scale() const { return material_.scale(); }

  Score points(const Sight<Minishogi>&, const Position& p) const {
    using namespace minishogi;
    const Army first(p, Side::First), second(p, Side::Second);
    const Bits occupied = p.occupied();
    const Bits first_reach = first.reach<Side::First>(occupied), second_reach = second.reach<Side::Second>(occupied);
    const Score kings = pressure(first_reach, second, pieces_in_hand(p.hands[0])) -
                        pressure(second_reach, first, pieces_in_hand(p.hands[1]));
    return material_.balance(p) + (p.turn == Side::First ? kings : -kings);
  }

 private:
  static MinishogiMaterial::Values first_part(const Values& values) {
    MinishogiMaterial::Values v;
    std::copy_n(values.begin(), kMaterial, v.begin());
    return v;
  }
  static int pieces_in_hand(unsigned hand) {  // a count of two is the upper of its two bits
    return std::popcount(hand & 0x155u) + 2 * std::popcount(hand & 0x2aau);
  }
  Score pressure(minishogi::Bits reach, const minishogi::Army& attacked, int in_hand) const {
    const minishogi::Bits beside = minishogi::kSteps.king[minishogi::first_of(attacked.king)];
    const int hits = std::popcount(beside & reach), steps = std::popcount(beside & ~reach & ~attacked.all);
    return hits * (points_[0] + points_[1] * in_hand) - steps * points_[2] + std::popcount(reach) * points_[3];
  }

  MinishogiMaterial material_;
  std::array<int, 4> points_;
};

static_assert(Evaluator<MinishogiMaterialAndKings, Minishogi>);

}  // namespace kishi
