// One thread of a search: the line it stands on, what it keeps at each ply, what it has learned of moves, and what it
// asks of the game. The recipes that use it are in quiescence.hpp and principal.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "core/budget.hpp"
#include "core/under_way.hpp"
#include "search/history.hpp"
#include "search/ordered_moves.hpp"
#include "search/parameters.hpp"
#include "search/searched_line.hpp"
#include "search/selectivity.hpp"
#include "search/transposition_table.hpp"
#include "solve/tree_solver.hpp"

namespace kishi {

// Everything that makes the search faster than plain alpha-beta but may change its answer can be
// switched off, so that a test can compare it with minimax.
struct SearchStyle {
  bool prune = true;  // null move, reductions, futility, quiescence, the table's scores
  // Error in every evaluation, for weaker play: thousandths of a lead that wins three games of four. It is the
  // same for the same seed.
  int noise = 0;
  std::uint64_t noise_seed = 0;
  bool solve = true;  // the game's solver is asked inside the tree
};

template <Game G, Evaluator<G> E>
class SearchThread {
 public:
  static constexpr int kDeepest = 120, kMostPlies = 240;

  SearchThread(const E& eval, Line<G> line, Table& table, Histories<G>& histories, const Budget& budget,
               const SearchStyle& style, const Selectivity& selectivity, UnderWay* under_way)
      : line_(eval, std::move(line), kMostPlies + 2),
        table_(table),
        histories_(histories),
        budget_(budget),
        style_(style),
        selectivity_(selectivity),
        tuned_(selectivity.parameters),
        under_way_(under_way),
        frames_(kMostPlies + kBefore + 3),
        scale_(std::max(1, int(line_.scale()))),
        solver_(made_solver()) {}

  bool stopped() const { return stopped_; }
  // After a stop that only meant that another thread has the answer.
  void go_on() { stopped_ = false; }
  std::uint64_t nodes() const { return nodes_ + solver_nodes(); }
  std::vector<Move> best_line() const {
    const Frame& root = frames_[kBefore];
    return {root.line.begin(), root.line.begin() + root.length};
  }
  double scale() const { return line_.scale(); }
  // Of the root, once it is searched.
  double value_of(Score score) const { return line_.value(score); }
  double points_of(Score score) const { return line_.points(score); }
  // What a parameter means in the points of this evaluation.
  Score margin(int hundredths) const { return Score(std::int64_t(scale_) * hundredths / 100); }

 protected:
  static constexpr bool kLooksAhead = SearchedLine<G, E>::looks_ahead;
  using Position = typename G::Position;
  using Picked = typename OrderedMoves<G>::Item;

  struct Frame {
    Score eval = kUnknown;             // the static evaluation, corrected
    Move move = kNoMove;               // being searched; none: a null move
    int slot = Histories<G>::kNoSlot;  // of that move
    Move left_out = kNoMove;           // by a search that asks how good the others are
    std::array<Move, 2> killers{kNoMove, kNoMove};
    int cutoffs = 0;        // of nodes at this ply, since the parent's parent began
    int doubled = 0;        // moves on the way here that were extended by two
    int length = 0;         // of the best continuation from here
    Score told = kUnknown;  // what the parent has learned of the static evaluation, not corrected
    // What the evaluation says after each move, for the side to move then, where the order of moves has asked.
    std::array<Score, kLooksAhead ? G::most_actions : 0> after;
    std::array<Move, kMostPlies + 2> line;
  };
  static constexpr int kBefore = 4;  // frames before the root, so that a ply may always look back

  Frame& frame(int ply) { return frames_[std::size_t(ply + kBefore)]; }

  bool out_of_budget() {
    if (!stopped_ && (budget_.spent(nodes_) || (kSolves && nodes() >= budget_.nodes()) || answered())) stopped_ = true;
    return stopped_;
  }
  bool answered() const { return answered_ && answered_->load(std::memory_order_relaxed); }

  // Inside the tree a solver is asked where its answers are on the scale of the evaluation.
  static constexpr bool kSolves = TreeSolver<G>::knows && SearchedLine<G, E>::counts_ends;
  struct NoSolver {};
  using Solver = std::conditional_t<kSolves, TreeSolver<G>, NoSolver>;

  Solver made_solver() const {
    if constexpr (kSolves)
      return Solver(line_.game(), budget_);
    else
      return {};
  }
  std::uint64_t solver_nodes() const {
    if constexpr (kSolves) return solver_.nodes();
    return 0;
  }
  // Not for players who are to err.
  bool near_end() const {
    if constexpr (kSolves)
      return style_.solve && style_.prune && !style_.noise && solver_.empties(here()) <= tuned_.solve_empties;
    return false;
  }
  // The most of what the game is counted in that is no more than this score.
  static int below(Score score, Score unit) {
    const Score whole = score >= 0 ? score / unit : -((unit - 1 - score) / unit);
    return int(std::clamp<Score>(whole, -TreeSolver<G>::most - 1, TreeSolver<G>::most + 1));
  }
  // The score: exact between alpha and beta, else a bound.
  Score played_out([[maybe_unused]] Score alpha, [[maybe_unused]] Score beta, int ply) {
    frame(ply).length = 0;
    if constexpr (kSolves) {
      ++nodes_;
      if (out_of_budget()) return 0;
      const auto unit = Score(line_.unit());
      const int low = below(alpha, unit), high = beta - alpha == 1 ? low + 1 : -below(-beta, unit);
      const int discs = solver_.discs(here(), low, high, budget_.nodes() - nodes());
      if (solver_.stopped()) stopped_ = true;
      return stopped_ ? 0 : Score(discs) * unit;
    }
    return 0;
  }

