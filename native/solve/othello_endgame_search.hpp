// The search of an Othello solver: from many empty squares down to the last four.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/threads.hpp"
#include "eval/othello_disc_patterns.hpp"
#include "solve/othello_endgame_last.hpp"
#include "solve/othello_endgame_order.hpp"
#include "solve/othello_endgame_stable.hpp"
#include "solve/othello_endgame_table.hpp"

namespace kishi::othello {

// One search of one position. Once the budget is spent, `stopped` is true and what comes back is void.
// Scores fail soft: those outside the window are bounds.
//
// With helpers, which share the table, what follows the first move along the principal variation is searched at the
// same time, each move by one thread (young brothers wait).
class ExactSearch {
 public:
  ExactSearch(int size, Count count, EndgameTable& table, const Budget& budget, int threads = 1,
              const disc_patterns::Tables* learned = nullptr)
      : board_(kSquares[size]),
        corners_(corners_of(size)),
        most_(size * size),
        salt_(mix(std::uint64_t(2 * size + (count == Count::OnBoard)))),
        last_(size, count),
        stable_(size),
        guess_(size),
        learned_(learned),
        table_(table),
        budget_(budget),
        most_nodes_(budget.nodes() / std::uint64_t(threads)) {
    for (int t = 1; t < threads; ++t) {
      helpers_.push_back(std::make_unique<ExactSearch>(size, count, table, budget, 1, learned));
      helpers_.back()->most_nodes_ = most_nodes_;
    }
  }

  std::uint64_t nodes() const {
    std::uint64_t all = last_.nodes;
    for (const auto& helper : helpers_) all += helper->nodes();
    return all;
  }
  bool stopped() const { return stopped_; }
  int most() const { return most_; }
  Board moves(Board mine, Board theirs) const { return reach(mine, theirs) & board_; }
  int finished(Board mine, Board theirs) const { return last_.finished(mine, theirs); }

  // The move that was best when the position was searched, if that is remembered.
  int remembered(Board mine, Board theirs) const {
    const std::optional<EndgameEntry> known = table_.find(key(mine, theirs));
    return known ? known->best : EndgameEntry::kNoSquare;
  }

  // Does the side to move get more than alpha?
  int above(Board mine, Board theirs, int alpha) {
    const Board empty = board_ & ~(mine | theirs);
    return null_window(mine, theirs, moves(mine, theirs), alpha, std::popcount(empty), last_.odd_quadrants(empty));
  }

  // The score that a selective pass comes to, in which whatever a small search sees so many discs outside the window
  // counts as being there. Needs learned patterns. Exact searches afterwards begin with its moves.
  int guessed(Board mine, Board theirs, int discs, int alpha, int beta) {
    const int margin = discs * Guess::kDisc;
    guess_within(margin, margin_before_);
    const int score = between(mine, theirs, alpha, beta);
    guess_within(0, margin);
    return score;
  }

  // The exact score, if it lies between alpha and beta.
  int between(Board mine, Board theirs, int alpha, int beta) {
    ++last_.nodes;
    const std::uint64_t before = nodes();
    if (out_of_budget()) return alpha;
    const Board places = moves(mine, theirs);
    if (!places) return moves(theirs, mine) ? -between(theirs, mine, -beta, -alpha) : last_.finished(mine, theirs);
    int first = EndgameEntry::kNoSquare;
    const Board empty = board_ & ~(mine | theirs);
    const int empties = std::popcount(empty);
    if (const auto k = known(mine, theirs, empties)) {
      if (k->lower >= beta || k->lower == k->upper) return k->lower;
      if (k->upper <= alpha) return k->upper;
      first = k->best;
    }
    Candidates all(board_, mine, theirs, places);
    judge(all, mine, theirs, last_.odd_quadrants(empty), first, kDeeperInWindow);
    if (stopped_) return alpha;
    Best found;
    const bool together = !helpers_.empty() && empties >= kTogether;
    for (int i = 0; i < all.size() && found.score < beta; ++i) {
      if (together && i == 1) {
        search_together(all, alpha, beta, found);
        break;
      }
      const Candidate& c = all.take(i);
      found.take(-reply(c, i == 0, -beta, -std::max(alpha, found.score)), c);
      if (stopped_) return alpha;
    }
    if (stopped_) return alpha;
    table_.store(key(mine, theirs, empties), found.score > alpha ? found.score : -most_,
                 found.score < beta ? found.score : most_, found.square, nodes() - before);
    return found.score;
  }

 private:
  using Indices = disc_patterns::Indices;

