// Flat Monte-Carlo, the Monte-Carlo write-up's player: each move is worth the mean reward of random playouts
// after it, and the playouts go mostly to the move that looks best (epsilon-greedy).
#pragma once

#include <algorithm>

#include "core/engine.hpp"
#include "mcts/rollout_limit.hpp"
#include "mcts/simulation.hpp"

namespace kishi {

struct MonteCarloOptions {
  int first = 10;                // playouts of every move to begin with
  std::uint64_t rollouts = 150;  // and so many more in all
  double epsilon = 0.2;          // how often one of those goes to a random move

  void check() const {
    if (first < 1 || first > 1'000'000) throw std::invalid_argument("montecarlo: first is from 1 to 1000000");
    if (!(epsilon >= 0 && epsilon <= 1)) throw std::invalid_argument("montecarlo: epsilon is from 0 to 1");
  }
};

// A playout's reward as the write-up has it. A draw counts well above the middle of a win and a loss; kept
// because so few games are drawn that it makes no difference one could measure.
constexpr double reward(int outcome) { return outcome > 0 ? 2 : outcome == 0 ? 1 : -2; }
constexpr double kLargestReward = 2;

// What the playouts said of one move.
struct Tried {
  Move move = kNoMove;
  std::uint64_t visits = 0;
  double mean = 0;

  void add(double r) { mean += (r - mean) / double(++visits); }
};

template <Game G>
std::vector<Tried> untried(const Simulation<G>& simulation) {
  Moves<G> moves;
  simulation.game().legal(simulation.root(), moves);
  std::vector<Tried> all;
  for (Move m : moves) all.push_back({m});
  return all;
}

// The best so far, the first of equals; a move that was never tried is no candidate while another was.
inline std::size_t best_of(const std::vector<Tried>& moves) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < moves.size(); ++i)
    if (moves[i].visits && (!moves[best].visits || moves[i].mean > moves[best].mean)) best = i;
  return best;
}

// The answer: moves by their means, which become values in [-1, 1].
inline SearchResult found_among(std::vector<Tried> moves, std::size_t chosen, std::uint64_t playouts) {
  SearchResult found;
  found.move = moves[chosen].move;
  found.value = moves[chosen].mean / kLargestReward;
  found.depth = 1;
  found.nodes = playouts;
  found.line = {found.move};
  std::swap(moves[0], moves[chosen]);
  insertion_sort(moves.begin() + 1, moves.end(), [](const Tried& a, const Tried& b) { return a.mean > b.mean; });
  for (const Tried& t : moves) found.moves.push_back({t.move, t.mean / kLargestReward, t.visits});
  return found;
}

template <Game G>
class MonteCarlo final : public CopiedEngine<G, MonteCarlo<G>> {
 public:
  explicit MonteCarlo(const MonteCarloOptions& options) : options_(options) { options.check(); }

  // Limits: nodes are playouts; with a time limit the playouts go on until it is over.
  SearchResult choose(const Line<G>& line, const Limits& limits, SearchControl& thought) override {
    Simulation<G> simulation(line);
    std::vector<Tried> moves = untried(simulation);
    const std::uint64_t firsts = std::uint64_t(options_.first) * moves.size();
    RolloutLimit limit(limits, firsts + options_.rollouts, thought);
    const bool forced = limit.timed() && moves.size() == 1;
    std::uint64_t done = 0;
    // The first playouts in rounds, so that a search stopped early has seen as much of every move.
    for (; !limit.spent(done) && !(forced && done == firsts); ++done) {
      const std::size_t i = done < firsts ? done % moves.size() : next_of(moves);
      moves[i].add(reward(playout(simulation, moves[i].move)));
      if (limit.report_due(done)) thought.tell(found_among(moves, best_of(moves), done));
    }
    return found_among(moves, best_of(moves), done);
  }

 private:
  std::size_t next_of(const std::vector<Tried>& moves) {
    if (this->random_.unit() < options_.epsilon) return this->random_.below(std::uint32_t(moves.size()));
    return best_of(moves);
  }
  int playout(Simulation<G>& simulation, Move m) {
    simulation.back_to_root();
    simulation.play(m);
    return outcome_for(simulation.game().turn(simulation.root()), simulation.finish(this->random_));
  }

  MonteCarloOptions options_;
};

}  // namespace kishi
