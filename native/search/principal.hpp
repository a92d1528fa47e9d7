// The real search: iterative deepening principal-variation search, for any game and any evaluation.
// Nothing here knows a particular game: what it needs beyond the rules it asks of `SearchInfo<G>`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "core/budget.hpp"
#include "search/parameters.hpp"
#include "search/searched_line.hpp"
#include "search/transposition_table.hpp"

namespace kishi {

// Everything that makes the search faster than plain alpha-beta but may change its answer can be
// switched off, so that a test can compare it with minimax.
struct SearchStyle {
  bool prune = true;  // null move, reductions, futility, quiescence, the table's scores
  // Error in every evaluation, for weaker play: thousandths of a lead that wins three games of four. It is the
  // same for the same seed.
  int noise = 0;
  std::uint64_t noise_seed = 0;
};

// One thread of a search: its line, its history tables, its nodes.
template <Game G, Evaluator<G> E>
class PrincipalSearch {
 public:
  static constexpr int kDeepest = 120, kMostPlies = 240;

  PrincipalSearch(const E& eval, Line<G> line, Table& table, const Budget& budget, const SearchStyle& style,
                  const SearchParameters& parameters)
      : line_(eval, std::move(line), kMostPlies + 2),
        table_(table),
        budget_(budget),
        style_(style),
        tuned_(parameters),
        frames_(kMostPlies + 2),
        scale_(std::max(1, int(line_.scale()))) {
    history_.fill(0);
    const double base = tuned_.lmr_base_percent / 100.0, divisor = tuned_.lmr_divisor_percent / 100.0;
    for (int d = 1; d < 64; ++d)
      for (int m = 1; m < 64; ++m) reductions_[d][m] = std::int8_t(base + std::log(d) * std::log(m) / divisor);
  }

  // Searches the root moves in `window`, without those in `left_out`. The score for the mover.
  Score root(int depth, Score alpha, Score beta, const std::vector<Move>& left_out) {
    left_out_ = &left_out;
    return interior(depth, alpha, beta, 0, false);
  }

  bool stopped() const { return stopped_; }
  std::uint64_t nodes() const { return nodes_; }
  int deepest() const { return deepest_; }
  std::vector<Move> best_line() const { return frames_[0].line; }
  double scale() const { return line_.scale(); }
  // What a parameter means in the points of this evaluation.
  Score margin(int sixtieths) const { return Score(std::int64_t(scale_) * sixtieths / 60); }

 private:
  using Position = typename G::Position;

  struct Frame {
    std::vector<Move> line;  // the best continuation from here
    Move killers[2] = {kNoMove, kNoMove};
    Score stand = 0;  // the static evaluation
  };
  // Moves with their order, packed into words whose largest is the best: most nodes cut off after the
  // first few, so the best is picked each time instead of sorting, and a plain maximum has no branches
  // to mispredict.
  class OrderedMoves {
   public:
    struct Item {
      Move move;
      bool quiet;
      int order;
      int place;
    };

    int left() const { return left_; }
    void add(Move m, bool quiet, int order) {
      words_[std::size_t(size_)] = packed(m, quiet, order, size_);
      left_ = ++size_;
    }
    // Takes the best of those not yet taken; of equals the one added first.
    Item take() {
      if (size_ >= 2 * left_ + 8) keep_if([](std::int64_t) { return true; });
      std::int64_t best = kTaken;
      for (int i = 0; i < size_; ++i) best = std::max(best, words_[std::size_t(i)]);
      const Item item{Move(best & 0xffff), is_quiet(best), int(best >> 32), 0x3ff - int(best >> 17 & 0x3ff)};
      words_[std::size_t(item.place)] = kTaken;
      --left_;
      return item;
    }
    void put_back(const Item& item, int order) {
      words_[std::size_t(item.place)] = packed(item.move, item.quiet, order, item.place);
      ++left_;
    }
    void drop_quiet() {
      keep_if([](std::int64_t word) { return !is_quiet(word); });
    }

   private:
    static constexpr std::int64_t kTaken = std::numeric_limits<std::int64_t>::min();
    static_assert(G::most_moves <= 0x3ff);

    static std::int64_t packed(Move m, bool quiet, int order, int place) {
      return std::int64_t(order) * (std::int64_t(1) << 32) + (std::int64_t(0x3ff - place) << 17 | int(quiet) << 16 | m);
    }
    static bool is_quiet(std::int64_t word) { return word >> 16 & 1; }

    // Closes the gaps that taken moves have left. Places change, their order does not.
    template <class F>
    void keep_if(F&& kept) {
      int n = 0;
      for (int i = 0; i < size_; ++i) {
        const std::int64_t word = words_[std::size_t(i)];
        if (word != kTaken && kept(word))
          words_[std::size_t(n)] = packed(Move(word & 0xffff), is_quiet(word), int(word >> 32), n), ++n;
      }
      size_ = left_ = n;
    }

