// The search of an Othello solver: from many empty squares down to the last four.
#pragma once

#include <algorithm>
#include <atomic>
#include <memory>
#include <vector>

#include "core/budget.hpp"
#include "core/game.hpp"
#include "core/threads.hpp"
#include "core/under_way.hpp"
#include "eval/othello_disc_patterns.hpp"
#include "solve/othello_endgame_last.hpp"
#include "solve/othello_endgame_order.hpp"
#include "solve/othello_endgame_stable.hpp"
#include "solve/othello_endgame_table.hpp"
#include "solve/othello_probcut.hpp"

namespace kishi::othello {

// One search of one position. Once the budget is spent, `stopped` is true and what comes back is void.
// Scores fail soft: those outside the window are bounds.
//
// Helpers search the same position at the same time and share the table. Each puts off moves that another one is
// at (ABDADA), so that they part soon after the first moves; whoever is through first has the answer.
class ExactSearch {
 public:
  ExactSearch(int size, Count count, EndgameTable& table, const Budget& budget, int threads = 1,
              const disc_patterns::Tables* learned = nullptr)
      : board_(kSquares[size]),
        most_(size * size),
        salt_(mix(std::uint64_t(2 * size + (count == Count::OnBoard)))),
        last_(size, count),
        stable_(size),
        sight_(size),
        guess_(size),
        learned_(learned),
        table_(table),
        budget_(budget),
        most_nodes_(budget.nodes() / std::uint64_t(threads)) {
    if (threads > 1) under_way_ = std::make_shared<UnderWay>();
    for (int t = 1; t < threads; ++t) {
      helpers_.push_back(std::make_unique<ExactSearch>(size, count, table, budget, 1, learned));
      helpers_.back()->most_nodes_ = most_nodes_;
      helpers_.back()->under_way_ = under_way_;
    }
  }

  std::uint64_t nodes() const {
    std::uint64_t all = last_.nodes;
    for (const auto& helper : helpers_) all += helper->nodes();
    return all;
  }
  bool stopped() const { return stopped_; }
  // From now on, so many more nodes at most.
  void limit(std::uint64_t more) {
    most_nodes_ = more < Budget::kNoNodes - last_.nodes ? last_.nodes + more : Budget::kNoNodes;
    next_look_ = 0;
  }
  int most() const { return most_; }
  Board moves(Board mine, Board theirs) const { return reach(mine, theirs) & board_; }
  int finished(Board mine, Board theirs) const { return last_.finished(mine, theirs); }

  // The move that was best when the position was searched in that pass, if that is remembered.
  int remembered(Board mine, Board theirs, int pass = 0) const {
    const int empties = std::popcount(board_ & ~(mine | theirs));
    const std::optional<EndgameEntry> known = table_.find(key_of_pass(mine, theirs, empties, pass));
    return known ? known->best : EndgameEntry::kNoSquare;
  }

  // Does the side to move get more than alpha?
  int above(Board mine, Board theirs, int alpha) {
    const Board empty = board_ & ~(mine | theirs);
    return null_window(mine, theirs, moves(mine, theirs), alpha, std::popcount(empty), last_.odd_quadrants(empty));
  }

  // The score that a selective pass (1, 2, ... of kPasses) comes to, in which what a small search sees far outside the
  // window counts as being there. Needs learned patterns. Searches afterwards begin with its moves.
  int guessed(Board mine, Board theirs, int pass, int alpha, int beta) {
    begin_pass(pass, pass_before_);
    const int score = between(mine, theirs, alpha, beta);
    begin_pass(0, pass);
    return score;
  }

  // What a small search of so many moves says, in discs. Needs learned patterns.
  double small_search(Board mine, Board theirs, int depth) {
    Indices here;
    here.reset(mine, theirs);
    const int most = 64 * Guess::kDisc;  // the end of a game counts more than any guess
    const int points = preview(mine, theirs, moves(mine, theirs), here, -kMostPreview, kMostPreview, depth);
    return double(std::clamp(points, -most, most)) / Guess::kDisc;
  }

