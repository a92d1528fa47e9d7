// The real search: principal-variation search for any game and any evaluation, as a recipe of numbered steps.
// Nothing here knows a particular game: what it needs beyond the rules it asks of `SearchInfo<G>`, and how far each
// step goes is a parameter of the game (search/parameters.hpp).
//
// Scores that tell a win or a loss are proofs: no step that guesses may return one, and no move is left out while
// all before it lose.
#pragma once

#include "search/move_order.hpp"

namespace kishi {

template <Game G, Evaluator<G> E>
class PrincipalSearch : public MoveOrder<G, E> {
 public:
  using Base = MoveOrder<G, E>;
  using Base::kDeepest, Base::kMostPlies, Base::margin;

  using Base::Base;

  // Searches the root moves in `window`, without those in `left_out`. The score for the mover. Stops once another
  // thread has `answered`.
  Score root(int depth, Score alpha, Score beta, const std::vector<Move>& left_out,
             const std::atomic<bool>* answered = nullptr) {
    this->answered_ = answered;
    left_out_ = &left_out;
    root_depth_ = depth;
    return interior(depth, alpha, beta, 0, false);
  }

 private:
  using Base::frame, Base::here, Base::info, Base::line_, Base::table_, Base::tuned_, Base::selectivity_;
  using Base::kFirst, Base::kForcing, Base::bound_of, Base::history_of;
  using Base::nodes_, Base::out_of_budget, Base::stopped_, Base::style_, Base::verdict_score, Base::left_out_,
      Base::under_way_;
  using typename Base::Frame, typename Base::Position, typename Base::Picked, typename Base::Node, typename Base::Best;

  Score search(int depth, Score alpha, Score beta, int ply, bool cut) {
    // 1. The end of the game by repetition. What happened twice can be made to happen again, but that
    // is not proved: it counts as much as an evaluation can, not as a win.
    if constexpr (G::repetitions > 0) {
      if (const Verdict v = line_.repeated(G::repetitions); v != Verdict::Running) return ended(v, ply);
      if (style_.prune)
        if (const Verdict v = line_.repeated(2); v != Verdict::Running)
          return std::clamp(ended(v, ply), -kMostPoints, kMostPoints);
    }
    // An end so near that it is played out.
    if (this->near_end()) return this->played_out(alpha, beta, ply);
    if (depth <= 0 || ply >= kMostPlies) return this->leaf(alpha, beta, ply);
    if constexpr (Base::kLooksAhead)
      if (depth == 1 && style_.prune && !style_.noise) return this->last_ply(alpha, beta, ply);
    return interior(depth, alpha, beta, ply, cut);
  }
  Score ended(Verdict v, int ply) {
    frame(ply).length = 0;
    return verdict_score(v, ply);
  }

  Score interior(int depth, Score alpha, Score beta, int ply, bool cut) {
    ++nodes_;
    if (out_of_budget()) return 0;
    frame(ply).length = 0;
    frame(ply + 2).cutoffs = 0;
    frame(ply).doubled = frame(ply - 1).doubled;
    if (SearchInfo<G>::quick_end)
      if (const Verdict v = line_.game().settled(here()); v != Verdict::Running) return verdict_score(v, ply);

    // 2. An end that is seen without a search; and a win sooner than this cannot be had from here, nor a loss.
    if (style_.prune && ply > 0) {
      alpha = std::max(alpha, -kWin + ply);
      beta = std::min(beta, kWin - ply - 1);
      if (alpha >= beta) return alpha;
    }
    Node n{depth, alpha, beta, ply, beta - alpha > 1, cut};
    const bool whole = frame(ply).left_out == kNoMove;  // no move is left out
    if (style_.prune && whole && ply > 0 && !n.pv)
      if (const Score sure = this->sure_end(ply)) return sure;
    // 3. What the table knows.
    n.in_check = info().in_check(here());
    n.key = line_.game().key(here());
    n.met = table_.probe(n.key, ply, n.known);
    if (style_.prune && n.met && whole && ply > 0 && !n.pv && n.known.depth >= depth &&
        this->decides(n.known, alpha, beta))
      return n.known.score;
    // 4. The static evaluation.
    judge(n);
    // 5.-8. What follows from it alone, or by a cheaper search. Not on the principal variation, whose score is told.
    if (style_.prune && !n.pv && !n.in_check && whole && !is_win(beta) && !is_loss(beta)) {
      Score s = 0;
      if (razored(n, s) || far_ahead(n, s) || passed(n, s) || probably_cut(n, s)) return stopped_ ? 0 : s;
      if (stopped_) return 0;
    }
    // 9. Internal iterative reduction: no idea what is best here, so look less deep first.
    if (style_.prune && depth >= tuned_.iir_depth && (n.pv || cut) && n.known.move == kNoMove && ply > 0) --n.depth;
    return best_of_moves(n);
  }