    std::array<std::int64_t, G::most_moves> words_;
    int size_ = 0, left_ = 0;
  };

  bool out_of_budget() {
    if (!stopped_ && budget_.spent(nodes_)) stopped_ = true;
    return stopped_;
  }

  Score verdict_score(Verdict v, int ply) const { return line_.verdict_score(v, ply); }
  const SearchInfo<G>& info() const { return line_.info(); }
  Score evaluate() const { return line_.evaluate(noise()); }
  // The sum of four uniform numbers drawn from the position itself, about normal with deviation 1; then
  // as large as `noise` wants it.
  Score noise() const {
    if (!style_.noise) return 0;
    std::uint64_t bits = mix(line_.game().key(line_.top()) ^ style_.noise_seed);
    int sum = 0;
    for (int i = 0; i < 4; ++i, bits >>= 16) sum += int(bits & 0xffff) - 32768;
    return Score(double(sum) / 37837 * style_.noise * scale_ / 1000);
  }

  // The score of the node on top of the line, which is `depth` above the leaves.
  Score node(int depth, Score alpha, Score beta, int ply, bool null_allowed) {
    // 1. The end of the game by repetition. What happened twice can be made to happen again, but that
    // is not proved: it counts as much as an evaluation can, not as a win.
    if (const Verdict v = line_.repeated(G::repetitions); v != Verdict::Running) return verdict_score(v, ply);
    if (style_.prune)
      if (const Verdict v = line_.repeated(2); v != Verdict::Running)
        return std::clamp(verdict_score(v, ply), -kMostPoints, kMostPoints);
    if (depth <= 0 || ply >= kMostPlies) return leaf(alpha, beta, ply);
    return interior(depth, alpha, beta, ply, null_allowed);
  }

  Score interior(int depth, Score alpha, Score beta, int ply, bool null_allowed) {
    ++nodes_;
    if (out_of_budget()) return 0;
    Frame& frame = frames_[ply];
    frame.line.clear();
    deepest_ = std::max(deepest_, ply);
    const Position& here = line_.top();
    if (SearchInfo<G>::quick_end)
      if (const Verdict v = line_.game().settled(here); v != Verdict::Running) return verdict_score(v, ply);

    // 2. A win sooner than this cannot be had from here, nor a loss.
    if (style_.prune && ply > 0) {
      alpha = std::max(alpha, -kWin + ply);
      beta = std::min(beta, kWin - ply - 1);
      if (alpha >= beta) return alpha;
    }

    // 3. What the table knows. Left-out root moves make it silent at the root.
    const bool pv = beta - alpha > 1, in_check = info().in_check(here);  // asked while the table is fetched
    const std::uint64_t key = line_.game().key(here);
    TableEntry known;
    const bool met = table_.probe(key, ply, known);
    if (style_.prune && met && ply > 0 && !pv && known.depth >= depth && decides(known, alpha, beta))
      return known.score;
    if (style_.prune && pv && depth >= 5 && !met) --depth;  // no idea what is best here: look shallower first

    // 4. The static evaluation, and what follows from it alone.
    frame.stand = in_check ? -kMostPoints : evaluate();
    if (style_.prune && !pv && !in_check && !is_win(beta) && !is_loss(beta)) {
      if (depth <= tuned_.reverse_futility_depth &&
          frame.stand - margin(tuned_.reverse_futility_margin * depth) >= beta)
        return frame.stand;  // far ahead already
      if constexpr (SearchInfo<G>::null_moves)
        if (null_allowed && depth >= 2 && frame.stand >= beta)
          if (const Score s = null_move(depth, beta, ply); s >= beta && !stopped_) return is_win(s) ? beta : s;
    }
    if (stopped_) return 0;

    // 5. The moves, best guess first.
    OrderedMoves moves;
    order(moves, met ? known.move : kNoMove, frame, ply);
    if (moves.left() == 0) return ply == 0 ? alpha : verdict_score(line_.game().settled(here), ply);
    if (moves.left() == 1 && ply > 0 && ply < kMostPlies / 2 && style_.prune) ++depth;  // a forced move costs nothing
    return moves_loop(moves, depth, alpha, beta, ply, pv, in_check, key);
  }

