// Whole games between native players, many at once, without Python in the loop.
#pragma once

#include "core/engine.hpp"
#include "play/random_games.hpp"

namespace kishi {

struct PlayedGame {
  std::vector<Move> moves;             // after the opening
  std::vector<float> values;           // what the mover thought of its move
  std::vector<float> seconds;          // thinking time of each move
  Verdict verdict = Verdict::Running;  // still so at the end: it was stopped
  bool too_long = false;
};

// One game from the end of `opening`. Players are restarted with streams of `seed`, so a game depends
// on nothing but its own arguments. A move that was being thought about when `control` was stopped is not played.
template <Game G>
PlayedGame play_game(Engine<G>& first, Engine<G>& second, Line<G> line, const Limits& limits, std::uint64_t seed,
                     int most_plies, SearchControl& control, bool timed) {
  first.restart(mix(seed) ^ 1);
  second.restart(mix(seed) ^ 2);
  PlayedGame game;
  while ((game.verdict = line.judge()) == Verdict::Running) {
    if (most_plies > 0 && int(game.moves.size()) >= most_plies) {
      game.too_long = true;
      game.verdict = Verdict::Draw;
      return game;
    }
    Engine<G>& mover = line.game().turn(line.top()) == Side::First ? first : second;
    const auto began = timed ? Budget::Clock::now() : Budget::Clock::time_point{};
    const SearchResult found = mover.choose(line, limits, control);
    if (control.told.load(std::memory_order_relaxed)) return game;
    if (timed) game.seconds.push_back(std::chrono::duration<float>(Budget::Clock::now() - began).count());
    game.moves.push_back(found.move);
    game.values.push_back(float(found.value));
    line.push(found.move);
  }
  return game;
}

// The same without limits and with nothing kept but how it ends: `line` is extended to the last position.
template <Game G>
Verdict play_out(Engine<G>& first, Engine<G>& second, Line<G>& line, std::uint64_t seed, int most_plies,
                 SearchControl& control) {
  first.restart(mix(seed) ^ 1);
  second.restart(mix(seed) ^ 2);
  line.reserve(64);  // most games are no longer
  const int most = line.length() + most_plies;
  Verdict verdict;
  while ((verdict = line.judge()) == Verdict::Running && line.length() < most) {
    Engine<G>& mover = line.game().turn(line.top()) == Side::First ? first : second;
    const Move move = mover.move(line, Limits{}, control);
    if (control.told.load(std::memory_order_relaxed)) return Verdict::Running;
    line.push(move);
  }
  return verdict == Verdict::Running ? Verdict::Draw : verdict;
}

template <Game G>
struct Fixture {
  std::vector<typename G::Position> opening;  // a line; the game starts at its end
  bool swapped = false;                       // the second-named player moves first
  std::uint64_t seed = 0;
};

// Every fixture once, over threads; the results do not depend on how many.
template <Game G>
std::vector<PlayedGame> play_fixtures(const G& game, const Engine<G>& a, const Engine<G>& b,
                                      const std::vector<Fixture<G>>& fixtures, const Limits& limits, int most_plies,
                                      int threads, SearchControl& control) {
  std::vector<PlayedGame> played(fixtures.size());
  const bool timed = limits.seconds > 0;
  in_blocks(fixtures.size(), threads, 1, [&] {
    return [&, mine = std::array{a.fresh(), b.fresh()}](std::uint64_t i, std::uint64_t) {
      if (control.told) return;
      const Fixture<G>& f = fixtures[i];
      played[i] = play_game(*mine[f.swapped], *mine[!f.swapped], Line<G>(game, f.opening), limits, f.seed, most_plies,
                            control, timed);
    };
  });
  return played;
}

}  // namespace kishi