  // 4. Kept in the table, corrected by what searches of like positions came to. Improving: better than
  // two plies ago, so that a cutoff is likelier above beta and a surprise below alpha.
  void judge(Node& n) {
    Frame& f = frame(n.ply);
    f.eval = kUnknown;
    if (n.in_check) return;
    n.raw = n.met && n.known.eval != kUnknown ? n.known.eval : this->evaluate(n.ply);
    f.eval = n.eval = this->corrected(n.raw, n.ply);
    const Score two = frame(n.ply - 2).eval, four = frame(n.ply - 4).eval;
    n.improving = two != kUnknown ? f.eval > two : four != kUnknown && f.eval > four;
    if (n.met && this->better_known(n.known, n.eval)) n.eval = n.known.score;
  }

  // 5. Razoring: so far behind that forcing moves alone must help, or nothing will. In Gomoku those are fours: is there
  // a win by them?
  bool razored(const Node& n, Score& s) {
    if (!SearchInfo<G>::quiescence || n.depth > tuned_.razor_depth) return false;
    if (n.eval + margin(tuned_.razor_base + tuned_.razor_growth * n.depth * n.depth) > n.alpha) return false;
    s = this->quiescence(n.alpha, n.alpha + 1, n.ply, 0);
    return s <= n.alpha;
  }

  // 6. Reverse futility: so far ahead that a quiet move will keep enough of it.
  bool far_ahead(const Node& n, Score& s) const {
    if (n.depth > tuned_.reverse_futility_depth) return false;
    const int needed = tuned_.reverse_futility_margin * n.depth - (n.improving ? tuned_.reverse_futility_improving : 0);
    if (n.eval - margin(needed) < n.beta) return false;
    s = n.eval;
    return true;
  }

  // 7. Null move: if even passing holds beta, a move will. Only in games where passing is never best.
  bool passed([[maybe_unused]] const Node& n, [[maybe_unused]] Score& s) {
    if constexpr (SearchInfo<G>::null_moves) {
      const bool passed_before = n.ply > 0 && frame(n.ply - 1).move == kNoMove;
      if (passed_before || n.depth < 2 || n.eval < n.beta) return false;
      const int lead = std::min(3, int((n.eval - n.beta) / std::max(1, margin(tuned_.null_move_margin))));
      const int depth = n.depth - tuned_.null_move_depth - n.depth / tuned_.null_move_divisor - lead;
      this->push_pass(n.ply);
      s = -search(depth, -n.beta, -n.beta + 1, n.ply + 1, !n.cut);
      line_.pop();
      if (is_win(s)) s = n.beta;
      return s >= n.beta;
    }
    return false;
  }

  // 8. ProbCut: a capture that holds more than beta in a shallow search will hold beta in a deep one.
  bool probably_cut([[maybe_unused]] const Node& n, [[maybe_unused]] Score& s) {
    if constexpr (Base::kExchanges) {
      const Score raised = n.beta + margin(tuned_.probcut_margin);
      if (n.depth < tuned_.probcut_depth || is_win(raised)) return false;
      if (n.met && n.known.depth >= n.depth - 3 && n.known.score < raised) return false;
      OrderedMoves<G> moves;
      this->order_forcing(moves, false, n.known.move);
      while (moves.left() > 0) {
        const Move m = moves.take().move;
        if (this->exchange(m) < raised - n.eval) continue;
        this->push(n.ply, m, this->next(m));
        s = -this->quiescence(-raised, -raised + 1, n.ply + 1, 0);
        if (s >= raised && !stopped_) s = -search(n.depth - 4, -raised, -raised + 1, n.ply + 1, !n.cut);
        line_.pop();
        if (stopped_) return true;
        if (s < raised) continue;
        table_.store(n.key, n.ply, {s, m, n.depth - 3, Bound::Lower, n.raw});
        return true;
      }
    }
    return false;
  }