  Score moves_loop(OrderedMoves& moves, int depth, Score alpha, Score beta, int ply, bool pv, bool in_check,
                   std::uint64_t key) {
    Frame& frame = frames_[ply];
    const Score alpha_before = alpha;
    Score best = -kWin - 1;
    Move best_move = kNoMove;
    std::array<Move, 64> tried_quiet;
    int quiets = 0;
    for (int i = 0; moves.left() > 0; ++i) {
      const auto item = moves.take();
      const Move m = item.move;
      const bool quiet = item.quiet;
      if (item.order >= kForcing && item.order < kFirst && losing(m)) {  // looked good and is not: later
        moves.put_back(item, item.order - kFirst);
        --i;
        continue;
      }

      // 6. Near the leaves, late quiet moves that cannot catch up are not tried.
      if (style_.prune && !pv && quiet && !in_check && best > -kWin + kLongestWin && i > 0) {
        const bool behind = depth <= tuned_.futility_depth && i >= 2 &&
                            frame.stand + margin(tuned_.futility_margin * (depth + 1)) <= alpha;
        if (behind || (depth <= tuned_.move_count_depth &&
                       quiets >= tuned_.move_count_base + tuned_.move_count_growth * depth * depth)) {
          moves.drop_quiet();
          continue;
        }
      }
      const int reduction = reduction_of(m, i, depth, quiet, pv, in_check, frame);
      line_.push(m);
      if (depth - 1 - reduction > 0) table_.prefetch(line_.game().key(line_.top()));
      const Score score = searched_move(i, depth, reduction, alpha, beta, ply, pv);
      line_.pop();
      if (stopped_) return best_move == kNoMove ? 0 : best;
      if (quiet && quiets < int(tried_quiet.size())) tried_quiet[quiets++] = m;
      if (score <= best) continue;
      best = score;
      if (score <= alpha && !(ply == 0 && best_move == kNoMove)) continue;
      best_move = m;
      take_line(frame, m, frames_[ply + 1]);
      if (score <= alpha) continue;
      alpha = score;
      if (score < beta) continue;
      if (quiet) reward(m, depth, frame, std::span(tried_quiet.data(), std::size_t(quiets)));
      break;
    }
    if (ply > 0 || left_out_->empty())
      table_.store(key, ply,
                   {best, best_move, depth,
                    best >= beta          ? Bound::Lower
                    : best > alpha_before ? Bound::Exact
                                          : Bound::Upper});
    return best;
  }

  // 7. The first move with the whole window; the others need only be proved worse, late ones at less
  // depth, and are searched again where the proof fails.
  Score searched_move(int i, int depth, int reduction, Score alpha, Score beta, int ply, bool pv) {
    if (i == 0) return -node(depth - 1, -beta, -alpha, ply + 1, true);
    Score score = alpha + 1;
    if (reduction > 0) score = -node(depth - 1 - reduction, -alpha - 1, -alpha, ply + 1, true);
    if (score > alpha && !stopped_) score = -node(depth - 1, -alpha - 1, -alpha, ply + 1, true);
    if (pv && score > alpha && !stopped_) score = -node(depth - 1, -beta, -alpha, ply + 1, true);
    return score;
  }

  int reduction_of(Move m, int i, int depth, bool quiet, bool pv, bool in_check, const Frame& frame) const {
    if (!style_.prune || depth < 3 || i < 2 || in_check || !quiet) return 0;
    int r = reductions_[std::min(depth, 63)][std::min(i, 63)];
    if (pv) --r;
    if (m == frame.killers[0] || m == frame.killers[1]) --r;
    r -= history_of(m) / tuned_.lmr_history;
    return std::clamp(r, 0, depth - 2);
  }

  Score null_move([[maybe_unused]] int depth, [[maybe_unused]] Score beta, [[maybe_unused]] int ply) {
    if constexpr (SearchInfo<G>::null_moves) {
      line_.push_pass();
      const Score s =
          -node(depth - tuned_.null_move_depth - depth / tuned_.null_move_divisor, -beta, -beta + 1, ply + 1, false);
      line_.pop();
      return s;
    }
    return -kWin;
  }

  // The leaves: searched on through forcing moves until it is quiet, where the game wants it.
  Score leaf(Score alpha, Score beta, int ply) {
    if (SearchInfo<G>::quiescence && style_.prune) return quiescence(alpha, beta, ply, 0);
    ++nodes_;
    if (out_of_budget()) return 0;
    frames_[ply].line.clear();
    const Verdict v = line_.game().settled(line_.top());
    return v == Verdict::Running ? evaluate() : verdict_score(v, ply);
  }

