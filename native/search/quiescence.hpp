// The leaves of the search: searched on through forcing moves until the position is quiet, where the game wants it.
#pragma once

#include "search/search_thread.hpp"

namespace kishi {

template <Game G, Evaluator<G> E>
class Quiescence : public SearchThread<G, E> {
 protected:
  using Base = SearchThread<G, E>;
  using Base::Base;
  using Base::frame, Base::here, Base::info, Base::line_, Base::margin, Base::table_, Base::tuned_;
  using Base::nodes_, Base::out_of_budget, Base::stopped_, Base::style_, Base::verdict_score, Base::kMostPlies;
  using typename Base::Frame, typename Base::Position;

  Score leaf(Score alpha, Score beta, int ply) {
    if (SearchInfo<G>::quiescence && style_.prune) return quiescence(alpha, beta, ply, 0);
    ++nodes_;
    if (out_of_budget()) return 0;
    frame(ply).length = 0;
    const Verdict v = line_.game().settled(here());
    return v == Verdict::Running ? this->evaluate(ply) : verdict_score(v, ply);
  }

  // The last ply where the evaluation can look ahead: moves are not made, ordered or remembered, because that costs
  // more than to evaluate what comes after them. None is looked at where the position itself is far outside the window
  // (futility, as at greater depths).
  Score last_ply(Score alpha, Score beta, int ply) {
    ++nodes_;
    if (out_of_budget()) return 0;
    frame(ply).length = frame(ply + 1).length = 0;
    Moves<G> moves;
    line_.game().legal(here(), moves);
    if (moves.empty()) return verdict_score(line_.game().settled(here()), ply);
    if (beta - alpha == 1 && !is_win(alpha)) {
      const Score eval = this->evaluate(ply);
      if (eval - margin(tuned_.reverse_futility_margin) >= beta) return beta;
      if (eval + margin(tuned_.futility_base) <= alpha) return alpha;
    }
    Score best = -kWin - 1;
    for (Move m : moves) {
      ++nodes_;
      if (out_of_budget()) return 0;
      const Score score = score_after(m, ply);
      if (score <= best) continue;
      best = score;
      if (score > alpha) this->take_line(ply, m);
      if (score >= beta) break;
    }
    return best;
  }
  Score score_after(Move m, int ply) {
    const Position next = line_.game().play(here(), m);
    const Verdict v = line_.game().settled(next);
    if (v == Verdict::Running) return -line_.evaluate_after(next);
    line_.push(m, next);
    const Score score = -verdict_score(v, ply + 1);
    line_.pop();
    return score;
  }

  Score quiescence(Score alpha, Score beta, int ply, int deep) {
    ++nodes_;
    if (out_of_budget()) return 0;
    frame(ply).length = 0;
    // 1. The end of the game.
    if (SearchInfo<G>::quick_end)
      if (const Verdict v = line_.game().settled(here()); v != Verdict::Running) return verdict_score(v, ply);
    if (ply >= kMostPlies) return this->evaluate(ply);
    if (beta - alpha == 1)  // else the line to it is told
      if (const Score sure = this->sure_end(ply)) return sure;

    // 2. What the table knows, in the first plies.
    const bool kept = deep < tuned_.quiescence_table;
    const bool in_check = info().in_check(here()) && deep < kLongestChecks, pv = beta - alpha > 1;
    const std::uint64_t key = line_.game().key(here());
    TableEntry known;
    const bool met = kept && table_.probe(key, ply, known);
    if (met && !pv && this->decides(known, alpha, beta)) return known.score;

    // 3. The mover need not go on, unless in check: the evaluation is a lower bound.
    const Score alpha_before = alpha;
    Score best = -kWin + ply, raw = kUnknown;
    if (!in_check) {
      raw = met && known.eval != kUnknown ? known.eval : this->evaluate(ply);
      best = this->corrected(raw, ply);
      if (met && better_known(known, best)) best = known.score;
      if (best >= beta) {
        if (kept && !met) table_.store(key, ply, {best, kNoMove, kNoDepth, Bound::Lower, raw});
        return best;
      }
      if (const Move m = this->winning_move(); m != kNoMove) {  // perhaps a quiet one, which is not searched here
        frame(ply).line[0] = m;
        frame(ply).length = 1;
        return kWin - ply - 1;
      }
      alpha = std::max(alpha, best);
    }

    // 4. The forcing moves that do not lose material and may reach the window.
    OrderedMoves<G> moves;
    order_forcing(moves, in_check, met ? known.move : kNoMove, deep < tuned_.quiescence_plain);
    if (in_check && moves.left() == 0) return verdict_score(line_.game().settled(here()), ply);
    const Score stand = best;
    Move best_move = kNoMove;
    while (moves.left() > 0) {
      const Move m = moves.take().move;
      const Position after = this->next(m, deep + 1 < tuned_.quiescence_table);
      if (!in_check || best > -kWin + kLongestWin) {
        if (!in_check && hopeless(m, stand, alpha)) continue;
        if (this->exchange(m) < 0) continue;
      }
      this->push(ply, m, after);
      const Score score = -quiescence(-beta, -alpha, ply + 1, deep + 1);
      line_.pop();
      if (stopped_) return 0;
      if (score <= best) continue;
      best = score;
      if (score <= alpha) continue;
      best_move = m;
      if (pv) this->take_line(ply, m);
      alpha = score;
      if (score >= beta) break;
    }
    const Bound bound = best >= beta ? Bound::Lower : pv && best > alpha_before ? Bound::Exact : Bound::Upper;
    if (kept) table_.store(key, ply, {best, best_move, kNoDepth, bound, raw});
    return best;
  }

  // Is the table's score a better guess than the evaluation?
  static bool better_known(const TableEntry& known, Score eval) {
    if (is_win(known.score) || is_loss(known.score)) return false;
    return known.bound == Bound::Exact || known.bound == (known.score > eval ? Bound::Lower : Bound::Upper);
  }

  // `plain`: also those that force an answer and promise nothing beyond it.
  void order_forcing(OrderedMoves<G>& out, bool all, Move first, bool plain = true) {
    Moves<G> list;
    if (all)
      info().candidates(here(), list);
    else if (plain)
      info().forcing(here(), list);
    else
      promising(list);
    if (list.empty()) return;
    auto seen = info().ordering(here());
    for (Move m : list) out.add(m, false, false, m == first ? 1 << 28 : seen.score(m));
  }

 private:
  void promising(Moves<G>& out) const {
    if constexpr (requires { info().promising(here(), out); })
      info().promising(here(), out);
    else
      info().forcing(here(), out);
  }

  static constexpr int kLongestChecks = 8, kNoDepth = 0;

  // Would what the move takes, and some more, still not reach alpha?
  bool hopeless([[maybe_unused]] Move m, [[maybe_unused]] Score stand, [[maybe_unused]] Score alpha) const {
    if constexpr (requires { info().gain(here(), m); })
      return !is_loss(alpha) && stand + info().gain(here(), m) + margin(tuned_.delta_margin) <= alpha;
    else
      return false;
  }
};

}  // namespace kishi
