// The line a tree search stands on, with what is kept up to date along it.
#pragma once

#include <algorithm>

#include "core/line.hpp"
#include "eval/evaluator.hpp"

namespace kishi {

template <Game G, Evaluator<G> E>
class SearchedLine {
 public:
  using Position = typename G::Position;

  // With room for so many moves: no more may be pushed.
  SearchedLine(const E& eval, Line<G> line, int plies)
      : eval_(eval), line_(std::move(line)), root_(line_.length() - 1), info_(line_.game()) {
    line_.reserve(plies);
    info_.reset(line_.top());
    eval_.reset(line_.game(), line_.top());
  }

  const G& game() const { return line_.game(); }
  const Position& top() const { return line_.top(); }
  const SearchInfo<G>& info() const { return info_; }

  void push(Move m) { push(m, game().play(top(), m)); }
  void push(Move m, const Position& next) {
    const Position& before = line_.top();  // stays valid: the line has room reserved
    line_.push(next);
    follow(before, m);
  }
  // A null move: only where the game's search information allows for it.
  void push_pass() {
    const Position& before = line_.top();
    line_.push(info_.passed(before));
    follow(before, kNoMove);
  }
  void pop() {
    eval_.pop();
    info_.pop();
    line_.pop();
  }

  // What the rule of repetition says once the top has occurred `times` times. The game's past counts where the rule
  // itself asks. A search that asks with fewer, because what happened twice can be made to happen again, has to have
  // made it happen: one position of the past that comes once more decides nothing.
  Verdict repeated(int times) const { return line_.repeated(times, times < G::repetitions ? root_ : 0); }
  // For the side to move: what a verdict is worth so many plies below the root.
  Score verdict_score(Verdict v, [[maybe_unused]] int ply) const {
    if (v == Verdict::Draw) return 0;
    if constexpr (requires { eval_.end(top()); }) return eval_.end(top());
    return v == win_for(game().turn(top())) ? kWin - ply : -kWin + ply;
  }
  // Likewise, if the game is over.
  bool over(int ply, Score& score) const {
    const Verdict v = line_.judge();
    if (v == Verdict::Running) return false;
    score = verdict_score(v, ply);
    return true;
  }
  Score evaluate(Score error = 0) const {
    return std::clamp(eval_.points(info_, top()) + error, -kMostPoints, kMostPoints);
  }
  // What it would say after a move, where it can tell without the move being made.
  static constexpr bool looks_ahead = requires(const E& e, const Position& p) { e.points_after(p, p); };
  Score evaluate_after(const Position& next) const { return eval_.points_after(top(), next); }
  double scale() const { return eval_.scale(); }
  // Are ends of the game worth points of the evaluation, so many for one of what the game is counted in?
  static constexpr bool counts_ends = requires(const E& e, const Position& p) { e.end(p); };
  double unit() const { return points_in_unit<G>(eval_); }
  // A score as a value in [-1, 1], and in what the game is counted in.
  double value(Score score) const {
    if constexpr (requires { eval_.value(score, top()); })
      return eval_.value(score, top());
    else
      return as_value(score, scale());
  }
  double points(Score score) const {
    const double points = score / points_in_unit<G>(eval_);
    if constexpr (requires { SearchInfo<G>::most_lead; })
      return std::clamp<double>(points, -SearchInfo<G>::most_lead, SearchInfo<G>::most_lead);
    else
      return points;
  }

 private:
  void follow(const Position& before, Move m) {
    info_.push(before, m, line_.top());
    eval_.push(before, m, line_.top());
  }

  E eval_;
  Line<G> line_;
  int root_;  // where in the line the search began
  SearchInfo<G> info_;
};

}  // namespace kishi
