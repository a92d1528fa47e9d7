// The 5x5 board of minishogi: squares, kinds, positions, and where pieces reach.
//
// A square is row * 5 + column from the top left; the first player moves up, towards row 0. A set of
// squares is the low 25 bits of a word.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "core/game.hpp"

namespace kishi::minishogi {

using Bits = std::uint32_t;

constexpr int kSize = 5, kSquares = kSize * kSize;
constexpr Bits kBoard = (1u << kSquares) - 1;
constexpr Bits kLeftFile = 0x0108421, kRightFile = kLeftFile << 4, kTopRow = 0x1f;

constexpr Bits bit(int square) { return 1u << square; }
constexpr int first_of(Bits b) { return std::countr_zero(b); }
constexpr int take(Bits& b) {
  const int square = first_of(b);
  b &= b - 1;
  return square;
}

// The low three bits are the kind a piece has in hand (plus one), bit 3 says that it is promoted.
enum Kind : std::uint8_t {
  Empty = 0,
  Pawn = 1,
  Silver = 2,
  Gold = 3,
  Bishop = 4,
  Rook = 5,
  King = 6,
  Tokin = 9,
  PromotedSilver = 10,
  Horse = 12,
  Dragon = 13,
};
constexpr int kHandKinds = 5, kPromotion = 8;
// The order in which kinds are shown to networks and listed in weights.
constexpr std::array<Kind, 10> kKinds = {Pawn, Silver, Gold, Bishop, Rook, King, Tokin, PromotedSilver, Horse, Dragon};
constexpr int base(int kind) { return kind & 7; }
constexpr bool promotes(int kind) { return kind <= Rook && kind != Gold; }

// Four planes hold the bits of the kind on each square, so that a move needs no piece lists and a
// position is 40 bytes. Hands count each kind in two bits, pawns lowest.
struct Position {
  std::uint64_t key = 0;
  std::array<Bits, 4> planes{};
  std::array<Bits, 2> sides{};
  std::array<std::uint16_t, 2> hands{};
  Side turn = Side::First;

  bool operator==(const Position&) const = default;

