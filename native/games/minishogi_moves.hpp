// The moves of minishogi: their numbers, and the one generator that lists, counts and finds them.
#pragma once

#include "games/minishogi_board.hpp"

namespace kishi::minishogi {

// The action space: every (from, to) on a line, the same again with promotion where a last row is
// touched, and the drops.
constexpr int kPlainMoves = 320, kPromotions = 186, kDrops = kHandKinds * kSquares;
constexpr int kFirstDrop = kPlainMoves + kPromotions, kActions = kFirstDrop + kDrops;

struct Action {
  std::uint8_t from = 0;  // a square, or 25 + hand kind
  std::uint8_t to = 0;
  std::uint8_t added = 0;  // to the kind found at `from`: nothing, kPromotion, or all of a dropped kind
  constexpr bool drop() const { return from >= kSquares; }
  constexpr bool promotion() const { return added == kPromotion; }
};

struct ActionTable {
  std::array<Action, kActions> actions{};
  std::array<std::array<Move, 32>, kSquares> plain{}, promotion{};  // [from][to], kNoMove if none
};
constexpr ActionTable kActionTable = [] {
  ActionTable t;
  int plain = 0, promotion = kPlainMoves, drop = kFirstDrop;
  for (int from = 0; from < kSquares; ++from) {
    t.plain[from].fill(kNoMove);
    t.promotion[from].fill(kNoMove);
    for (int to = 0; to < kSquares; ++to) {
      if (from == to || !(kLines.through[from][to] & bit(to))) continue;
      t.plain[from][to] = Move(plain);
      t.actions[plain++] = {std::uint8_t(from), std::uint8_t(to), 0};
      const Bits far_rows = last_row<Side::First>() | last_row<Side::Second>();
      if (!((bit(from) | bit(to)) & far_rows)) continue;
      t.promotion[from][to] = Move(promotion);
      t.actions[promotion++] = {std::uint8_t(from), std::uint8_t(to), kPromotion};
    }
  }
  for (int h = 0; h < kHandKinds; ++h)
    for (int to = 0; to < kSquares; ++to)
      t.actions[drop++] = {std::uint8_t(kSquares + h), std::uint8_t(to), std::uint8_t(h + 1)};
  if (plain != kPlainMoves || promotion != kFirstDrop || drop != kActions) throw "miscounted";
  return t;
}();

constexpr Action action(Move m) { return kActionTable.actions[m]; }
constexpr Move drop_move(int hand_kind, int to) { return Move(kFirstDrop + hand_kind * kSquares + to); }

// One unit of a hand for each place an action can take from or capture into.
constexpr std::array<std::uint16_t, 32> kDropCost = [] {
  std::array<std::uint16_t, 32> cost{};
  for (int h = 0; h < kHandKinds; ++h) cost[kSquares + h] = std::uint16_t(1 << 2 * h);
  return cost;
}();
constexpr std::array<std::uint16_t, 16> kCaptureGain = [] {
  std::array<std::uint16_t, 16> gain{};
  for (int kind : kKinds)
    if (kind != King) gain[kind] = std::uint16_t(1 << 2 * (base(kind) - 1));
  return gain;
}();

// Without branches: a drop takes kind Empty from beyond the board, and no capture captures Empty.
inline Position played(const Position& p, Move m) {
  const Action a = action(m);
  const int me = int(p.turn), you = 1 - me;
  const int before = p.kind_at(a.from), after = before | a.added, captured = p.kind_at(a.to);
  const Bits from = bit(a.from), to = bit(a.to);
  Position q = p;
  for (int i = 0; i < 4; ++i) q.planes[i] = (p.planes[i] & ~(from | to)) | Bits(after >> i & 1) << a.to;
  q.sides[me] = (p.sides[me] & ~from) | to;
  q.sides[you] = p.sides[you] & ~to;
  q.hands[me] = std::uint16_t(p.hands[me] - kDropCost[a.from] + kCaptureGain[captured]);
  q.key += kKeys.piece[me][after][a.to] - kKeys.piece[me][before][a.from] - kKeys.piece[you][captured][a.to] +
           kKeys.hand[me][base(captured)] + (me == 0 ? kKeys.second_to_move : -kKeys.second_to_move);
  q.turn = other(p.turn);
  return q;
}

// What stands for the side to move, S, before any move is made.
template <Side S>
struct Scene {
  Army mine, theirs;
  Bits occupied;
  int king;
  Bits checkers = 0, pinned = 0;