  // The exact score, if it lies between alpha and beta.
  int between(Board mine, Board theirs, int alpha, int beta) {
    const auto ask = [=](ExactSearch& member) { return member.window(mine, theirs, alpha, beta); };
    const bool together = !helpers_.empty() && std::popcount(board_ & ~(mine | theirs)) >= kTogether;
    return together ? asked_together(ask) : ask(*this);
  }

 private:
  using Indices = disc_patterns::Indices;

  static constexpr int kNone = -127;
  // From the leaves up: five squares have their own code, up to seven moves that leave few replies come first, from
  // eight the table of positions pays, from nine to ask it about all moves before searching one, from twelve to guess.
  static constexpr int kWithoutTable = 7, kAskAllMoves = 9, kGuessed = ProbCut::kFewest;
  static constexpr int kDeeperInWindow = 2, kDeepestPreview = 10;
  // A remembered move comes first; not one that only the pass before liked, where another looks ten discs better.
  static constexpr int kFirst = 1 << 28, kLikedBefore = 10 * Guess::kDisc;
  // With fewer empty squares threads cost more than they save, and two at one position are no loss.
  static constexpr int kTogether = 14, kPutOff = 11;

  struct Best {
    int score = kNone, square = EndgameEntry::kNoSquare;

    void take(int other, const Candidate& c) {
      if (other > score) score = other, square = c.square;
    }
  };

  std::uint64_t key(Board mine, Board theirs) const { return position_key(mine, theirs) ^ salt_; }
  // What a selective pass finds out is no proof: each has entries of its own, where it guesses.
  std::uint64_t key(Board mine, Board theirs, int empties) const { return key_of_pass(mine, theirs, empties, pass_); }
  std::uint64_t key_of_pass(Board mine, Board theirs, int empties, int pass) const {
    return key(mine, theirs) ^ (empties >= kGuessed ? std::uint64_t(pass) * 0x9e3779b97f4a7c15 : 0);
  }
  // Of the pass before, the move alone.
  std::optional<EndgameEntry> known(Board mine, Board theirs, int empties) const {
    std::optional<EndgameEntry> found = table_.find(key(mine, theirs, empties));
    if (found || pass_before_ == 0 || empties < kGuessed) return found;
    found = table_.find(key_of_pass(mine, theirs, empties, pass_before_));
    if (found) found->lower = std::int8_t(-most_), found->upper = std::int8_t(most_);
    return found;
  }
  void begin_pass(int pass, int before) {
    pass_ = pass;
    pass_before_ = before;
    for (const auto& helper : helpers_) helper->begin_pass(pass, before);
  }

  bool out_of_budget() {
    if (last_.nodes < next_look_) return stopped_;
    next_look_ = std::min(last_.nodes + 1024, std::max(last_.nodes + 1, most_nodes_));
    return stopped_ = stopped_ || last_.nodes >= most_nodes_ || budget_.over() ||
                      (gone_on_ && gone_on_->load(std::memory_order_relaxed));
  }

  // What the first of all threads to be through says.
  template <class Ask>
  int asked_together(const Ask& ask) {
    std::atomic<bool> answered{false};
    int answer = 0;
    const auto work = [&](ExactSearch& member) {
      member.gone_on_ = &answered;
      const int score = ask(member);
      if (!member.stopped_ && !answered.exchange(true)) answer = score;
      member.gone_on_ = nullptr;
    };
    {
      JoinedThreads others;
      for (const auto& helper : helpers_) others.start([&work, &helper] { work(*helper); });
      work(*this);
    }
    stopped_ = !answered;
    for (const auto& helper : helpers_) helper->stopped_ = stopped_;
    return answer;
  }