  static constexpr int kNone = -127, kUnknown = -128;
  // From the leaves up: four and fewer squares have their own code, five are tried odd quarters first, up
  // to seven the moves that leave few replies first, and from eight the table of positions pays. From nine
  // it pays to ask it about all moves before searching one, from twelve to guess at scores.
  static constexpr int kUnsorted = 5, kWithoutTable = 7, kAskAllMoves = 9, kGuessed = 12;
  static constexpr int kDeeperInWindow = 2, kDeepestPreview = 10;
  static constexpr int kTogether = 14;  // with fewer empty squares threads cost more than they save

  struct Best {
    int score = kNone, square = EndgameEntry::kNoSquare;

    void take(int other, const Candidate& c) {
      if (other > score) score = other, square = c.square;
    }
  };

  std::uint64_t key(Board mine, Board theirs) const { return position_key(mine, theirs) ^ salt_; }
  // What a selective pass finds out is no proof: each has entries of its own, where it guesses.
  std::uint64_t key(Board mine, Board theirs, int empties) const { return key_of_pass(mine, theirs, empties, margin_); }
  std::uint64_t key_of_pass(Board mine, Board theirs, int empties, int margin) const {
    return key(mine, theirs) ^ (empties >= kGuessed ? std::uint64_t(margin) * 0x9e3779b97f4a7c15 : 0);
  }
  // Of the pass before, the move alone.
  std::optional<EndgameEntry> known(Board mine, Board theirs, int empties) const {
    std::optional<EndgameEntry> found = table_.find(key(mine, theirs, empties));
    if (found || margin_before_ == 0 || empties < kGuessed) return found;
    found = table_.find(key_of_pass(mine, theirs, empties, margin_before_));
    if (found) found->lower = std::int8_t(-most_), found->upper = std::int8_t(most_);
    return found;
  }
  void guess_within(int margin, int before) {
    margin_ = margin;
    margin_before_ = before;
    for (const auto& helper : helpers_) helper->guess_within(margin, before);
  }

  bool out_of_budget() {
    if (last_.nodes < next_look_) return stopped_;
    next_look_ = std::min(last_.nodes + 1024, std::max(last_.nodes + 1, most_nodes_));
    return stopped_ = stopped_ || is_spent() || (gone_on_ && gone_on_->load(std::memory_order_relaxed));
  }
  bool is_spent() const { return last_.nodes >= most_nodes_ || budget_.over(); }

  // All moves but the first, by all threads: is one better than what there is? Then it is searched with the window that
  // is left, and those not yet known are asked again.
  void search_together(Candidates& all, int alpha, int beta, Best& found) {
    for (int i = 1; i < all.size(); ++i) all.take(i);  // the most promising first
    std::array<int, 50> scores;
    scores.fill(kUnknown);
    scores[0] = found.score;
    for (int better = 0; better != kUnknown && found.score < beta;) {
      const int bound = std::max(alpha, found.score);
      ask_together(all, bound, scores);
      if (stopped_) return;
      better = kUnknown;
      for (int i = 1; i < all.size(); ++i)
        if (scores[std::size_t(i)] > bound && better == kUnknown) better = i;
      for (int i = 1; i < all.size(); ++i)
        if (scores[std::size_t(i)] != kUnknown && scores[std::size_t(i)] <= bound)
          found.take(scores[std::size_t(i)], all.begin()[i]);
      if (better == kUnknown) return;
      const Candidate& c = all.begin()[better];
      int& score = scores[std::size_t(better)];
      if (score < beta) score = -between(c.mine, c.theirs, -beta, -bound);
      if (stopped_) return;
      found.take(score, c);
      for (int i = 1; i < all.size(); ++i)  // another one that was better, too, must beat this one now
        if (i != better && scores[std::size_t(i)] > bound) scores[std::size_t(i)] = kUnknown;
    }
  }

  // Fills in the scores that are unknown, against a bound; once one is above it, the others stop.
  void ask_together(Candidates& all, int bound, std::array<int, 50>& scores) {
    std::atomic<int> next{1};
    std::atomic<bool> gone_on{false};
    const auto work = [&](ExactSearch& member) {
      member.gone_on_ = &gone_on;
      for (int i = next++; i < all.size() && !gone_on; i = next++) {
        if (scores[std::size_t(i)] != kUnknown) continue;
        const Candidate& c = all.begin()[i];
        const int score = -member.above(c.mine, c.theirs, -bound - 1);
        if (member.stopped_) break;
        scores[std::size_t(i)] = score;
        if (score > bound) gone_on = true;
      }
      member.gone_on_ = nullptr;
      member.stopped_ = member.is_spent();
      if (member.stopped_) gone_on = true;
    };
    {
      JoinedThreads others;
      for (const auto& helper : helpers_) others.start([&work, &helper] { work(*helper); });
      work(*this);
    }
    for (const auto& helper : helpers_) stopped_ = stopped_ || helper->stopped_;
  }