  Score quiescence(Score alpha, Score beta, int ply, int deep) {
    ++nodes_;
    if (out_of_budget()) return 0;
    Frame& frame = frames_[ply];
    frame.line.clear();
    deepest_ = std::max(deepest_, ply);
    const Position& here = line_.top();
    if (SearchInfo<G>::quick_end)
      if (const Verdict v = line_.game().settled(here); v != Verdict::Running) return verdict_score(v, ply);
    if (ply >= kMostPlies) return evaluate();
    const bool in_check = info().in_check(here) && deep < kLongestChecks;
    Score best = -kWin + ply;
    if (!in_check) {
      best = evaluate();
      if (best >= beta) return best;
      if (const Move m = winning_move(); m != kNoMove) {  // perhaps a quiet one, which is not searched here
        frame.line.assign(1, m);
        return kWin - ply - 1;
      }
      alpha = std::max(alpha, best);
    }
    OrderedMoves moves;
    order_forcing(moves, in_check);
    if (in_check && moves.left() == 0) return verdict_score(line_.game().settled(here), ply);
    while (moves.left() > 0) {
      const Move m = moves.take().move;
      if (!in_check && losing(m)) continue;
      line_.push(m);
      const Score score = -quiescence(-beta, -alpha, ply + 1, deep + 1);
      line_.pop();
      if (stopped_) return 0;
      if (score <= best) continue;
      best = score;
      if (score <= alpha) continue;
      take_line(frame, m, frames_[ply + 1]);
      alpha = score;
      if (score >= beta) break;
    }
    return best;
  }

  static void take_line(Frame& frame, Move m, const Frame& next) {
    frame.line.assign(1, m);
    frame.line.insert(frame.line.end(), next.line.begin(), next.line.end());
  }

  static bool decides(const TableEntry& k, Score alpha, Score beta) {
    return k.bound == Bound::Exact || (k.bound == Bound::Lower && k.score >= beta) ||
           (k.bound == Bound::Upper && k.score <= alpha);
  }

  static constexpr int kFirst = 1 << 28, kForcing = 1 << 26, kKiller = 1 << 25, kLongestChecks = 8;

  void order(OrderedMoves& out, Move first, const Frame& frame, int ply) {
    Moves<G> list;
    if (style_.prune)
      info().candidates(line_.top(), list);
    else
      line_.game().legal(line_.top(), list);
    if (ply == 0) leave_out(list);
    auto seen = info().ordering(line_.top());
    const std::int16_t* history = &history_[std::size_t(side() * G::most_actions)];
    for (Move m : list) {
      const bool quiet = seen.quiet(m);
      if (m == first)
        out.add(m, quiet, kFirst);
      else if (!quiet)
        out.add(m, quiet, kForcing + seen.score(m));
      else if (m == frame.killers[0])
        out.add(m, quiet, kKiller + 1);
      else if (m == frame.killers[1])
        out.add(m, quiet, kKiller);
      else
        out.add(m, quiet, seen.score(m) + int(std::int64_t(history[m]) * scale_ / kMostHistory));
    }
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
    line_.game().legal(line_.top(), list);
    list = without();
  }

  void order_forcing(OrderedMoves& out, bool all) {
    Moves<G> list;
    if (all)
      info().candidates(line_.top(), list);
    else
      info().forcing(line_.top(), list);
    if (list.empty()) return;
    auto seen = info().ordering(line_.top());
    for (Move m : list) out.add(m, false, seen.score(m));
  }

  Move winning_move() const {
    if constexpr (requires { info().winning_move(line_.top()); })
      return info().winning_move(line_.top());
    else
      return kNoMove;
  }
  // Does the move give away material at once? Asked only of moves about to be tried: it is expensive.
  bool losing([[maybe_unused]] Move m) const {
    if constexpr (requires { info().losing(line_.top(), m); })
      return info().losing(line_.top(), m);
    else
      return false;
  }

  // History: how often a quiet move of this side has refuted others lately.
  static constexpr int kMostHistory = 16384;

  int side() const { return int(line_.game().turn(line_.top())); }
  std::int16_t& history(Move m) { return history_[std::size_t(side() * G::most_actions + m)]; }
  int history_of(Move m) const { return history_[std::size_t(side() * G::most_actions + m)]; }

  void reward(Move m, int depth, Frame& frame, std::span<const Move> tried) {
    if (frame.killers[0] != m) frame.killers[1] = std::exchange(frame.killers[0], m);
    const int bonus = std::min(depth * depth * tuned_.history_growth, tuned_.history_most);
    for (Move t : tried) {
      const int change = t == m ? bonus : -bonus;
      history(t) = std::int16_t(history(t) + change - history(t) * std::abs(change) / kMostHistory);
    }
  }

  SearchedLine<G, E> line_;
  Table& table_;
  const Budget& budget_;
  SearchStyle style_;
  SearchParameters tuned_;
  std::vector<Frame> frames_;
  int scale_, deepest_ = 0;
  std::array<std::int16_t, 2 * G::most_actions> history_;
  std::array<std::array<std::int8_t, 64>, 64> reductions_{};
  const std::vector<Move>* left_out_ = nullptr;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace kishi