  Score best_of_moves(Node& n) {
    Frame& f = frame(n.ply);
    OrderedMoves<G> moves;
    auto seen = info().ordering(here());
    this->order(moves, n, seen);
    if (moves.left() == 0) return n.ply == 0 ? n.alpha : verdict_score(line_.game().settled(here()), n.ply);
    if (moves.left() == 1 && n.ply > 0 && n.ply < kMostPlies / 2 && style_.prune) ++n.depth;  // a forced move is free
    const Score alpha_before = n.alpha;
    Best best;
    PutOff put_off;
    UnderWay* const shared = style_.prune && n.depth >= kShared ? under_way_ : nullptr;
    bool done = false;
    while (!done && moves.left() > 0) {
      if (moves.holds() && moves.best() < kForcing) this->order_quiet(moves, n, seen);
      const Picked picked = moves.take();
      if (picked.move == f.left_out) continue;
      // 10. Captures that looked good and lose material come last.
      if (picked.order >= kForcing && picked.order < kFirst && this->exchange(picked.move) < 0) {
        moves.put_back(picked, picked.order - kFirst);
        continue;
      }
      ++best.tried;
      const Position after = this->next(picked.move);
      // 11. Near the leaves, moves that will hardly matter are not tried.
      if (style_.prune && n.ply > 0 && best.score > -kWin + kLongestWin && pruned(n, picked, best, moves)) continue;
      // 12. Some are searched deeper.
      int extension = 0;
      if (style_.prune && n.ply > 0 && n.ply < 2 * root_depth_) {
        Score s = 0;
        extension = extended(n, picked, s);
        if (stopped_) return 0;
        if (extension == kMultiCut) return s;
      }
      // 13. Where another thread is, this one comes back later.
      const Trial trial{picked, best.tried, n.depth - 1 + extension};
      if (shared && best.tried > 1) {
        if (Score s = 0; answered_meanwhile(n, s)) return s;
        if (shared->holds(line_.game().key(after)) && put_off.add(trial)) continue;
      }
      const UnderWay::Mark mark(shared, shared ? line_.game().key(after) : 0);
      done = tried(n, trial, after, best);
    }
    for (int i = 0; !done && i < put_off.size; ++i) {
      if (Score s = 0; answered_meanwhile(n, s)) return s;
      done = tried(n, put_off.trials[std::size_t(i)], this->next(put_off.trials[std::size_t(i)].picked.move), best);
    }
    if (stopped_) return best.move == kNoMove ? 0 : best.score;
    if (best.tried == 0) return n.alpha;  // the only move is left out
    if (style_.prune) this->learn(n, best, alpha_before);
    if (f.left_out == kNoMove && (n.ply > 0 || left_out_->empty()))
      table_.store(n.key, n.ply, {best.score, best.move, n.depth, bound_of(n, best, alpha_before), n.raw});
    return best.score;
  }

  // 11. Late quiet moves, quiet ones that cannot catch up or have failed before, and what gives material away.
  bool pruned(const Node& n, const Picked& picked, const Best& best, OrderedMoves<G>& moves) {
    const bool late = best.tried > selectivity_.most_moves(n.depth, n.improving);
    if (!picked.quiet || picked.check) {
      const Score most = margin(tuned_.exchange_forcing * n.depth);
      return this->kExchanges && !n.in_check && this->exchange(picked.move) < -most;
    }
    if (n.pv && n.in_check) return false;
    if (late) {
      moves.drop_quiet();
      return true;
    }
    const int history = history_of(n.ply, picked.move);
    const int depth = std::max(0, n.depth - 1 - reduction_of(n, picked, best.tried, history) / 100);
    if (depth <= tuned_.history_depth && history < -tuned_.history_margin * n.depth) return true;
    if (n.in_check || n.pv) return false;
    if (depth <= tuned_.futility_depth &&
        frame(n.ply).eval + margin(tuned_.futility_base + tuned_.futility_margin * depth) <= n.alpha) {
      moves.drop_quiet();
      return true;
    }
    return this->kExchanges && this->exchange(picked.move) < -margin(tuned_.exchange_quiet * depth * depth);
  }

  // 12. Singular extension: where all other moves are clearly worse than the table's, it decides, and is searched
  // deeper. Where others hold beta as well the node is cut at once; where the table's move is merely good, it is
  // searched less deep, for others will do too.
  static constexpr int kMultiCut = 100, kMostDoubled = 6;
  int extended(const Node& n, const Picked& picked, Score& s) {
    Frame& f = frame(n.ply);
    const bool singular = picked.move == n.known.move && n.depth >= tuned_.singular_depth && f.left_out == kNoMove &&
                          n.known.depth >= n.depth - 3 && n.known.bound != Bound::Upper &&
                          n.known.bound != Bound::None && !is_win(n.known.score) && !is_loss(n.known.score);
    if (!singular) return picked.check && tuned_.check_extension && this->exchange(picked.move) >= 0;
    const Score bar = n.known.score - margin(tuned_.singular_margin * n.depth / 2);
    const auto killers = f.killers;
    const Score eval = f.eval;
    f.left_out = picked.move;
    s = interior((n.depth - 1) / 2, bar - 1, bar, n.ply, n.cut);
    f.left_out = kNoMove;
    f.killers = killers;
    f.eval = eval;
    f.length = 0;
    if (s < bar) {
      if (n.pv || s >= bar - margin(tuned_.double_margin) || f.doubled >= kMostDoubled) return 1;
      ++f.doubled;
      return 2;
    }
    if (bar >= n.beta && !n.pv) {
      s = bar;
      return kMultiCut;
    }
    return n.known.score >= n.beta ? -2 + n.pv : n.cut ? -1 : 0;
  }

