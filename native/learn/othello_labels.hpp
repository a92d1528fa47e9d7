// What positions are worth by a search of few moves: the labels that weights are fitted to, where nothing is solved.
#pragma once

#include <atomic>
#include <span>

#include "core/threads.hpp"
#include "learn/othello_fit.hpp"
#include "solve/othello_midgame.hpp"

namespace kishi {

// For the mover of each position, which has a move, in discs. A label is the value of its search tree and nothing else:
// how many threads search, and in which order, does not matter.
inline void label_discs(const std::shared_ptr<const disc_patterns::Tables>& tables, const DiscPositions& positions,
                        int depth, int threads, const Stop& stop, std::span<float> out) {
  constexpr std::size_t at_once = 256;
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    const Budget budget(stop);
    othello::MidgameSearch<othello::LearnedDiscs> search(8, {tables}, budget);
    for (std::size_t first = next.fetch_add(at_once); first < positions.size(); first = next.fetch_add(at_once))
      for (std::size_t i = first; i < std::min(first + at_once, positions.size()) && !search.stopped(); ++i)
        out[i] = float(search.best(positions.mine(i), positions.theirs(i), depth).points) / othello::kPoints;
  };
  JoinedThreads others;
  for (int t = 1; t < threads; ++t) others.start(work);
  work();
}

}  // namespace kishi