  // Principal variation search: later moves must first show that they are better.
  int reply(const Candidate& c, bool is_first, int alpha, int beta) {
    if (!is_first) {
      const int score = above(c.mine, c.theirs, beta - 1);
      if (stopped_ || score >= beta || score <= alpha) return score;
    }
    return between(c.mine, c.theirs, alpha, beta);
  }

  // The score cannot pass what their stable discs leave. Counting them pays only where alpha is high.
  bool too_stable(Board mine, Board theirs, int alpha, int empties, int& bound) const {
    if (alpha * 32 < empties * most_) return false;
    bound = most_ - 2 * stable_.count(theirs, mine);
    return bound <= alpha;
  }

  int null_window(Board mine, Board theirs, Board places, int alpha, int empties, unsigned odd) {
    if (empties <= kWithoutTable)
      return empties == 4 ? last_.four(mine, theirs, alpha, odd) : few(mine, theirs, places, alpha, empties, odd);
    const std::uint64_t before = ++last_.nodes;
    if (out_of_budget()) return alpha;
    if (!places) {
      const Board others = moves(theirs, mine);
      return others ? -null_window(theirs, mine, others, -alpha - 1, empties, odd) : last_.finished(mine, theirs);
    }
    int bound;
    if (too_stable(mine, theirs, alpha, empties, bound)) return bound;
    const std::uint64_t here = key(mine, theirs, empties);
    int first = EndgameEntry::kNoSquare;
    if (const auto k = known(mine, theirs, empties)) {
      if (k->lower > alpha) return k->lower;
      if (k->upper <= alpha) return k->upper;
      first = k->best;
    }
    if (margin_ && empties >= kGuessed && probably(mine, theirs, places, alpha, empties, bound)) return bound;
    Candidates all(board_, mine, theirs, places);
    if (empties >= kAskAllMoves && known_above(all, alpha, empties - 1, bound)) return bound;
    judge(all, mine, theirs, odd, first, 0);
    if (stopped_) return alpha;
    int best = kNone, square = EndgameEntry::kNoSquare;
    for (int i = 0; i < all.size() && best <= alpha; ++i) {
      const Candidate& c = all.take(i);
      const int score =
          -null_window(c.mine, c.theirs, c.replies, -alpha - 1, empties - 1, odd ^ last_.quadrant(c.square));
      if (stopped_) return alpha;
      if (score > best) best = score, square = c.square;
    }
    const bool high = best > alpha;
    table_.store(here, high ? best : -most_, high ? most_ : best, square, last_.nodes - before);
    return best;
  }

  // ProbCut: a small search that ends so far from alpha will hardly have been on the wrong side of it.
  bool probably(Board mine, Board theirs, Board places, int alpha, int empties, int& bound) {
    Indices here;
    here.reset(mine, theirs);
    const int depth = (empties - kGuessed) / 2 + 2;
    if (learned(mine, theirs, here) > alpha * Guess::kDisc) {
      const int high = (alpha + 1) * Guess::kDisc + margin_;
      bound = alpha + 1;
      return preview(mine, theirs, places, here, high - 1, high, depth) >= high || stopped_;
    }
    const int low = alpha * Guess::kDisc - margin_;
    bound = alpha;
    return preview(mine, theirs, places, here, low, low + 1, depth) <= low || stopped_;
  }

  // Does the table already know a move that is good enough? All are fetched before one is read, since
  // each is a visit to distant memory.
  bool known_above(Candidates& all, int alpha, int empties, int& bound) {
    for (Candidate& c : all) {
      c.key = key(c.mine, c.theirs, empties);
      table_.expect(c.key);
    }
    for (const Candidate& c : all)
      if (const auto k = table_.find(c.key); k && -k->upper > alpha) return bound = -k->upper, true;
    return false;
  }

  // Sets the merit of all moves: by a small search where much is at stake, else by what they leave.
  void judge(Candidates& all, Board mine, Board theirs, unsigned odd, int first, int deeper) {
    constexpr int remembered_first = 1 << 28, reply_cost = 2 * Guess::kDisc;
    const int empties = std::popcount(board_ & ~(mine | theirs));
    Indices here;
    if (learned_ && empties >= kGuessed) here.reset(mine, theirs);
    for (Candidate& c : all) {
      if (empties >= kGuessed) {
        const int depth = std::min((empties - kGuessed) / (learned_ ? 3 : 2) + deeper, kDeepestPreview);
        c.merit = -preview(c.mine, c.theirs, c.replies, after(here, theirs, c), -kMostPreview, kMostPreview, depth) -
                  reply_cost * std::popcount(c.replies);
      } else {
        c.merit = merit_by_sight(c, odd);
      }
      if (c.square == first) c.merit += remembered_first;
    }
  }

