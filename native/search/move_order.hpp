// In which order the search tries moves, and what it learns from how they fared: the steps of principal.hpp that look
// at many moves at once.
#pragma once

#include "search/quiescence.hpp"

namespace kishi {

template <Game G, Evaluator<G> E>
class MoveOrder : public Quiescence<G, E> {
 protected:
  using Base = Quiescence<G, E>;
  using Base::Base;
  using Base::frame, Base::here, Base::info, Base::line_, Base::histories_, Base::tuned_, Base::scale_, Base::style_,
      Base::side;
  using typename Base::Frame, typename Base::Picked, typename Base::Position;

  // What is known of a node before its moves are looked at.
  struct Node {
    int depth;
    Score alpha, beta;
    int ply;
    bool pv, cut;  // cut: expected to fail high
    bool in_check = false, improving = false, met = false;
    std::uint64_t key = 0;
    TableEntry known{};
    Score raw = kUnknown;   // the evaluation as it is
    Score eval = kUnknown;  // the best guess of the score: corrected, or from the table
  };
  // What the moves of a node have come to.
  struct Best {
    Score score = -kWin - 1;
    Move move = kNoMove;
    int tried = 0;
    std::array<Move, 64> quiets, forcing;
    int quiet_count = 0, forcing_count = 0;
  };

  // 15. The moves, best guess first: the table's, what forces, killers, the rest by the game's guess and by history.
  // Most nodes are cut before the quiet ones, so those are held back until they are needed.
  static constexpr int kFirst = 1 << 28, kForcing = 1 << 26, kKiller = 1 << 25;

  void order(OrderedMoves<G>& out, const Node& n, auto& seen) {
    Moves<G> list;
    if (style_.prune)
      info().candidates(here(), list);
    else
      line_.game().legal(here(), list);
    if (n.ply == 0) leave_out(list);
    frame(n.ply).after.fill(kUnknown);
    for (Move m : list) {
      const bool quiet = seen.quiet(m);
      if (m == n.known.move)
        out.add(m, quiet, this->gives_check(seen, m), kFirst);
      else if (quiet)
        out.hold(m);
      else
        out.add(m, false, this->gives_check(seen, m), kForcing + seen.score(m) + forcing_order(m));
    }
  }
  void order_quiet(OrderedMoves<G>& out, const Node& n, auto& seen) {
    const Frame& f = frame(n.ply);
    out.release([&](Move m) {
      const bool killer = m == f.killers[0] || m == f.killers[1];
      const int order =
          killer && tuned_.killers_first ? kKiller + (m == f.killers[0]) : quiet_order(n.ply, m) + guess(n, seen, m);
      out.add(m, true, this->gives_check(seen, m), order);
    });
  }
  // The game's guess and what the evaluation says after the move, where it can tell without the move being made: a
  // better guess than any history, at the price of an evaluation a move. Not worth it next to the leaves.
  int guess(const Node& n, auto& seen, Move m) {
    if constexpr (Base::kLooksAhead)
      if (looks_ahead(n)) {
        const Position next = line_.game().play(here(), m);
        Score& after = frame(n.ply).after[m];
        after = line_.evaluate_after(next);
        const int ahead = -int(std::int64_t(after) * tuned_.order_evaluation / 100);
        if constexpr (requires { seen.score(m, next); })
          return seen.score(m, next) + ahead;
        else
          return seen.score(m) + ahead;
      }
    return seen.score(m);
  }
  bool looks_ahead(const Node& n) const {
    return n.depth >= tuned_.order_evaluation_depth && style_.prune && !style_.noise;
  }
  // What histories say, in points: `hundredths` is a history times its weight, or a sum of such.
  int points(std::int64_t hundredths) const { return int(hundredths * scale_ / (100 * Gauge::kMost)); }
  int forcing_order(Move m) { return points(100 * histories_.forcing(info().slot(here(), m)).value()); }
  int quiet_order(int ply, Move m) {
    const int slot = info().slot(here(), m);
    return points(tuned_.order_history * histories_.own(side(), m).value() +
                  tuned_.order_answer * histories_.answer(frame(ply - 1).slot, slot).value() +
                  tuned_.order_follow_up * histories_.follow_up(frame(ply - 2).slot, slot).value());
  }
  int history_of(int ply, Move m) {
    const int slot = info().slot(here(), m);
    return histories_.own(side(), m).value() + histories_.answer(frame(ply - 1).slot, slot).value() +
           histories_.follow_up(frame(ply - 2).slot, slot).value();
  }
  // At the root, the moves that lines found before begin with. Where no candidate is left, the other legal
  // moves are looked at after all.
  void leave_out(Moves<G>& list) const {
    const auto without = [&] {
      Moves<G> left;
      for (Move m : list)
        if (std::find(left_out_->begin(), left_out_->end(), m) == left_out_->end()) left.add(m);
      return left;
    };
    if (left_out_->empty()) return;
    if (const Moves<G> left = without(); !left.empty()) {
      list = left;
      return;
    }
    line_.game().legal(here(), list);
    list = without();
  }

  // 16. What the node teaches: the move that refuted, those that did not, and how wrong the evaluation was.
  void learn(const Node& n, const Best& best, Score alpha_before) {
    const int bonus = std::min(tuned_.history_growth * n.depth - tuned_.history_offset, tuned_.history_most);
    if (best.score >= n.beta && bonus > 0) reward(n, best, bonus);
    const bool forced = n.in_check || is_win(best.score) || is_loss(best.score) || frame(n.ply).left_out != kNoMove;
    if (forced || n.raw == kUnknown) return;
    const Bound bound = bound_of(n, best, alpha_before);
    const Score eval = frame(n.ply).eval, error = best.score - eval;
    if ((bound == Bound::Lower && error < 0) || (bound == Bound::Upper && error > 0)) return;
    const int step = std::clamp(int(std::int64_t(error) * n.depth * 512 / scale_), -Gauge::kMost / 4, Gauge::kMost / 4);
    this->error_after(n.ply).add(step);
    this->error_of().add(step);
  }
  void reward(const Node& n, const Best& best, int bonus) {
    Frame& f = frame(n.ply);
    const bool quiet = best.quiet_count > 0 && best.quiets[std::size_t(best.quiet_count - 1)] == best.move;
    if (quiet && f.killers[0] != best.move) f.killers = {best.move, f.killers[0]};
    if (quiet)
      for (int i = 0; i < best.quiet_count; ++i) {
        const Move m = best.quiets[std::size_t(i)];
        const int change = m == best.move ? bonus : -bonus, slot = info().slot(here(), m);
        histories_.own(side(), m).add(change);
        histories_.answer(frame(n.ply - 1).slot, slot).add(change);
        histories_.follow_up(frame(n.ply - 2).slot, slot).add(change);
      }
    for (int i = 0; i < best.forcing_count; ++i) {
      const Move m = best.forcing[std::size_t(i)];
      histories_.forcing(info().slot(here(), m)).add(m == best.move ? bonus : -bonus);
    }
  }

  static Bound bound_of(const Node& n, const Best& best, Score alpha_before) {
    return best.score >= n.beta ? Bound::Lower : best.score > alpha_before ? Bound::Exact : Bound::Upper;
  }
  static void note(Best& best, const Picked& picked) {
    auto& list = picked.quiet ? best.quiets : best.forcing;
    int& count = picked.quiet ? best.quiet_count : best.forcing_count;
    if (count < int(list.size())) list[std::size_t(count++)] = picked.move;
  }

  const std::vector<Move>* left_out_ = nullptr;
};

}  // namespace kishi
