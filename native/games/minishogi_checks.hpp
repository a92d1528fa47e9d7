// Minishogi's checks, and the mates among them.
#pragma once

#include "games/minishogi_moves.hpp"

namespace kishi::minishogi {

// Which moves of the side to move give check: onto a square from which the piece attacks the king, or off
// a line to it. (A slider that stood on its own open line to the king would have been giving check already.)
class Checks {
 public:
  explicit Checks(const Position& p) { p.turn == Side::First ? look<Side::First>(p) : look<Side::Second>(p); }

  int prey() const { return prey_; }  // where the other king stands
  // The squares on which a piece of this kind, coming from this square or from the hand, gives check.
  Bits squares(int kind, int from) const { return attacks_from_[kind] | uncovered_from(from); }
  // Likewise of whatever kind.
  Bits squares_of_any(int from) const { return attacks_from_[Horse] | attacks_from_[Dragon] | uncovered_from(from); }

 private:
  Bits uncovered_from(int from) const {
    return from < kSquares && uncovering_ & bit(from) ? ~kLines.through[prey_][from] : 0;
  }
  template <Side S>
  void look(const Position& p) {
    const Bits mine = p.sides[int(S)], theirs = p.sides[1 - int(S)], occupied = mine | theirs;
    prey_ = first_of(p.planes[2] & p.planes[1] & theirs);
    const Bits diagonal = kBishopSlides(prey_, occupied), straight = kRookSlides(prey_, occupied);
    const Bits gold = kSteps.gold[1 - int(S)][prey_], king = kSteps.king[prey_];
    attacks_from_ = {0,
                     behind<S>(bit(prey_)),
                     kSteps.silver[1 - int(S)][prey_],
                     gold,
                     diagonal,
                     straight,
                     0,
                     0,
                     0,
                     gold,
                     gold,
                     0,
                     diagonal | king,
                     straight | king,
                     0,
                     0};
    const Bits far = p.planes[2] & mine, rooks = far & p.planes[0], bishops = far & ~(p.planes[0] | p.planes[1]);
    Bits snipers = (kBishopSlides(prey_, theirs) & bishops) | (kRookSlides(prey_, theirs) & rooks);
    while (snipers) {
      const Bits shield = kLines.between[prey_][take(snipers)] & mine;
      if (std::has_single_bit(shield)) uncovering_ |= shield;
    }
  }

  int prey_ = 0;
  Bits uncovering_ = 0;
  std::array<Bits, 16> attacks_from_;  // by kind
};

template <class List>
struct CheckLister {
  const Position& position;
  Checks checks;
  Lister<List> all;

  CheckLister(const Position& p, List& list) : position(p), checks(p), all{list} {}
  bool moves(int from, Bits plain, Bits promoting) {
    const int kind = position.kind_at(from);
    return all.moves(from, plain & checks.squares(kind, from), promoting & checks.squares(kind | kPromotion, from));
  }
  bool drops(int hand_kind, Bits to) { return all.drops(hand_kind, to & checks.squares(hand_kind + 1, kSquares)); }
};

// Stops at a move that mates at once. The king alone answers most checks, and that is cheap to see: it
// steps where nothing of S reaches. Only what it cannot answer is played and looked at.
template <Side S>
class MateFinder {
 public:
  MateFinder(const Position& p, bool drop_mate)
      : position_(p),
        drop_mate_(drop_mate),
        checks_(p),
        mine_(p, S),
        steps_(kSteps.king[checks_.prey()] & ~p.sides[1 - int(S)]),
        hollow_(p.occupied() & ~bit(checks_.prey())),
        escapes_(unreached(hollow_)) {}

  Move found() const { return found_; }

  bool moves(int from, Bits plain, Bits promoting) {
    if (!((plain | promoting) & checks_.squares_of_any(from))) return false;
    const int kind = position_.kind_at(from);
    // A piece that moves may open a line to more squares. That it also leaves some, the full look sees.
    const Bits escapes = unreached(hollow_ & ~bit(from));
    return any_mates(kind, from, plain, escapes, [&](int to) { return kActionTable.plain[from][to]; }) ||
           any_mates(kind | kPromotion, from, promoting, escapes,
                     [&](int to) { return kActionTable.promotion[from][to]; });
  }
  bool drops(int hand_kind, Bits to) {
    return any_mates(hand_kind + 1, kSquares, to, escapes_, [&](int square) { return drop_move(hand_kind, square); });
  }

 private:
  Bits unreached(Bits occupied) const { return steps_ & ~mine_.template reach<S>(occupied); }

  template <class F>
  bool any_mates(int kind, int from, Bits targets, Bits escapes, F&& move_to) {
    targets &= checks_.squares(kind, from);
    while (targets) {
      const int to = take(targets);
      if (escapes & ~reach_of<S>(kind, to, hollow_)) continue;
      if (const Move m = move_to(to); mates(m)) {
        found_ = m;
        return true;
      }
    }
    return false;
  }
  bool mates(Move m) const {
    constexpr Side O = other(S);
    const Position q = played(position_, m);
    return !generate(Scene<O>(q), q.hands[int(O)], drop_mate_, AnyMove{});
  }

  const Position& position_;
  bool drop_mate_;
  Checks checks_;
  Army mine_;
  Bits steps_, hollow_, escapes_;  // hollow: all pieces but their king, behind whom lines go on
  Move found_ = kNoMove;
};

}  // namespace kishi::minishogi