  int merit_by_sight(const Candidate& c, unsigned odd) const {
    const Board empty = board_ & ~(c.mine | c.theirs);
    return -16 * std::popcount(c.replies) - 16 * std::popcount(c.replies & corners_) -
           4 * std::popcount(with_neighbours(c.theirs) & empty) + (odd & last_.quadrant(c.square) ? 8 : 0) +
           (corners_ >> c.square & 1 ? 16 : 0);
  }

  // A guess at the score after a search of `depth` moves.
  int preview(Board mine, Board theirs, Board places, const Indices& here, int alpha, int beta, int depth) {
    if (depth == 0) return learned_ ? learned(mine, theirs, here) : guess_(mine, theirs, places);
    if (stopped_) return 0;
    ++last_.nodes;
    if (out_of_budget()) return 0;
    if (!places) {
      const Board others = moves(theirs, mine);
      return others ? -preview(theirs, mine, others, after_pass(here), -beta, -alpha, depth)
                    : kMostPreview / most_ * last_.finished(mine, theirs);
    }
    Candidates all(board_, mine, theirs, places);
    for (Candidate& c : all) c.merit = depth > 1 ? merit_by_sight(c, 0) : 0;
    int best = -kMostPreview;
    for (int i = 0; i < all.size() && best < beta; ++i) {
      const Candidate& c = all.take(i);
      best = std::max(best, -preview(c.mine, c.theirs, c.replies, after(here, theirs, c), -beta, -std::max(alpha, best),
                                     depth - 1));
    }
    return best;
  }
  static constexpr int kMostPreview = 1 << 20;

  // What learned patterns say, on the scale of the guess; and their indices along the line, if there are any.
  int learned(Board mine, Board theirs, const Indices& here) const {
    return learned_->points(here, std::popcount(mine | theirs)) * Guess::kDisc / disc_patterns::kPointsPerDisc;
  }
  Indices after(const Indices& here, Board theirs, const Candidate& c) const {
    Indices next;
    if (learned_) next.follow(here, c.square, theirs & c.theirs);
    return next;
  }
  Indices after_pass(const Indices& here) const {
    Indices next;
    if (learned_) next.follow_pass(here);
    return next;
  }

  int few(Board mine, Board theirs, Board places, int alpha, int empties, unsigned odd) {
    ++last_.nodes;
    if (!places) {
      const Board others = moves(theirs, mine);
      return others ? -few(theirs, mine, others, -alpha - 1, empties, odd) : last_.finished(mine, theirs);
    }
    int bound;
    if (empties >= kUnsorted && too_stable(mine, theirs, alpha, empties, bound)) return bound;
    return empties > kUnsorted ? few_sorted(mine, theirs, places, alpha, empties, odd)
                               : few_unsorted(mine, theirs, places, alpha, empties, odd);
  }

  int few_sorted(Board mine, Board theirs, Board places, int alpha, int empties, unsigned odd) {
    Candidates all(board_, mine, theirs, places);
    for (Candidate& c : all)
      c.merit =
          (odd & last_.quadrant(c.square) ? 1 : 0) - std::popcount(c.replies) - std::popcount(c.replies & corners_);
    int best = kNone;
    for (int i = 0; i < all.size() && best <= alpha; ++i) {
      const Candidate& c = all.take(i);
      best = std::max(best, -few(c.mine, c.theirs, c.replies, -alpha - 1, empties - 1, odd ^ last_.quadrant(c.square)));
    }
    return best;
  }

  int few_unsorted(Board mine, Board theirs, Board places, int alpha, int empties, unsigned odd) {
    const Board odd_squares = last_.in_quadrants(odd);
    int best = kNone;
    for (Board group : {places & odd_squares, places & ~odd_squares})
      for (; group && best <= alpha; group &= group - 1) {
        const int square = std::countr_zero(group);
        const Board turned_over = flips(mine, theirs, square);
        const Board p = theirs ^ turned_over, o = mine | turned_over | Board{1} << square;
        const unsigned left = odd ^ last_.quadrant(square);
        best = std::max(best, empties == 5 ? -last_.four(p, o, -alpha - 1, left)
                                           : -few(p, o, moves(p, o), -alpha - 1, empties - 1, left));
      }
    return best;
  }

  Board board_, corners_;
  int most_;
  std::uint64_t salt_;  // one table serves all sizes and counts
  LastSquares last_;
  StableDiscs stable_;
  Guess guess_;
  const disc_patterns::Tables* learned_;  // a better guess, if there is one
  EndgameTable& table_;
  const Budget& budget_;
  std::uint64_t most_nodes_;
  std::vector<std::unique_ptr<ExactSearch>> helpers_;
  const std::atomic<bool>* gone_on_ = nullptr;  // another thread has found out what this one is asked
  std::uint64_t next_look_ = 0;
  int margin_ = 0;         // of a selective pass, in the points of the guess; 0: exact
  int margin_before_ = 0;  // of the pass before; 0: there was none
  bool stopped_ = false;
};

}  // namespace kishi::othello
