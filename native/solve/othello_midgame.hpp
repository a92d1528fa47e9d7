// A small search of Othello positions by an evaluation in discs: to order the solver's moves, and to play the games
// that the evaluation is learned from. It knows bitboards and patterns only, and so is several times as fast as the
// search of any game.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/budget.hpp"
#include "eval/othello_disc_patterns.hpp"
#include "solve/othello_endgame_order.hpp"
#include "solve/othello_endgame_table.hpp"

namespace kishi::othello {

constexpr int kPoints = disc_patterns::kPointsPerDisc;

// An evaluation for it: what is kept along the line, and points for the mover.
struct LearnedDiscs {
  using State = disc_patterns::Indices;
  std::shared_ptr<const disc_patterns::Tables> tables;

  int points(const State& state, Board mine, Board theirs, Board) const {
    return tables->points(state, std::popcount(mine | theirs));
  }
};

// The one that has learned nothing, on a board of any size.
struct GuessedDiscs {
  struct State {
    void reset(Board, Board) {}
    void follow(const State&, int, Board) {}
    void follow_pass(const State&) {}
  };
  Guess guess;

  int points(const State&, Board mine, Board theirs, Board places) const {
    return std::clamp(guess(mine, theirs, places) * (kPoints / Guess::kDisc), -64 * kPoints, 64 * kPoints);
  }
};

struct MidgameMove {
  int square = EndgameEntry::kNoSquare;
  int points = 0;
};

template <class Eval>
class MidgameSearch {
 public:
  MidgameSearch(int size, const Eval& eval, const Budget& budget)
      : board_(kSquares[size]), last_(size, Count::Official), eval_(eval), budget_(&budget), table_(kEntries) {}

  std::uint64_t nodes() const { return nodes_; }
  bool stopped() const { return stopped_; }
  void forget() { std::fill(table_.begin(), table_.end(), Entry{}); }

  // The best move of a position that has one, after a search of `depth` moves.
  MidgameMove best(Board mine, Board theirs, int depth) {
    State state;
    state.reset(mine, theirs);
    MidgameMove found;
    for (int d = depth > 3 ? 2 - depth % 2 : depth; d <= depth && !stopped_; d += 2) {
      found.points = search({mine, theirs, reach(mine, theirs) & board_, state}, d, -kMost, kMost);
      found.square = best_;
    }
    return found;
  }

 private:
  using State = typename Eval::State;
  static constexpr int kMost = 64 * kPoints, kNone = -kMost - 1;
  static constexpr std::size_t kEntries = 1 << 15;

  struct Node {
    Board mine, theirs, places;
    State state;
  };
  struct Child : Node {
    int merit;
    std::uint8_t square;
  };
  struct Entry {
    std::uint64_t key = 0;
    std::int16_t lower = 0, upper = 0;
    std::uint8_t depth = 0, best = EndgameEntry::kNoSquare;
  };

  bool out_of_budget() {
    if ((++nodes_ & 1023) == 0) stopped_ = stopped_ || budget_->over();
    return stopped_;
  }

  int search(const Node& n, int depth, int alpha, int beta) {
    if (out_of_budget()) return 0;
    if (!n.places) return passed(n, depth, alpha, beta);
    if (depth <= 1) return last_ply(n, beta);
    const std::uint64_t key = position_key(n.mine, n.theirs);
    Entry& known = table_[key & (kEntries - 1)];
    int first = EndgameEntry::kNoSquare;
    if (known.key == key) {
      if (known.depth == depth) {
        if (known.lower >= beta || known.lower == known.upper) return best_ = known.best, known.lower;
        if (known.upper <= alpha) return best_ = known.best, known.upper;
      }
      first = known.best;
    }
    std::array<Child, 34> children;
    const int count = expand(n, depth, first, children);
    int best = kNone, square = EndgameEntry::kNoSquare;
    for (int i = 0; i < count && best < beta; ++i) {
      std::swap(children[i], *std::max_element(children.begin() + i, children.begin() + count,
                                               [](const Child& a, const Child& b) { return a.merit < b.merit; }));
      const int from = std::max(alpha, best);
      int score = from + 1;
      if (i > 0) score = -search(children[i], depth - 1, -from - 1, -from);
      if (i == 0 || (score > from && score < beta)) score = -search(children[i], depth - 1, -beta, -from);
      if (stopped_) return 0;
      if (score > best) best = score, square = children[i].square;
    }
    Entry& entry = table_[key & (kEntries - 1)];
    entry = {key, std::int16_t(best > alpha ? best : -kMost), std::int16_t(best < beta ? best : kMost),
             std::uint8_t(depth), std::uint8_t(square)};
    best_ = square;
    return best;
  }

  int passed(const Node& n, int depth, int alpha, int beta) {
    const Board others = reach(n.theirs, n.mine) & board_;
    if (!others) return last_.finished(n.mine, n.theirs) * kPoints;
    Node other{n.theirs, n.mine, others, {}};
    other.state.follow_pass(n.state);
    return -search(other, depth, -beta, -alpha);
  }

  void make(const Node& n, int square, Child& child) const {
    const Board turned_over = flips(n.mine, n.theirs, square);
    child.mine = n.theirs ^ turned_over;
    child.theirs = n.mine | turned_over | Board{1} << square;
    child.places = reach(child.mine, child.theirs) & board_;
    child.state.follow(n.state, square, turned_over);
    child.square = std::uint8_t(square);
  }

  int expand(const Node& n, int depth, int first, std::array<Child, 34>& children) const {
    int count = 0;
    for (Board places = n.places; places && count < int(children.size()); places &= places - 1) {
      Child& c = children[std::size_t(count++)];
      make(n, std::countr_zero(places), c);
      c.merit = -kPoints / 2 * std::popcount(c.places);
      if (depth > 2) c.merit -= eval_.points(c.state, c.mine, c.theirs, c.places);
      if (c.square == first) c.merit += 4 * kMost;
    }
    return count;
  }

  int last_ply(const Node& n, int beta) {
    int best = kNone;
    Child c;
    for (Board places = n.places; places && best < beta; places &= places - 1) {
      make(n, std::countr_zero(places), c);
      ++nodes_;
      const int score = c.places ? -eval_.points(c.state, c.mine, c.theirs, c.places) : -passed_leaf(c);
      if (score > best) best = score, best_ = c.square;
    }
    return best;
  }

  // Whoever must pass leaves the other one to move: the position is judged from there.
  int passed_leaf(const Node& n) const {
    const Board others = reach(n.theirs, n.mine) & board_;
    if (!others) return last_.finished(n.mine, n.theirs) * kPoints;
    State state;
    state.follow_pass(n.state);
    return -eval_.points(state, n.theirs, n.mine, others);
  }

  Board board_;
  LastSquares last_;
  Eval eval_;
  const Budget* budget_;
  std::vector<Entry> table_;
  std::uint64_t nodes_ = 0;
  int best_ = EndgameEntry::kNoSquare;  // of the node searched last
  bool stopped_ = false;
};

}  // namespace kishi::othello
