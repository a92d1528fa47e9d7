// What the game's exact solver says of a position and, where several moves are to be told apart, of each move.
#pragma once

#include "eval/search_info.hpp"
#include "solve/root_solver.hpp"

namespace kishi {

template <Game G>
struct SolvedRoot {
  std::optional<SearchResult> best;
  std::vector<SearchResult> moves;  // what is known of each, the best first: no other is better than that
  std::uint64_t nodes = 0;          // spent on the questions
  double seconds = 0;               // likewise

  // Of all moves?
  bool whole(int legal) const { return int(moves.size()) == legal; }
};

template <Game G>
class RootQuestions {
 public:
  RootQuestions(RootSolver<G>& solver, const Limits& limits, const Allotment& time, const Stop& stop)
      : solver_(solver), limits_(limits), time_(time), stop_(stop) {}

  SolvedRoot<G> best(const Line<G>& line) {
    SolvedRoot<G> solved;
    solved.best = asked(line, 1, solved);
    if (solved.best) solved.moves.push_back(*solved.best);
    return solved;
  }
  // The best move, then each of the others, with what is left of the budget shared evenly.
  SolvedRoot<G> every_move(const Line<G>& line) {
    SolvedRoot<G> solved = best(line);
    if (!solved.best) return solved;
    Moves<G> legal;
    line.game().legal(line.top(), legal);
    int left = legal.size() - 1;
    for (Move m : legal) {
      if (m == solved.best->move) continue;
      Line<G> after = line;
      after.push(m);
      if (auto found = after_move(after, m, left--, solved)) solved.moves.push_back(*found);
    }
    insertion_sort(solved.moves.begin() + 1, solved.moves.end(),
                   [](const SearchResult& a, const SearchResult& b) { return a.points > b.points; });
    return solved;
  }

 private:
  std::optional<SearchResult> after_move(const Line<G>& after, Move m, int left, SolvedRoot<G>& solved) {
    if (after.judge() != Verdict::Running) return {};
    std::optional<SearchResult> reply = asked(after, left, solved);
    if (!reply) return {};
    reply->line.insert(reply->line.begin(), m);
    reply->move = m;
    reply->value = -reply->value;
    reply->points = is_win(Score(reply->points)) ? 1 - reply->points : -reply->points;
    return reply;
  }
  std::optional<SearchResult> asked(const Line<G>& line, int shares, SolvedRoot<G>& solved) {
    if (stop_.told) return {};
    Limits limits = limits_;
    Allotment time = time_;
    if (limits.nodes) limits.nodes = rest(limits.nodes, solved.nodes) / std::uint64_t(shares);
    if (time.hard > 0) time.hard = std::max(0.0, time.hard - solved.seconds) / shares;
    if ((limits_.nodes && !limits.nodes) || (time_.hard > 0 && time.hard <= 0)) return {};
    const SolverAnswer answer = solver_.ask(line, limits, time, stop_);
    solved.nodes += answer.nodes;
    solved.seconds += answer.seconds;
    return answer.found;
  }
  static std::uint64_t rest(std::uint64_t all, std::uint64_t spent) { return all > spent ? all - spent : 0; }

  RootSolver<G>& solver_;
  const Limits& limits_;
  const Allotment& time_;
  const Stop& stop_;
};

}  // namespace kishi