  Bits occupied() const { return sides[0] | sides[1]; }
  int kind_at(int square) const {
    int kind = 0;
    for (int i = 0; i < 4; ++i) kind |= int(planes[i] >> square & 1) << i;
    return kind;
  }
  Bits of_kind(int kind) const {
    Bits b = occupied();
    for (int i = 0; i < 4; ++i) b &= kind >> i & 1 ? planes[i] : ~planes[i];
    return b;
  }
  int in_hand(Side s, int hand_kind) const { return hands[int(s)] >> 2 * hand_kind & 3; }
};

// Keys are sums of random words, one for each piece on its square, piece in hand, and the turn:
// addition counts two pieces of a kind in hand without a table of counts.
struct Keys {
  // [side][kind][square]; a drop comes "from" kind Empty on square 25 + hand kind.
  std::array<std::array<std::array<std::uint64_t, 32>, 16>, 2> piece{};
  std::array<std::array<std::uint64_t, 8>, 2> hand{};  // [side][base kind], 0 for Empty
  std::uint64_t second_to_move = mix(0x5b5ad4ce);
};
constexpr Keys kKeys = [] {
  Keys keys;
  std::uint64_t state = 0x6d696e6973686f67;
  const auto next = [&] { return mix(state += 0x9e3779b97f4a7c15); };
  for (int side = 0; side < 2; ++side) {
    for (int kind : kKinds)
      for (int s = 0; s < kSquares; ++s) keys.piece[side][kind][s] = next();
    for (int h = 0; h < kHandKinds; ++h) keys.hand[side][h + 1] = keys.piece[side][Empty][kSquares + h] = next();
  }
  return keys;
}();

// Steps, for whole sets of pieces at once.
constexpr Bits beside(Bits b) { return (b & ~kLeftFile) >> 1 | (b & ~kRightFile) << 1; }
template <Side S>
constexpr Bits ahead(Bits b) {
  return S == Side::First ? b >> kSize : b << kSize & kBoard;
}
template <Side S>
constexpr Bits behind(Bits b) {
  return ahead<other(S)>(b);
}
template <Side S>
constexpr Bits silver_steps(Bits b) {
  return ahead<S>(b | beside(b)) | behind<S>(beside(b));
}
template <Side S>
constexpr Bits gold_steps(Bits b) {
  return ahead<S>(b | beside(b)) | beside(b) | behind<S>(b);
}
constexpr Bits king_steps(Bits b) { return gold_steps<Side::First>(b) | behind<Side::First>(beside(b)); }
template <Side S>
constexpr Bits last_row() {
  return S == Side::First ? kTopRow : kTopRow << 20;
}
constexpr Bits files_of(Bits b) { return ((b | b >> 5 | b >> 10 | b >> 15 | b >> 20) & kTopRow) * kLeftFile; }

struct Steps {
  std::array<std::array<Bits, kSquares>, 2> silver{}, gold{};
  std::array<Bits, kSquares> king{};
};
constexpr Steps kSteps = [] {
  Steps t;
  for (int s = 0; s < kSquares; ++s) {
    t.silver[0][s] = silver_steps<Side::First>(bit(s));
    t.silver[1][s] = silver_steps<Side::Second>(bit(s));
    t.gold[0][s] = gold_steps<Side::First>(bit(s));
    t.gold[1][s] = gold_steps<Side::Second>(bit(s));
    t.king[s] = king_steps(bit(s));
  }
  return t;
}();

// The squares from `square` in one direction up to the first blocker, and it; `inner` leaves out the
// edge square, which blocks nothing.
constexpr Bits ray(int square, int down, int right, Bits occupied, bool inner) {
  Bits reached = 0;
  const auto on_board = [](int row, int col) { return row >= 0 && row < kSize && col >= 0 && col < kSize; };
  int row = square / kSize + down, col = square % kSize + right;
  while (on_board(row, col) && !(inner && !on_board(row + down, col + right))) {
    reached |= bit(row * kSize + col);
    if (occupied & bit(row * kSize + col)) break;
    row += down;
    col += right;
  }
  return reached;
}
constexpr Bits slide(bool diagonal, int square, Bits occupied, bool inner = false) {
  return diagonal ? ray(square, 1, 1, occupied, inner) | ray(square, 1, -1, occupied, inner) |
                        ray(square, -1, 1, occupied, inner) | ray(square, -1, -1, occupied, inner)
                  : ray(square, 1, 0, occupied, inner) | ray(square, -1, 0, occupied, inner) |
                        ray(square, 0, 1, occupied, inner) | ray(square, 0, -1, occupied, inner);
}

// Sliding by one multiplication: it gathers the blockers that matter into an index. The multipliers
// were found by trial; building the table proves that they do not collide.
template <int IndexBits>
struct Slides {
  struct Square {
    Bits mask = 0, multiplier = 0;
    std::array<Bits, 1 << IndexBits> reached{};
  };
  std::array<Square, kSquares> squares{};