  explicit Scene(const Position& p)
      : mine(p, S), theirs(p, other(S)), occupied(p.occupied()), king(first_of(mine.king)) {
    checkers = theirs.template step_attackers<other(S)>(king);
    for (Bits snipers = theirs.snipers(king, theirs.all); snipers;) {
      const int sniper = take(snipers);
      const Bits shield = kLines.between[king][sniper] & mine.all;
      if (!shield) checkers |= bit(sniper);
      if (std::has_single_bit(shield)) pinned |= shield;
    }
  }

  // Where the king may step, of the `wanted` squares: its attackers see through the square it leaves.
  Bits king_targets(Bits wanted) const {
    const Bits free = kSteps.king[king] & ~mine.all & wanted;
    return free ? free & ~theirs.template reach<other(S)>(occupied & ~bit(king)) : 0;
  }
  // Where any other piece must land: anywhere, or so that a single check is answered.
  Bits targets() const {
    if (!checkers) return kBoard & ~mine.all;
    if (!std::has_single_bit(checkers)) return 0;
    return kLines.between[king][first_of(checkers)] | checkers;
  }
  Bits unpinned(int from, Bits to) const { return pinned & bit(from) ? to & kLines.through[king][from] : to; }

  // Would a pawn dropped before the other king mate it? Nothing can come between, so only the king's
  // steps and captures of the pawn answer; a pinned piece cannot reach the pawn along its pin.
  bool pawn_drop_mates() const {
    constexpr Side O = other(S);
    const int prey = first_of(theirs.king), pawn = first_of(ahead<O>(theirs.king));
    const Bits with_pawn = occupied | bit(pawn);
    Bits defenders = theirs.template attackers<O>(pawn, with_pawn) & ~theirs.king;
    if (defenders) {
      for (Bits snipers = mine.snipers(prey, with_pawn & ~theirs.all); snipers;) {
        const Bits shield = kLines.between[prey][take(snipers)] & theirs.all;
        if (std::has_single_bit(shield)) defenders &= ~shield;
      }
      if (defenders) return false;
    }
    const Bits free = kSteps.king[prey] & ~theirs.all;
    return (free & ~mine.template reach<S>(with_pawn & ~theirs.king)) == 0;
  }
};

template <Side S>
bool checked(const Position& p) {
  const Army theirs(p, other(S));
  const int king = first_of(p.planes[2] & p.planes[1] & p.sides[int(S)]);
  return theirs.template attackers<other(S)>(king, p.occupied()) != 0;
}

// Gives every legal move, in groups, to a sink until it says stop:
//   bool moves(int from, Bits plain, Bits promoting)   bool drops(int hand_kind, Bits to)
// A sink that does not want all of the king's steps saves the price of telling which are safe.
template <Side S, class Sink>
bool generate(const Scene<S>& scene, unsigned hand, bool drop_mate, Sink&& sink, Bits king_wants = kBoard) {
  constexpr Bits last = last_row<S>();
  if (sink.moves(scene.king, scene.king_targets(king_wants), 0)) return true;
  const Bits targets = scene.targets();
  if (!targets) return false;
  const Army& mine = scene.mine;

  // Kinds that promote: all their moves from the last row may, elsewhere those into it.
  const auto promoting = [](int from, Bits to) { return bit(from) & last ? to : to & last; };
  for (Bits b = mine.pawns; b;) {
    const int from = take(b);
    const Bits to = scene.unpinned(from, ahead<S>(bit(from)) & targets);
    if (sink.moves(from, to & ~last, to & last)) return true;
  }
  for (Bits b = mine.silvers; b;) {
    const int from = take(b);
    const Bits to = scene.unpinned(from, kSteps.silver[int(S)][from] & targets);
    if (sink.moves(from, to, promoting(from, to))) return true;
  }
  for (Bits b = mine.golds; b;) {
    const int from = take(b);
    if (sink.moves(from, scene.unpinned(from, kSteps.gold[int(S)][from] & targets), 0)) return true;
  }
  const auto slider = [&](int from, Bits reach) {
    if (mine.royal & bit(from)) return sink.moves(from, scene.unpinned(from, (reach | kSteps.king[from]) & targets), 0);
    const Bits to = scene.unpinned(from, reach & targets);
    return sink.moves(from, to, promoting(from, to));
  };
  for (Bits b = mine.bishops; b;) {
    const int from = take(b);
    if (slider(from, kBishopSlides(from, scene.occupied))) return true;
  }
  for (Bits b = mine.rooks; b;) {
    const int from = take(b);
    if (slider(from, kRookSlides(from, scene.occupied))) return true;
  }

  const Bits vacant = targets & ~scene.occupied;
  if (!hand || !vacant) return false;
  if (hand & 3) {
    Bits to = vacant & ~files_of(mine.pawns) & ~last;
    const Bits contact = ahead<other(S)>(scene.theirs.king);
    if ((to & contact) && !drop_mate && scene.pawn_drop_mates()) to &= ~contact;
    if (sink.drops(0, to)) return true;
  }
  for (int h = 1; h < kHandKinds; ++h)
    if (hand >> 2 * h & 3)
      if (sink.drops(h, vacant)) return true;
  return false;
}

// The sinks.
template <class List>
struct Lister {
  List& list;
  bool moves(int from, Bits plain, Bits promoting) {
    while (plain) list.add(kActionTable.plain[from][take(plain)]);
    while (promoting) list.add(kActionTable.promotion[from][take(promoting)]);
    return false;
  }
  bool drops(int hand_kind, Bits to) {
    while (to) list.add(drop_move(hand_kind, take(to)));
    return false;
  }
};
struct Counter {
  int count = 0;
  bool moves(int, Bits plain, Bits promoting) {
    count += std::popcount(plain) + std::popcount(promoting);
    return false;
  }
  bool drops(int, Bits to) {
    count += std::popcount(to);
    return false;
  }
};
struct AnyMove {
  bool moves(int, Bits plain, Bits promoting) { return (plain | promoting) != 0; }
  bool drops(int, Bits to) { return to != 0; }
};
struct Finder {
  Action wanted;
  bool moves(int from, Bits plain, Bits promoting) {
    return from == wanted.from && ((wanted.promotion() ? promoting : plain) & bit(wanted.to));
  }
  bool drops(int hand_kind, Bits to) { return kSquares + hand_kind == wanted.from && (to & bit(wanted.to)); }
};
// Keeps the groups, so that one move of them can be drawn without a list of all.
class Picker {
 public:
  bool moves(int from, Bits plain, Bits promoting) { return keep(from, plain) || keep(from | kPromoting, promoting); }
  bool drops(int hand_kind, Bits to) { return keep(kSquares + hand_kind, to); }