  // 13. Threads share a tree by parting in it (simplified ABDADA): all begin with the first move of a node, and of the
  // others each puts off those that another one is at. When it comes back the table may know them; if not, it joins the
  // other and parts from it further down. A move put off is searched as it would have been in its turn.
  static constexpr int kShared = 3;  // plies; nearer to the leaves a move is over before anybody could make way
  struct Trial {
    Picked picked;
    int number;  // of the moves tried here
    int depth;
  };
  struct PutOff {
    std::array<Trial, 16> trials;  // other threads are at few moves of one node at a time
    int size = 0;
    bool add(const Trial& t) {
      if (size == int(trials.size())) return false;
      trials[std::size_t(size++)] = t;
      return true;
    }
  };
  // Whether another thread was through with this node first.
  bool answered_meanwhile(const Node& n, Score& s) {
    TableEntry known;
    if (n.pv || frame(n.ply).left_out != kNoMove || !table_.probe(n.key, n.ply, known)) return false;
    s = known.score;
    return known.depth >= n.depth && this->decides(known, n.alpha, n.beta);
  }

  // Searches a move and takes note of it. Whether the node is done: cut, or the search stopped.
  bool tried(Node& n, const Trial& trial, const Position& after, Best& best) {
    const Score score = searched_move(n, trial, after);
    if (stopped_) return true;
    this->note(best, trial.picked);
    if (score <= best.score) return false;
    best.score = score;
    if (score <= n.alpha && !(n.ply == 0 && best.move == kNoMove)) return false;
    best.move = trial.picked.move;
    if (n.pv) this->take_line(n.ply, best.move);
    if (score <= n.alpha) return false;
    n.alpha = score;
    if (score < n.beta) return false;
    ++frame(n.ply).cutoffs;
    return true;
  }

  // 14. The first move with the whole window; the others need only be proved worse, late ones at less
  // depth, and are searched again where the proof fails.
  Score searched_move(const Node& n, const Trial& trial, const Position& after) {
    const auto& [picked, number, depth] = trial;
    const int reduction = number > 1 ? reduced(n, picked, number, depth) : 0;
    this->push(n.ply, picked.move, after);
    if constexpr (Base::kLooksAhead) frame(n.ply + 1).told = frame(n.ply).after[picked.move];
    Score score = n.alpha + 1;
    if (number == 1) {
      score = -search(depth, -n.beta, -n.alpha, n.ply + 1, !n.pv && !n.cut);
    } else {
      if (reduction > 0) score = -search(depth - reduction, -n.alpha - 1, -n.alpha, n.ply + 1, true);
      if (score > n.alpha && !stopped_) score = -search(depth, -n.alpha - 1, -n.alpha, n.ply + 1, !n.cut);
      if (n.pv && score > n.alpha && !stopped_) score = -search(depth, -n.beta, -n.alpha, n.ply + 1, false);
    }
    line_.pop();
    return score;
  }
  int reduced(const Node& n, const Picked& picked, int tried, int depth) {
    if (!style_.prune || n.depth < 2) return 0;
    const int history = picked.quiet ? history_of(n.ply, picked.move) : 0;
    return std::clamp(reduction_of(n, picked, tried, history) / 100, 0, std::max(0, depth - 1));
  }
  // In hundredths of a ply.
  int reduction_of(const Node& n, const Picked& picked, int tried, int history) {
    const Frame& f = frame(n.ply);
    int r = selectivity_.reduction(n.depth, tried);
    if (n.pv) r -= tuned_.lmr_pv;
    if (n.cut) r += tuned_.lmr_cut;
    if (!n.improving) r += tuned_.lmr_improving;
    if (n.in_check) r -= tuned_.lmr_in_check;
    if (picked.check) r -= tuned_.lmr_check;
    if (frame(n.ply + 1).cutoffs > 2) r += tuned_.lmr_cutoffs;
    if (!picked.quiet) return r - tuned_.lmr_forcing;
    if (picked.move == f.killers[0] || picked.move == f.killers[1]) r -= tuned_.lmr_killer;
    return r - history * 100 / tuned_.lmr_history;
  }

  int root_depth_ = 0;
};

}  // namespace kishi