  int window(Board mine, Board theirs, int alpha, int beta) {
    const std::uint64_t before = ++last_.nodes;
    if (out_of_budget()) return alpha;
    const Board places = moves(mine, theirs);
    if (!places) return moves(theirs, mine) ? -window(theirs, mine, -beta, -alpha) : last_.finished(mine, theirs);
    int first = EndgameEntry::kNoSquare, liked = kFirst;
    const Board empty = board_ & ~(mine | theirs);
    const int empties = std::popcount(empty);
    if (const auto k = known(mine, theirs, empties)) {
      if (k->lower >= beta || k->lower == k->upper) return k->lower;
      if (k->upper <= alpha) return k->upper;
      first = k->best;
      if (k->lower == -most_ && k->upper == most_) liked = kLikedBefore;
    }
    Candidates all(board_, mine, theirs, places, [&](Candidate& c) { c.key = key(c.mine, c.theirs, empties - 1); });
    judge(all, mine, theirs, last_.odd_quadrants(empty), first, kDeeperInWindow, liked);
    if (stopped_) return alpha;
    Best found;
    in_turn(all, empties, [&](const Candidate& c, bool is_first) {
      found.take(-reply(c, is_first, -beta, -std::max(alpha, found.score)), c);
      return stopped_ || found.score >= beta;
    });
    if (stopped_) return alpha;
    table_.store(key(mine, theirs, empties), found.score > alpha ? found.score : -most_,
                 found.score < beta ? found.score : most_, found.square, last_.nodes - before);
    return found.score;
  }

  // Searches moves, the best first, until one is enough. Those that another thread is at come last: by then the table
  // may know them.
  template <class Search>
  void in_turn(Candidates& all, int empties, const Search& is_enough) {
    UnderWay* const shared = empties >= kPutOff ? under_way_.get() : nullptr;
    std::uint64_t later = 0;
    for (int i = 0; i < all.size(); ++i) {
      const Candidate& c = all.take(i);
      if (shared && i > 0 && shared->holds(c.key)) {
        later |= std::uint64_t{1} << i;
        continue;
      }
      const UnderWay::Mark mark(shared, c.key);
      if (is_enough(c, i == 0)) return;
    }
    for (; later; later &= later - 1)
      if (is_enough(all.begin()[std::countr_zero(later)], false)) return;
  }

  // Principal variation search: later moves must first show that they are better.
  int reply(const Candidate& c, bool is_first, int alpha, int beta) {
    if (!is_first) {
      const int score = above(c.mine, c.theirs, beta - 1);
      if (stopped_ || score >= beta || score <= alpha) return score;
    }
    return window(c.mine, c.theirs, alpha, beta);
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
    if (pass_ && empties >= kGuessed && probably(mine, theirs, places, alpha, empties, bound)) return bound;
    const bool ask = empties >= kAskAllMoves;
    // Each is a visit to distant memory: it is sent for early, and by the time moves are judged by sight it is there.
    Candidates all(board_, mine, theirs, places, [&](Candidate& c) {
      c.key = key(c.mine, c.theirs, empties - 1);
      if (ask) table_.expect(c.key);
    });
    if (empties < kGuessed) judge(all, mine, theirs, odd, first, 0);
    if (ask && known_above(all, alpha, bound)) return bound;
    if (empties >= kGuessed) judge(all, mine, theirs, odd, first, 0);
    if (stopped_) return alpha;
    Best found;
    in_turn(all, empties, [&](const Candidate& c, bool) {
      const unsigned left = odd ^ last_.quadrant(c.square);
      found.take(-null_window(c.mine, c.theirs, c.replies, -alpha - 1, empties - 1, left), c);
      return stopped_ || found.score > alpha;
    });
    if (stopped_) return alpha;
    const bool high = found.score > alpha;
    table_.store(here, high ? found.score : -most_, high ? most_ : found.score, found.square, last_.nodes - before);
    return found.score;
  }

