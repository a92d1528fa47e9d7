// The inputs of minishogi's network: which pieces stand where, seen from a king.
#pragma once

#include "eval/sparse_network.hpp"
#include "games/minishogi.hpp"

namespace kishi {

// For each place of the viewer's own king (15, since a king on the right is seen in a mirror): all other
// pieces on their squares, and the hands, where the second piece of a kind has an input of its own.
struct MinishogiInputs {
  using Position = minishogi::Position;
  static constexpr int kViews = 15, kBoardKinds = 9;
  static constexpr int kTheirs = kBoardKinds * minishogi::kSquares, kTheirKing = 2 * kTheirs;
  static constexpr int kHands = kTheirKing + minishogi::kSquares, kInHand = 2;  // of each kind there are two
  static constexpr int kPerKing = kHands + 2 * kInHand * minishogi::kHandKinds;
  static constexpr int kCount = kViews * kPerKing;
  static constexpr int kMostOn = 11;  // all twelve pieces but the own king, wherever they are

  // What is on for this viewer.
  static void on(const Position& p, Side viewer, InputList& inputs) {
    const View view(p, viewer);
    for (Side side : {Side::First, Side::Second}) {
      for (minishogi::Bits b = p.sides[int(side)]; b;) {
        const int square = minishogi::take(b);
        view.piece(side, p.kind_at(square), square, inputs);
      }
      for (int h = 0; h < minishogi::kHandKinds; ++h)
        for (int n = 0; n < p.in_hand(side, h); ++n) inputs.add(view.hand(side, h, n));
    }
  }

  // Whether the viewer's inputs of `after` are those of `before` with few changes; if not, all are new.
  static bool comparable(const Position& before, const Position& after, Side viewer) {
    return king_bit(before, viewer) == king_bit(after, viewer);
  }

  // The inputs that went off and came on; only if comparable.
  static void changes(const Position& before, const Position& after, Side viewer, InputList& off, InputList& on) {
    const View view(after, viewer);
    minishogi::Bits changed = (before.sides[0] ^ after.sides[0]) | (before.sides[1] ^ after.sides[1]);
    for (int i = 0; i < 4; ++i) changed |= before.planes[i] ^ after.planes[i];
    while (changed) {
      const int square = minishogi::take(changed);
      for (Side side : {Side::First, Side::Second}) {
        if (before.sides[int(side)] & minishogi::bit(square)) view.piece(side, before.kind_at(square), square, off);
        if (after.sides[int(side)] & minishogi::bit(square)) view.piece(side, after.kind_at(square), square, on);
      }
    }
    for (Side side : {Side::First, Side::Second})
      for (int h = 0; before.hands[int(side)] != after.hands[int(side)] && h < minishogi::kHandKinds; ++h) {
        for (int n = after.in_hand(side, h); n < before.in_hand(side, h); ++n) off.add(view.hand(side, h, n));
        for (int n = before.in_hand(side, h); n < after.in_hand(side, h); ++n) on.add(view.hand(side, h, n));
      }
  }

 private:
  // No other kind has both of these bits.
  static minishogi::Bits king_bit(const Position& p, Side side) {
    return p.planes[1] & p.planes[2] & p.sides[int(side)];
  }

  // Where the viewer sees things: its own side below, its king in the left half or the middle.
  class View {
   public:
    View(const Position& p, Side viewer) : viewer_(viewer) {
      const int king = minishogi::first_of(king_bit(p, viewer));
      const int upright = viewer == Side::First ? king : minishogi::kSquares - 1 - king;
      seen_ = kSeen[int(viewer)][upright % minishogi::kSize > 2].data();
      first_ = (seen_[king] / minishogi::kSize * 3 + seen_[king] % minishogi::kSize) * kPerKing;
    }
    void piece(Side side, int kind, int square, InputList& inputs) const {
      if (kind != minishogi::King)
        inputs.add(first_ + (side == viewer_ ? 0 : kTheirs) + kOrder[kind] * minishogi::kSquares + seen_[square]);
      else if (side != viewer_)
        inputs.add(first_ + kTheirKing + seen_[square]);
    }
    int hand(Side side, int hand_kind, int number) const {
      return first_ + kHands + ((side == viewer_ ? 0 : minishogi::kHandKinds) + hand_kind) * kInHand + number;
    }

   private:
    static constexpr std::array<int, 16> kOrder = [] {
      std::array<int, 16> order{};
      int n = 0;
      for (int kind : minishogi::kKinds)
        if (kind != minishogi::King) order[kind] = n++;
      return order;
    }();
    // [viewer][in a mirror][square]
    static constexpr auto kSeen = [] {
      std::array<std::array<std::array<std::uint8_t, minishogi::kSquares>, 2>, 2> seen{};
      for (int viewer = 0; viewer < 2; ++viewer)
        for (int square = 0; square < minishogi::kSquares; ++square) {
          const int s = viewer == 0 ? square : minishogi::kSquares - 1 - square;
          seen[viewer][0][square] = std::uint8_t(s);
          seen[viewer][1][square] = std::uint8_t(s + minishogi::kSize - 1 - 2 * (s % minishogi::kSize));
        }
      return seen;
    }();

    Side viewer_;
    const std::uint8_t* seen_;
    int first_;
  };
};

static_assert(SparseInputs<MinishogiInputs>);

template <>
struct NetworkInputs<Minishogi> {
  using type = MinishogiInputs;
};

}  // namespace kishi
