// The Monte-Carlo write-up's player as it was written, mistakes included.
#pragma once

#include "games/othello.hpp"
#include "mcts/montecarlo.hpp"

namespace kishi {

// What is told of the mistakes can be read in several ways. This reading agrees with the results measured of
// the original, 939-10-51 against random play and 78-8-514 against the corrected player (in 1,000 games:
// 944-7-49 and 142-13-845, from 6,000 and 1,200):
// - The first playouts of each move give a plain mean. From then on a playout's reward r makes the value v
//   of its move n * v + r / (n + 1), where a mean needs (n * v + r) / (n + 1), and n counts the playouts of
//   all moves together. So the first value above 0 that is preferred grows beyond all others.
// - Playouts begin as if the mover were white: for black the colours are exchanged, which does no harm.
// - The answer is the move that was best before the last value was updated.
// Other readings were tried. Counting n from 0 after the first playouts agrees as well (953-6-41 in 1,000 games).
// Too weak against random play are values that explode from the first playout on (772 wins in 1,000), a black
// mover who, taken for white, moves twice (909, both colours together), and white moving first in every
// playout (916).
class MonteCarloAsWritten final : public CopiedEngine<Othello, MonteCarloAsWritten> {
 public:
  explicit MonteCarloAsWritten(const MonteCarloOptions& options) : options_(options) { options.check(); }

  SearchResult choose(const Line<Othello>& line, const Limits& limits, SearchControl& thought) override {
    Othello::Position as_white = line.top();
    as_white.turn = Side::Second;
    Simulation<Othello> simulation(Line<Othello>(line.game(), {as_white}));
    std::vector<Tried> moves = untried(simulation);
    const std::uint64_t firsts = std::uint64_t(options_.first) * moves.size();
    const RolloutLimit limit(limits, firsts + options_.rollouts, thought);
    std::uint64_t done = 0;
    for (; done < firsts && !limit.spent(done); ++done) {
      Tried& move = moves[done % moves.size()];
      move.add(reward(playout(simulation, move.move)));
    }
    std::size_t best = best_of(moves);
    for (; !limit.spent(done); ++done) {
      best = best_of(moves);
      const bool at_random = random_.unit() < options_.epsilon;
      Tried& move = moves[at_random ? random_.below(std::uint32_t(moves.size())) : best];
      const double n = double(done);
      move.mean = n * move.mean + reward(playout(simulation, move.move)) / (n + 1);
      ++move.visits;
    }
    return told(moves, best, done);
  }

 private:
  int playout(Simulation<Othello>& simulation, Move m) {
    simulation.back_to_root();
    simulation.play(m);
    return outcome_for(Side::Second, simulation.finish(random_));
  }

  // Values that have exploded say no more than who looks ahead; what they were is told beside them.
  static SearchResult told(std::vector<Tried> moves, std::size_t chosen, std::uint64_t playouts) {
    std::vector<std::pair<Move, double>> exploded;
    for (Tried& move : moves) {
      exploded.emplace_back(move.move, move.mean);
      move.mean = std::clamp(move.mean, -kLargestReward, kLargestReward);
    }
    SearchResult found = found_among(std::move(moves), chosen, playouts);
    found.worths = std::move(exploded);
    return found;
  }

  MonteCarloOptions options_;
};

}  // namespace kishi