  const Position& here() const { return line_.top(); }
  const SearchInfo<G>& info() const { return line_.info(); }
  int side() const { return int(line_.game().turn(here())); }
  Score verdict_score(Verdict v, int ply) const { return line_.verdict_score(v, ply); }

  Score evaluate(int ply) {
    if constexpr (kLooksAhead)
      if (frame(ply).told != kUnknown) return frame(ply).told;
    return line_.evaluate(noise());
  }
  // The sum of four uniform numbers drawn from the position itself, about normal with deviation 1; then
  // as large as `noise` wants it.
  Score noise() const {
    if (!style_.noise) return 0;
    std::uint64_t bits = mix(line_.game().key(here()) ^ style_.noise_seed);
    int sum = 0;
    for (int i = 0; i < 4; ++i, bits >>= 16) sum += int(bits & 0xffff) - 32768;
    return Score(double(sum) / 37837 * style_.noise * scale_ / 1000);
  }
  // The evaluation, corrected by how wrong it lately was in positions like this one.
  Score corrected(Score raw, int ply) {
    if (std::abs(raw) >= kMostPoints / 2) return raw;
    const int error = error_after(ply).value() + error_of().value();
    return raw + Score(std::int64_t(error) * scale_ * tuned_.correction / (100 * Gauge::kMost));
  }
  Gauge& error_after(int ply) { return histories_.error_after(side(), frame(ply - 1).slot); }
  Gauge& error_of() {
    if constexpr (requires { info().structure(here()); })
      return histories_.error_of(side(), info().structure(here()));
    else
      return histories_.error_of(side(), 0);
  }

  // The position after a move; if it will be looked up, its place in the table is fetched while the move is thought
  // about.
  Position next(Move m, bool looked_up = true) const {
    const Position after = line_.game().play(here(), m);
    if (looked_up) table_.prefetch(line_.game().key(after));
    return after;
  }
  void push(int ply, Move m, const Position& after) {
    frame(ply).move = m;
    frame(ply).slot = info().slot(here(), m);
    frame(ply + 1).told = kUnknown;
    line_.push(m, after);
  }
  void push_pass(int ply) {
    frame(ply).move = kNoMove;
    frame(ply).slot = Histories<G>::kNoSlot;
    frame(ply + 1).told = kUnknown;
    line_.push_pass();
  }
  void take_line(int ply, Move m) {
    Frame& to = frame(ply);
    const Frame& from = frame(ply + 1);
    to.line[0] = m;
    to.length = 1 + std::min(from.length, kMostPlies);
    std::copy_n(from.line.begin(), to.length - 1, to.line.begin() + 1);
  }

  static bool decides(const TableEntry& k, Score alpha, Score beta) {
    return k.bound == Bound::Exact || (k.bound == Bound::Lower && k.score >= beta) ||
           (k.bound == Bound::Upper && k.score <= alpha);
  }

  // A move that wins at once, in games where a leaf may hide one among its quiet moves.
  Move winning_move() const {
    if constexpr (requires { info().winning_move(here()); })
      return info().winning_move(here());
    else
      return kNoMove;
  }
  // The score of an end that is seen without a search, in games that have such; else 0.
  Score sure_end([[maybe_unused]] int ply) const {
    if constexpr (requires { info().sure_end(here()); }) {
      const int plies = info().sure_end(here());
      return plies > 0 ? kWin - ply - plies : plies < 0 ? -kWin + ply - plies : 0;
    }
    return 0;
  }
  // The balance of all captures on the square that a move goes to. Asked only of moves about to be tried: it is
  // expensive. Nothing in games without captures.
  static constexpr bool kExchanges = requires(const SearchInfo<G>& i, const Position& p, Move m) { i.exchange(p, m); };
  Score exchange([[maybe_unused]] Move m) const {
    if constexpr (kExchanges)
      return info().exchange(here(), m);
    else
      return 0;
  }
  static bool gives_check(auto& seen, Move m) {
    if constexpr (requires { seen.check(m); })
      return seen.check(m);
    else
      return false;
  }

  SearchedLine<G, E> line_;
  Table& table_;
  Histories<G>& histories_;
  const Budget& budget_;
  SearchStyle style_;
  const Selectivity& selectivity_;
  const SearchParameters& tuned_;
  UnderWay* under_way_;                          // of all threads of this search; null: it has one
  const std::atomic<bool>* answered_ = nullptr;  // another thread has answered what this one searches
  std::vector<Frame> frames_;
  int scale_;
  [[no_unique_address]] Solver solver_;
  std::uint64_t nodes_ = 0;
  bool stopped_ = false;
};

}  // namespace kishi
