// The positions played so far, oldest first: what is judged, and what a search extends.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "core/game.hpp"

namespace kishi {

template <Game G>
class Line {
 public:
  using Position = typename G::Position;

  Line(const G& game, std::vector<Position> played) : game_(game), positions_(std::move(played)) {
    if constexpr (G::repetitions > 0) {
      seen_.resize(kSeen);
      for (const Position& p : positions_) remember(game_.key(p));
    }
  }

  const G& game() const { return game_; }
  const Position& top() const { return positions_.back(); }
  std::span<const Position> positions() const { return positions_; }
  int length() const { return int(positions_.size()); }
  // Room for so many pushes, during which references to positions stay valid.
  void reserve(int pushes) { positions_.reserve(positions_.size() + std::size_t(pushes)); }

  void push(Move m) { push(game_.play(top(), m)); }
  void push(const Position& p) {
    positions_.push_back(p);
    if constexpr (G::repetitions > 0) remember(game_.key(p));
  }
  void pop() {
    positions_.pop_back();
    if constexpr (G::repetitions > 0) {
      --seen_[keys_.back() % kSeen];
      keys_.pop_back();
    }
  }

  // How the game stands.
  Verdict judge() const {
    if constexpr (G::repetitions > 0)
      if (const Verdict v = repeated(G::repetitions); v != Verdict::Running) return v;
    return game_.settled(top());
  }

  // What the rule of repetition says once the top has occurred `times` times, counted from the position
  // `since` on.
  Verdict repeated([[maybe_unused]] int times, [[maybe_unused]] int since = 0) const {
    if constexpr (G::repetitions > 0) {
      if (seen_[keys_.back() % kSeen] < times) return Verdict::Running;  // the usual case, no scan
      int found = 1;
      for (int i = length() - 3; i >= since; i -= 2)
        if (keys_[i] == keys_.back() && positions_[i] == top() && ++found == times)
          return game_.repeated(std::span(positions_).subspan(i));
    }
    return Verdict::Running;
  }

 private:
  // A small counting filter over keys, because a line may be hundreds of positions long and
  // almost no position repeats.
  static constexpr std::size_t kSeen = 4096;

  void remember(std::uint64_t key) {
    keys_.push_back(key);
    ++seen_[key % kSeen];
  }

  G game_;
  std::vector<Position> positions_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint16_t> seen_;
};

// Leaves of the tree of all lines of `depth` moves. Repetition does not count here, as everywhere
// perft is published.
template <Game G>
std::uint64_t perft(const G& game, const typename G::Position& p, int depth) {
  if (depth == 0) return 1;
  if constexpr (requires { game.count_legal(p); })
    if (depth == 1) {
      const int n = game.count_legal(p);
      return n == 0 && G::end_is_leaf ? 1 : std::uint64_t(n);
    }
  Moves<G> moves;
  game.legal(p, moves);
  if (moves.empty()) return G::end_is_leaf;
  if (depth == 1) return std::uint64_t(moves.size());
  std::uint64_t leaves = 0;
  for (Move m : moves) leaves += perft(game, game.play(p, m), depth - 1);
  return leaves;
}

}  // namespace kishi
