// Whole games between native players, many at once, without Python in the loop.
#pragma once

#include "core/engine.hpp"
#include "play/random_games.hpp"

namespace kishi {

// What one player's moves have cost.
struct Effort {
  std::uint64_t moves = 0;
  double seconds = 0, cpu = 0;
  std::uint64_t nodes = 0;
  std::uint64_t depth = 0;  // of all moves together
  std::uint64_t early = 0;  // moves answered in less than half of the time they were given
  double early_cpu = 0;     // what those have cost

  void add(const SearchResult& found, double spent, const Limits& limits) {
    ++moves, seconds += spent, cpu += found.cpu, nodes += found.nodes, depth += std::uint64_t(std::max(0, found.depth));
    if (found.cpu < limits.cpu / 2 || spent < limits.seconds / 2) ++early, early_cpu += found.cpu;
  }
  void add(const Effort& o) {
    moves += o.moves, seconds += o.seconds, cpu += o.cpu, nodes += o.nodes, depth += o.depth;
    early += o.early, early_cpu += o.early_cpu;
  }
};

enum class EndedBy { Rules, Length, Time };

struct PlayedGame {
  std::vector<Move> moves;             // after the opening
  std::vector<float> values;           // what the mover thought of its move
  std::vector<float> seconds;          // thinking time of each move
  Verdict verdict = Verdict::Running;  // still so at the end: it was stopped
  EndedBy ended_by = EndedBy::Rules;
  std::array<Effort, 2> effort;  // of the first mover and the second, where it was measured
};

// Under which conditions games are played.
struct GameTerms {
  Limits limits;
  double margin = 0;   // seconds over a limit of time that are the machine's, not the player's
  int most_plies = 0;  // a longer game is a draw; 0: any

  bool late(double seconds, double cpu) const {
    return (limits.seconds > 0 && seconds > limits.seconds + margin) || (limits.cpu > 0 && cpu > limits.cpu + margin);
  }
};

constexpr int kUsualPlies = 64;  // most games of quick players are no longer

// What is kept of a game's moves: nothing else, what the mover thought of them, and what they cost.
enum class Kept { Moves, Values, Costs };

// One game from the end of `opening`. Players are restarted with streams of `seed`, so a game depends
// on nothing but its own arguments. A move that was being thought about when `control` was stopped is not played, nor
// is one that comes too late, which loses: costs are kept wherever time is limited.
template <Game G>
PlayedGame play_game(Engine<G>& first, Engine<G>& second, Line<G> line, const GameTerms& terms, std::uint64_t seed,
                     SearchControl& control, Kept kept) {
  first.restart(mix(seed) ^ 1);
  second.restart(mix(seed) ^ 2);
  if (terms.limits.timed()) first.prepare(), second.prepare();  // to get memory is no thinking, and may take longer
  line.reserve(kUsualPlies);
  PlayedGame game;
  game.moves.reserve(kUsualPlies);
  while ((game.verdict = line.judge()) == Verdict::Running) {
    if (terms.most_plies > 0 && int(game.moves.size()) >= terms.most_plies) {
      game.ended_by = EndedBy::Length;
      game.verdict = Verdict::Draw;
      return game;
    }
    const Side side = line.game().turn(line.top());
    Engine<G>& mover = side == Side::First ? first : second;
    if (kept == Kept::Moves) {
      const Move move = mover.move(line, terms.limits, control);
      if (control.told.load(std::memory_order_relaxed)) return game;
      game.moves.push_back(move);
      line.push(move);
      continue;
    }
    const bool measuring = kept == Kept::Costs;
    const double began = measuring ? seconds_now(TimedBy::Clock) : 0;
    const SearchResult found =
        measuring ? measured(mover, line, terms.limits, control) : mover.choose(line, terms.limits, control);
    if (control.told.load(std::memory_order_relaxed)) return game;
    if (measuring) {
      const double spent = seconds_now(TimedBy::Clock) - began;
      game.effort[std::size_t(side)].add(found, spent, terms.limits);
      if (terms.late(spent, found.cpu)) {
        game.ended_by = EndedBy::Time;
        game.verdict = win_for(other(side));
        return game;
      }
      if (terms.limits.timed()) game.seconds.push_back(float(spent));
    }
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
  line.reserve(kUsualPlies);
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
  const std::vector<typename G::Position>* opening;  // a line; the game starts at its end
  bool swapped = false;                              // the second-named player moves first
  std::uint64_t seed = 0;
};

// To look at clocks takes longer than a move of the quickest players: of their games some are measured, of others all.
class MeasuringPace {
 public:
  Kept next() {
    if (slow_ || ++quick_ % kEvery == 0) return Kept::Costs;
    return silent_ ? Kept::Moves : Kept::Values;
  }
  void saw(const PlayedGame& game) {
    slow_ = game.effort[0].seconds + game.effort[1].seconds > kSlow;
    silent_ = game.effort[0].nodes + game.effort[1].nodes == 0 &&
              std::all_of(game.values.begin(), game.values.end(), [](float v) { return v == 0; });
  }

 private:
  static constexpr int kEvery = 1024;
  static constexpr double kSlow = 0.001;  // seconds for a game
  bool slow_ = true, silent_ = false;
  int quick_ = 0;
};

// Every fixture once, over threads; the results do not depend on how many.
template <Game G>
std::vector<PlayedGame> play_fixtures(const G& game, const Engine<G>& a, const Engine<G>& b,
                                      const std::vector<Fixture<G>>& fixtures, const GameTerms& terms, int threads,
                                      SearchControl& control) {
  std::vector<PlayedGame> played(fixtures.size());
  in_blocks(fixtures.size(), threads, 1, [&] {
    auto players = std::array{a.fresh(), b.fresh()};
    if (terms.limits.timed())
      for (const auto& player : players) player->prepare();  // memory is not to be had in the time of a move
    return [&, mine = std::move(players), pace = MeasuringPace()](std::uint64_t i, std::uint64_t) mutable {
      if (control.told) return;
      const Fixture<G>& f = fixtures[i];
      Engine<G>&first = *mine[f.swapped], &second = *mine[!f.swapped];
      const Kept kept = terms.limits.timed() ? Kept::Costs : pace.next();
      played[i] = play_game(first, second, Line<G>(game, *f.opening), terms, f.seed, control, kept);
      if (kept == Kept::Costs) pace.saw(played[i]);
    };
  });
  return played;
}

}  // namespace kishi
