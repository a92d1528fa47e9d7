// What a native player is: given the line so far it finds a move.
#pragma once

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "core/budget.hpp"
#include "core/insertion_sort.hpp"
#include "core/line.hpp"
#include "core/random.hpp"

namespace kishi {

// When to stop thinking, whichever comes first; 0 means no such limit.
struct Limits {
  double seconds = 0;  // for this move
  std::uint64_t nodes = 0;
  int depth = 0;
  double clock = 0, increment = 0;  // the mover's clock, and what each move adds to it
  double cpu = 0;                   // seconds of CPU time for this move, of all threads together

  bool timed() const { return seconds > 0 || clock > 0 || cpu > 0; }
  bool any() const { return timed() || nodes || depth; }
};

struct RootMove {
  Move move = 0;
  double value = 0;  // for the mover, in [-1, 1]
  std::uint64_t visits = 0;
  double points = 0;            // the value in the game's own unit, where there is a line
  std::vector<Move> line = {};  // how it would go on, where several were told apart
};

// A move, and what was search about it.
struct SearchResult {
  Move move = kNoMove;
  double value = 0;   // for the mover, in [-1, 1]
  double points = 0;  // the same in the game's own unit
  bool exact = false;
  int depth = 0;
  int selectivity = 0;  // percent: how sure each cut of a solver's selective pass is; 0: it is not of one
  std::uint64_t nodes = 0;
  int table_full = 0;  // how many of a thousand places of its table the search has filled
  double cpu = 0;      // seconds of CPU time: an engine tells those of threads of its own, `measured` adds the asker's
  std::vector<Move> line;
  std::vector<RootMove> moves;                  // root moves it can tell something about, best first
  std::vector<std::pair<Move, float>> priors;   // a network's shares of all root moves, where one was asked
  std::vector<std::pair<Move, double>> worths;  // of root moves in the player's own points, where it counts in such
};

inline void best_first(std::vector<RootMove>& moves) {
  insertion_sort(moves.begin(), moves.end(), [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
}

// Made by whoever asks for a search, or for a game of them: how it is stopped, and what it thinks meanwhile.
class SearchControl : public Stop {
 public:
  void tell(const SearchResult& found) {
    const std::scoped_lock hold(lock_);
    latest_ = found;
    ++version_;
  }
  // The newest report and its number, 0 while there is none.
  std::pair<SearchResult, int> latest() const {
    const std::scoped_lock hold(lock_);
    return {latest_, version_};
  }

 private:
  mutable std::mutex lock_;
  SearchResult latest_;
  int version_ = 0;
};

// `choose` is called with a line whose game is running. A engine that keeps a tree or a table reuses
// it when the line extends the last one; it must not depend on being told of new games.
template <Game G>
class Engine {
 public:
  virtual ~Engine() = default;
  virtual SearchResult choose(const Line<G>& line, const Limits& limits, SearchControl& thought) = 0;
  // The move alone, for those who play thousands of games a second and can do without the rest.
  virtual Move move(const Line<G>& line, const Limits& limits, SearchControl& thought) {
    return choose(line, limits, thought).move;
  }
  // What it thinks of each root move, added for those who look on: matches of quick players can do without.
  virtual void tell_moves(const Line<G>&, SearchResult&) {}
  // A fresh one like this, for another thread.
  virtual std::unique_ptr<Engine> fresh() const = 0;
  // Start anew, with this seed for all random choices: games of a match do not depend on each other.
  virtual void restart(std::uint64_t seed) = 0;
  // Get all that the first search would else have to get on its own time, such as memory.
  virtual void prepare() {}
};

// Its answer with all the CPU time it took.
template <Game G>
SearchResult measured(Engine<G>& engine, const Line<G>& line, const Limits& limits, SearchControl& thought) {
  const double before = thread_cpu_seconds();
  SearchResult found = engine.choose(line, limits, thought);
  found.cpu += thread_cpu_seconds() - before;
  return found;
}

// The usual case: a engine that is a copyable value with a Random `random_`.
template <Game G, class Self>
class CopiedEngine : public Engine<G> {
 public:
  std::unique_ptr<Engine<G>> fresh() const override { return std::make_unique<Self>(static_cast<const Self&>(*this)); }
  void restart(std::uint64_t seed) override { random_ = Random(seed); }

 protected:
  Random random_{0};
};

template <Game G>
class RandomEngine final : public CopiedEngine<G, RandomEngine<G>> {
 public:
  SearchResult choose(const Line<G>& line, const Limits&, SearchControl&) override {
    Moves<G> moves;
    line.game().legal(line.top(), moves);
    SearchResult found;
    found.move = moves[int(this->random_.below(std::uint32_t(moves.size())))];
    return found;
  }
};

}  // namespace kishi
