// Positions of mate and of one move before, from random games: what the value network learns first.
#pragma once

#include "core/line.hpp"
#include "play/random_games.hpp"

namespace kishi {

template <Game G>
struct MatePair {
  typename G::Position before, mated;
};

// The mates among the checks here; one of them at random, or kNoMove.
template <Game G>
Move random_mate(const G& game, const typename G::Position& p, Random& random) {
  Moves<G> checks;
  game.checks(p, checks);
  Move found = kNoMove;
  std::uint32_t mates = 0;
  for (const Move m : checks)
    if (game.settled(game.play(p, m)) != Verdict::Running && random.below(++mates) == 0) found = m;
  return found;
}

// One pair from each random game, game i with the i-th stream of the seed. A mate is seen every other
// time, so that many positions have gone past one before.
template <Game G>
std::vector<MatePair<G>> mate_pairs(const G& game, std::uint64_t first, std::uint64_t games, std::uint64_t seed) {
  std::vector<MatePair<G>> pairs;
  for (std::uint64_t i = first; i < first + games; ++i) {
    Random random(seed, i);
    Line<G> line(game, {game.start()});
    while (line.judge() == Verdict::Running) {
      const Move mate = random.below(2) == 0 ? random_mate(game, line.top(), random) : kNoMove;
      if (mate != kNoMove) {
        pairs.push_back({line.top(), game.play(line.top(), mate)});
        break;
      }
      line.push(random_move(game, line.top(), random));
    }
  }
  return pairs;
}

}  // namespace kishi