  constexpr Slides(bool diagonal, const std::array<Bits, kSquares>& multipliers) {
    for (int s = 0; s < kSquares; ++s) {
      Square& q = squares[s];
      q.mask = slide(diagonal, s, 0, true);
      q.multiplier = multipliers[s];
      Bits blockers = 0;
      do {
        Bits& entry = q.reached[index(q, blockers)];
        const Bits reached = slide(diagonal, s, blockers);
        if (entry != 0 && entry != reached) throw "two sets of blockers share an index";
        entry = reached;
        blockers = (blockers - q.mask) & q.mask;
      } while (blockers);
    }
  }
  static constexpr Bits index(const Square& q, Bits occupied) {
    return (occupied & q.mask) * q.multiplier >> (32 - IndexBits);
  }
  constexpr Bits operator()(int square, Bits occupied) const {
    const Square& q = squares[square];
    return q.reached[index(q, occupied)];
  }
};

constexpr Slides<6> kRookSlides(false,
                                {0x04038240, 0x121020c2, 0x82c2c050, 0x606d0100, 0x10064101, 0x105300d0, 0x0cb4186a,
                                 0x0410a205, 0xad026164, 0x40981440, 0x86bc2034, 0x404140ac, 0x000f7102, 0x618c1c00,
                                 0x68958307, 0xfa43c80e, 0x8111e008, 0x11132604, 0x02064b21, 0x4028e10d, 0xa9208040,
                                 0x592104c0, 0x05524082, 0x840cb549, 0x50024301});
constexpr Slides<4> kBishopSlides(true,
                                  {0x20685801, 0x49424010, 0x0490805c, 0x00518647, 0x0d239100, 0x10072f48, 0x04181000,
                                   0x4808b091, 0x090540e4, 0x102e0800, 0xe20c614e, 0x8044a431, 0x4040e02e, 0x85024803,
                                   0x151808d0, 0x11900418, 0x20248030, 0x190958a6, 0x90978620, 0x01842200, 0x0043654f,
                                   0xc069c420, 0x09491418, 0x15364200, 0x035cecca});

// Where one piece of side S attacks.
template <Side S>
constexpr Bits reach_of(int kind, int square, Bits occupied) {
  switch (kind) {
    case Pawn: return ahead<S>(bit(square));
    case Silver: return kSteps.silver[int(S)][square];
    case Bishop: return kBishopSlides(square, occupied);
    case Rook: return kRookSlides(square, occupied);
    case King: return kSteps.king[square];
    case Horse: return kBishopSlides(square, occupied) | kSteps.king[square];
    case Dragon: return kRookSlides(square, occupied) | kSteps.king[square];
    default: return kSteps.gold[int(S)][square];
  }
}

// For two squares on one line: the squares strictly between them, and the whole line, ends included.
struct Lines {
  std::array<std::array<Bits, kSquares>, kSquares> between{}, through{};
};
constexpr Lines kLines = [] {
  Lines t;
  for (int a = 0; a < kSquares; ++a)
    for (bool diagonal : {false, true}) {
      const Bits reach = slide(diagonal, a, 0);
      for (int b = 0; b < kSquares; ++b) {
        if (!(reach & bit(b))) continue;
        t.between[a][b] = slide(diagonal, a, bit(b)) & slide(diagonal, b, bit(a));
        t.through[a][b] = (reach & slide(diagonal, b, 0)) | bit(a) | bit(b);
      }
    }
  return t;
}();

// One side's pieces by how they move.
struct Army {
  Bits all, pawns, silvers, golds, bishops, rooks, king, royal;  // royal: horses and dragons

  Army(const Position& p, Side side) : all(p.sides[int(side)]) {
    const Bits b0 = p.planes[0] & all, b1 = p.planes[1] & all, b2 = p.planes[2] & all, b3 = p.planes[3] & all,
               small = ~(b2 | b3);
    pawns = b0 & ~b1 & small;
    silvers = b1 & ~b0 & small;
    golds = ((b0 & b1) | b3) & ~b2;  // with promoted pawns and silvers
    bishops = b2 & ~(b0 | b1);       // with horses
    rooks = b2 & b0;                 // with dragons
    king = b2 & b1;
    royal = b2 & b3;
  }

  // Every square this army attacks or defends.
  template <Side S>
  Bits reach(Bits occupied) const {
    const Bits round = king | royal, flat = golds | round;
    Bits b = ahead<S>(pawns | silvers | flat | beside(silvers | flat)) | beside(flat) |
             behind<S>(flat | beside(silvers | round));
    for (Bits from = bishops; from;) b |= kBishopSlides(take(from), occupied);
    for (Bits from = rooks; from;) b |= kRookSlides(take(from), occupied);
    return b;
  }

  // The pieces of this army, which belongs to S, that attack `square`.
  template <Side S>
  Bits attackers(int square, Bits occupied) const {
    return step_attackers<S>(square) | (kBishopSlides(square, occupied) & bishops) |
           (kRookSlides(square, occupied) & rooks);
  }
  // What S attacks `square` with is what the other side would attack from there.
  template <Side S>
  Bits step_attackers(int square) const {
    constexpr int facing = int(other(S));
    return (behind<S>(bit(square)) & pawns) | (kSteps.silver[facing][square] & silvers) |
           (kSteps.gold[facing][square] & golds) | (kSteps.king[square] & (royal | king));
  }
  // Its sliders that attack `square` or are kept from it only by what is not in `blockers`.
  Bits snipers(int square, Bits blockers) const {
    return (kBishopSlides(square, blockers) & bishops) | (kRookSlides(square, blockers) & rooks);
  }
};

}  // namespace kishi::minishogi
