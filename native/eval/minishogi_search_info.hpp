// What a search sees of a minishogi position: checks, exchanges, and which moves look good.
#pragma once

#include <algorithm>

#include "eval/search_info.hpp"
#include "games/minishogi.hpp"

namespace kishi {

namespace minishogi {

// Points by kind on the board and by base kind in hand, fitted to the results of 6,000 fast games
// (logistic regression, a gold set to 400).
constexpr std::array<int, 16> kBoardPoints = [] {
  std::array<int, 16> points{};
  points[Pawn] = 95, points[Silver] = 340, points[Gold] = 400, points[Bishop] = 415, points[Rook] = 470;
  points[Tokin] = 310, points[PromotedSilver] = 260, points[Horse] = 610, points[Dragon] = 660;
  return points;
}();
constexpr std::array<int, 8> kHandPoints = {0, 175, 315, 315, 370, 430, 0, 0};

// What changes between the sides when a piece is taken: one loses it, the other holds it.
constexpr std::array<int, 16> kCapturePoints = [] {
  std::array<int, 16> points{};
  for (int kind : kKinds) points[kind] = kBoardPoints[kind] + kHandPoints[base(kind)];
  points[King] = 20'000;
  return points;
}();

// Both sides go on taking on one square, cheapest piece first, as long as it pays. Pins and recaptures
// with promotion are not looked at.
class Exchange {
 public:
  Exchange(const Position& p, Move m)
      : p_(p), square_(action(m).to), armies_{Army(p, Side::First), Army(p, Side::Second)} {
    const Action a = action(m);
    const int before = p.kind_at(a.from), after = before | a.added;
    occupied_ = (p.occupied() & ~bit(a.from)) & ~bit(square_);
    first_gain_ = kCapturePoints[p.kind_at(square_)];
    if (a.promotion()) first_gain_ += kBoardPoints[after] - kBoardPoints[before];
    standing_ = kCapturePoints[after];
  }

  int points() { return first_gain_ - reply(other(p_.turn), standing_); }

 private:
  // What `side` gains by taking the piece worth `standing`; nothing when it had better not.
  int reply(Side side, int standing) {
    const Bits attackers = attackers_of(side);
    if (!attackers) return 0;
    const int taker = cheapest(attackers);
    occupied_ &= ~bit(taker);
    if (p_.kind_at(taker) == King && attackers_of(other(side))) return 0;
    return std::max(0, standing - reply(other(side), kCapturePoints[p_.kind_at(taker)]));
  }

  Bits attackers_of(Side side) const {
    const Bits with_square = occupied_ | bit(square_);
    return occupied_ & (side == Side::First ? armies_[0].attackers<Side::First>(square_, with_square)
                                            : armies_[1].attackers<Side::Second>(square_, with_square));
  }
  int cheapest(Bits attackers) const {
    int best = take(attackers);
    while (attackers) {
      const int other = take(attackers);
      if (kCapturePoints[p_.kind_at(other)] < kCapturePoints[p_.kind_at(best)]) best = other;
    }
    return best;
  }

  const Position& p_;
  int square_;
  Bits occupied_;
  std::array<Army, 2> armies_;
  int first_gain_, standing_;
};

}  // namespace minishogi

template <>
class SearchInfo<Minishogi> : public PlainSearchInfo<Minishogi> {
 public:
  static constexpr bool null_moves = true, quiescence = true;
  static constexpr bool quick_end = false;  // the list of moves says as quickly that the game has ended
  static constexpr int moves_to_come = 18;  // by then most games of two searches are decided

  using PlainSearchInfo<Minishogi>::PlainSearchInfo;

  bool in_check(const Position& p) const { return game_.in_check(p); }
  void forcing(const Position& p, Moves<Minishogi>& moves) const { game_.forcing(p, moves); }
  Move winning_move(const Position& p) const { return game_.mating(p); }
  // The position with the other side to move; only when the mover is not in check.
  Position passed(const Position& p) const {
    Position q = p;
    q.turn = other(p.turn);
    q.key += p.turn == Side::First ? minishogi::kKeys.second_to_move : -minishogi::kKeys.second_to_move;
    return q;
  }

