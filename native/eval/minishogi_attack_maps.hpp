// The minishogi write-up's 361 inputs: who attacks which square with what, from the mover's view.
#pragma once

#include <span>

#include "games/minishogi.hpp"

namespace kishi {

// For the mover, then the other: how many pieces of each of six kinds (promoted ones count with their
// kind) attack each square; then where each side's pieces stand, how many of each kind both hold, and
// whether the mover is the first player.
struct MinishogiAttackMaps {
  using Position = minishogi::Position;
  static constexpr int kKinds = 6, kSquares = minishogi::kSquares;
  static constexpr int kPlaces = 2 * kKinds * kSquares, kHands = kPlaces + 2 * kSquares;
  static constexpr int kFirst = kHands + 2 * minishogi::kHandKinds, kCount = kFirst + 1;
  static_assert(kCount == 361);

  static void fill(const Position& p, std::span<float, kCount> out) {
    std::fill(out.begin(), out.end(), 0.f);
    const auto seen = [&](int square) { return p.turn == Side::First ? square : kSquares - 1 - square; };
    for (Side side : {Side::First, Side::Second}) {
      const int whose = side == p.turn ? 0 : 1;
      for (minishogi::Bits pieces = p.sides[int(side)]; pieces;) {
        const int square = minishogi::take(pieces), kind = p.kind_at(square);
        out[kPlaces + whose * kSquares + seen(square)] = 1;
        float* map = &out[(whose * kKinds + minishogi::base(kind) - 1) * kSquares];
        for (minishogi::Bits b = reach(side, kind, square, p.occupied()); b;) map[seen(minishogi::take(b))] += 1;
      }
      for (int h = 0; h < minishogi::kHandKinds; ++h)
        out[kHands + whose * minishogi::kHandKinds + h] = float(p.in_hand(side, h));
    }
    out[kFirst] = p.turn == Side::First ? 1 : 0;
  }

 private:
  static minishogi::Bits reach(Side side, int kind, int square, minishogi::Bits occupied) {
    return side == Side::First ? minishogi::reach_of<Side::First>(kind, square, occupied)
                               : minishogi::reach_of<Side::Second>(kind, square, occupied);
  }
};

}  // namespace kishi