  // ProbCut: a small search that ends so far from alpha will hardly have been on the wrong side of it. Where the
  // evaluation alone is not nearly as far away, such a search would hardly ever be.
  bool probably(Board mine, Board theirs, Board places, int alpha, int empties, int& bound) {
    Indices here;
    here.reset(mine, theirs);
    const ProbCut::Question& q = ProbCut::of(pass_, empties);
    const int now = learned(mine, theirs, here) + q.mean_now;
    const bool high = now > alpha * Guess::kDisc;
    const int edge = high ? (alpha + 1) * Guess::kDisc + q.margin : alpha * Guess::kDisc - q.margin;
    if ((high ? edge - now : now - edge) > q.uncertainty / 2) return false;
    bound = alpha + high;
    const int wanted = edge - q.mean;
    const int found = preview(mine, theirs, places, here, wanted - high, wanted + !high, q.depth);
    return (high ? found >= wanted : found <= wanted) || stopped_;
  }

  // Does the table already know a move that is good enough?
  bool known_above(Candidates& all, int alpha, int& bound) const {
    for (const Candidate& c : all)
      if (const auto k = table_.find(c.key); k && -k->upper > alpha) return bound = -k->upper, true;
    return false;
  }

  // Sets the merit of all moves: by a small search where much is at stake, else by what they leave.
  void judge(Candidates& all, Board mine, Board theirs, unsigned odd, int first, int deeper, int liked = kFirst) {
    constexpr int reply_cost = 2 * Guess::kDisc, kWorthSeeing = 8 * Guess::kDisc;
    const int empties = std::popcount(board_ & ~(mine | theirs));
    Indices here;
    if (learned_ && empties >= kGuessed) here.reset(mine, theirs);
    const int depth = std::clamp((empties - kGuessed) / (learned_ ? 3 : 2) + deeper, 0, kDeepestPreview);
    int least = kMostPreview;
    for (Candidate& c : all) {
      if (empties >= kGuessed) {
        const int left =
            preview(c.mine, c.theirs, c.replies, after(here, theirs, c), -kMostPreview, least + kWorthSeeing, depth);
        least = std::min(least, left);
        c.merit = -left - reply_cost * std::popcount(c.replies);
      } else {
        c.merit = sight_.merit(c, odd & last_.quadrant(c.square));
      }
      if (c.square == first) c.merit += liked;
    }
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
    for (Candidate& c : all) c.merit = depth > 1 ? sight_.merit(c, false) : 0;
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
  // The weights are those of one disc count in eight: so few of them stay near, and they order no worse.
  int learned(Board mine, Board theirs, const Indices& here) const {
    const int discs = std::popcount(mine | theirs), about = (discs & ~7) | 4 | (discs & 1);
    return learned_->points(here, about) * Guess::kDisc / disc_patterns::kPointsPerDisc;
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
    if (too_stable(mine, theirs, alpha, empties, bound)) return bound;
    return empties == 5 ? last_.five(mine, theirs, places, alpha, odd)
                        : few_sorted(mine, theirs, places, alpha, empties, odd);
  }

  int few_sorted(Board mine, Board theirs, Board places, int alpha, int empties, unsigned odd) {
    Candidates all(board_, mine, theirs, places);
    for (Candidate& c : all) c.merit = sight_.quick_merit(c, odd & last_.quadrant(c.square));
    int best = kNone;
    for (int i = 0; i < all.size() && best <= alpha; ++i) {
      const Candidate& c = all.take(i);
      best = std::max(best, -few(c.mine, c.theirs, c.replies, -alpha - 1, empties - 1, odd ^ last_.quadrant(c.square)));
    }
    return best;
  }

  Board board_;
  int most_;
  std::uint64_t salt_;  // one table serves all sizes and counts
  LastSquares last_;
  StableDiscs stable_;
  Sight sight_;
  Guess guess_;
  const disc_patterns::Tables* learned_;  // a better guess, if there is one
  EndgameTable& table_;
  const Budget& budget_;
  std::uint64_t most_nodes_;
  std::vector<std::unique_ptr<ExactSearch>> helpers_;
  std::shared_ptr<UnderWay> under_way_;         // null: searches alone
  const std::atomic<bool>* gone_on_ = nullptr;  // another thread has found out what this one is asked
  std::uint64_t next_look_ = 0;
  int pass_ = 0, pass_before_ = 0;  // selective passes; 0: the exact one, none
  bool stopped_ = false;
};

}  // namespace kishi::othello
