// Many random games at once: the cheapest opponent, and the yardstick of every rule's speed.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "core/line.hpp"
#include "core/random.hpp"
#include "core/threads.hpp"

namespace kishi {

struct Tally {
  std::uint64_t first_wins = 0, draws = 0, second_wins = 0, plies = 0;

  void add(Verdict v, int moves_played) {
    first_wins += v == Verdict::FirstWins;
    second_wins += v == Verdict::SecondWins;
    draws += v == Verdict::Draw;
    plies += std::uint64_t(moves_played);
  }
  void add(const Tally& o) {
    first_wins += o.first_wins, draws += o.draws, second_wins += o.second_wins, plies += o.plies;
  }
};

template <Game G>
Move random_move(const G& game, const typename G::Position& p, Random& random) {
  if constexpr (requires { game.random_move(p, random); }) {
    return game.random_move(p, random);
  } else {
    Moves<G> moves;
    game.legal(p, moves);
    return moves[int(random.below(std::uint32_t(moves.size())))];
  }
}

// Plays `line` to its end and leaves it there.
template <Game G>
Verdict play_randomly(Line<G>& line, Random& random) {
  for (;;) {
    if (const Verdict v = line.judge(); v != Verdict::Running) return v;
    line.push(random_move(line.game(), line.top(), random));
  }
}

// The same without a line, for games in which history does not matter.
template <Game G>
  requires(G::repetitions == 0)
Verdict play_randomly(const G& game, typename G::Position& p, Random& random, int& plies) {
  for (;; ++plies) {
    if (const Verdict v = game.settled(p); v != Verdict::Running) return v;
    p = game.play(p, random_move(game, p, random));
  }
}

// Splits items 0..n-1 over threads by handing out blocks. Each thread calls make_worker() once and then
// worker(begin, end) for its blocks; neither may throw.
template <class MakeWorker>
void in_blocks(std::uint64_t n, int threads, std::uint64_t block, MakeWorker&& make_worker) {
  std::atomic<std::uint64_t> next{0};
  const auto run = [&] {
    auto work = make_worker();
    for (;;) {
      const std::uint64_t begin = next.fetch_add(block);
      if (begin >= n) return;
      work(begin, std::min(n, begin + block));
    }
  };
  JoinedThreads helpers;
  for (int i = 1; i < threads; ++i) helpers.start(run);
  run();
}

template <Game G>
void one_random_game(const G& game, const typename G::Position& start, Random random, Tally& tally) {
  if constexpr (G::repetitions == 0) {
    typename G::Position p = start;
    int plies = 0;
    const Verdict v = play_randomly(game, p, random, plies);
    tally.add(v, plies);
  } else {
    Line<G> line(game, {start});
    const Verdict v = play_randomly(line, random);
    tally.add(v, line.length() - 1);
  }
}

// Game i is played with the i-th stream of the seed, so the answer does not depend on the threads.
template <Game G>
Tally random_games(const G& game, const typename G::Position& start, std::uint64_t n, std::uint64_t seed, int threads) {
  constexpr std::uint64_t block = 64;
  std::vector<Tally> blocks((n + block - 1) / block);
  in_blocks(n, threads, block, [&] {
    return [&](std::uint64_t begin, std::uint64_t end) {
      Tally& tally = blocks[begin / block];
      for (std::uint64_t i = begin; i < end; ++i) one_random_game(game, start, Random(seed, i), tally);
    };
  });
  Tally total;
  for (const Tally& t : blocks) total.add(t);
  return total;
}

}  // namespace kishi