  // The balance, for the mover, of all captures on the square that m moves to.
  int exchange(const Position& p, Move m) const { return minishogi::Exchange(p, m).points(); }

  int gain(const Position& p, Move m) const {
    const minishogi::Action a = minishogi::action(m);
    const int kind = p.kind_at(a.from);
    return minishogi::kCapturePoints[p.kind_at(a.to)] +
           (a.promotion() ? minishogi::kBoardPoints[kind | minishogi::kPromotion] - minishogi::kBoardPoints[kind] : 0);
  }
  // The hands say most of what a position is about.
  std::uint32_t structure(const Position& p) const {
    return std::uint32_t(mix(std::uint64_t(p.hands[0]) << 16 | p.hands[1]));
  }

  // The piece, from the board or from the hand, and the square it goes to as its side sees it.
  static constexpr int slots = (int(minishogi::kKinds.size()) + minishogi::kHandKinds) * minishogi::kSquares;
  int slot(const Position& p, Move m) const {
    const minishogi::Action a = minishogi::action(m);
    const int piece = a.drop() ? int(minishogi::kKinds.size()) + a.added - 1 : kPieces[p.kind_at(a.from)];
    return piece * minishogi::kSquares + (p.turn == Side::First ? a.to : minishogi::kSquares - 1 - a.to);
  }

  class Ordering {
   public:
    explicit Ordering(const Position& p)
        : p_(p),
          occupied_(p.occupied()),
          checks_(p),
          near_king_(minishogi::king_steps(minishogi::kSteps.king[checks_.prey()])) {}

    bool quiet(Move m) const {
      const minishogi::Action a = minishogi::action(m);
      return !a.promotion() && !(occupied_ & minishogi::bit(a.to));
    }
    bool check(Move m) {
      const minishogi::Action a = minishogi::action(m);
      if (a.from != from_) look_at_piece(a);
      const minishogi::Bits squares =
          a.promotion() ? checks_.squares(kind_ | minishogi::kPromotion, a.from) : checking_;
      return squares & minishogi::bit(a.to);
    }
    int score(Move m) {
      using namespace minishogi;
      const Action a = action(m);
      if (a.from != from_) look_at_piece(a);
      if (occupied_ & bit(a.to))  // the most valuable victim first, by the least valuable attacker
        return kCapturePoints[p_.kind_at(a.to)] + (a.promotion() ? 200 : 0) - kBoardPoints[kind_] / 8;
      if (a.promotion()) return kBoardPoints[kind_ | kPromotion] - kBoardPoints[kind_];
      return (checking_ & bit(a.to) ? kCheck : 0) + (near_king_ & bit(a.to) ? kNearKing : 0);
    }

   private:
    static constexpr int kCheck = 150, kNearKing = 50;

    // Moves are listed piece by piece, so what they share is worked out once for each.
    void look_at_piece(const minishogi::Action& a) {
      from_ = a.from;
      kind_ = p_.kind_at(a.from);
      checking_ = checks_.squares(a.drop() ? a.added : kind_, a.from);
    }

    const Position& p_;
    minishogi::Bits occupied_;
    minishogi::Checks checks_;
    minishogi::Bits near_king_, checking_ = 0;
    int from_ = -1, kind_ = 0;
  };
  Ordering ordering(const Position& p) const { return Ordering(p); }

 private:
  static constexpr std::array<int, 16> kPieces = [] {
    std::array<int, 16> pieces{};
    for (int i = 0; i < int(minishogi::kKinds.size()); ++i) pieces[minishogi::kKinds[std::size_t(i)]] = i;
    return pieces;
  }();
};

static_assert(HasSearchInfo<Minishogi>);

}  // namespace kishi