  int count() const { return count_; }
  Move operator[](int n) const {
    int i = 0;
    while (n >= groups_[i].end) ++i;
    Bits to = groups_[i].to;
    for (int skipped = groups_[i].end - std::popcount(to); skipped < n; ++skipped) to &= to - 1;
    const int from = groups_[i].from & ~kPromoting, square = first_of(to);
    if (from >= kSquares) return drop_move(from - kSquares, square);
    return (groups_[i].from & kPromoting ? kActionTable.promotion : kActionTable.plain)[from][square];
  }

 private:
  static constexpr int kPromoting = 32;
  struct Group {
    int from, end;  // end: moves in this group and those before it
    Bits to;
  };
  bool keep(int from, Bits to) {
    count_ += std::popcount(to);
    groups_[size_++] = {from, count_, to};
    return false;
  }
  std::array<Group, 32> groups_;  // two for each of 11 pieces, one for each kind in hand
  int size_ = 0, count_ = 0;
};
// Captures and promotions; the rest of a list is quiet.
template <class List>
struct ForcingLister {
  Bits theirs;
  Lister<List> all;
  bool moves(int from, Bits plain, Bits promoting) { return all.moves(from, plain & theirs & ~promoting, promoting); }
  bool drops(int, Bits) { return false; }
};

}  // namespace kishi::minishogi
