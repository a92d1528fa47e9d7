// What must hold of a network that is kept up to date move by move; for tests.
#pragma once

#include "core/line.hpp"
#include "core/random.hpp"
#include "eval/evaluator.hpp"

namespace kishi {

// Random games, in which some moves are taken back: counts the moves after which the network did not say
// what a fresh look says. Must be 0.
template <Game G, class Network>
std::uint64_t moves_out_of_step(const G& game, Network network, std::uint64_t moves, std::uint64_t seed) {
  Random random(seed);
  const SearchInfo<G> info(game);
  std::uint64_t wrong = 0;
  while (moves > 0) {
    Line<G> line(game, {game.start()});
    network.reset(game, line.top());
    while (moves > 0 && line.judge() == Verdict::Running) {
      if (line.length() > 1 && random.below(4) == 0) {
        line.pop();
        network.pop();
        continue;
      }
      Moves<G> legal;
      game.legal(line.top(), legal);
      const auto before = line.top();
      const Move m = legal[int(random.below(std::uint32_t(legal.size())))];
      line.push(m);
      network.push(before, m, line.top());
      --moves;
      if (random.below(3) == 0) continue;  // most positions of a search are never judged
      Network fresh = network;
      fresh.reset(game, line.top());
      wrong += network.points(info, line.top()) != fresh.points(info, line.top());
    }
  }
  return wrong;
}

}  // namespace kishi
