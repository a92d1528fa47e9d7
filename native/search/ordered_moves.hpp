// The moves of a node with their order, packed into words whose largest is the best: most nodes cut off after the
// first few, so the best is picked each time instead of sorting, and a plain maximum has no branches to mispredict.
#pragma once

#include <array>
#include <limits>

#include "core/game.hpp"

namespace kishi {

template <Game G>
class OrderedMoves {
 public:
  struct Item {
    Move move;
    bool quiet;
    bool check;
    int order;
    int number;  // in the order of their adding
  };

  int left() const { return size_ + held_.size(); }
  void add(Move m, bool quiet, bool check, int order) {
    words_[std::size_t(size_++)] = packed({m, quiet, check, order, added_++});
  }
  // Moves whose order is worked out only when they are needed: `release` gives each to whoever adds it.
  void hold(Move m) { held_.add(m); }
  bool holds() const { return !held_.empty(); }
  template <class F>
  void release(F&& adds) {
    for (Move m : held_) adds(m);
    held_.clear();
  }
  // The order of the best of those added and not yet taken.
  int best() const { return size_ ? int(words_[std::size_t(largest())] >> 32) : std::numeric_limits<int>::min(); }
  // Takes the best of those added and not yet taken; of equals the one added first.
  Item take() {
    std::int64_t& word = words_[std::size_t(largest())];
    const Item item = unpacked(word);
    word = words_[std::size_t(--size_)];
    return item;
  }
  void put_back(Item item, int order) {
    item.order = order;
    words_[std::size_t(size_++)] = packed(item);
  }
  // Neither captures nor checks are quiet.
  void drop_quiet() {
    int n = 0;
    for (int i = 0; i < size_; ++i) {
      const std::int64_t word = words_[std::size_t(i)];
      if (!(word & kQuiet) || (word & kCheck)) words_[std::size_t(n++)] = word;
    }
    size_ = n;
  }

 private:
  static constexpr int kQuiet = 1 << 16, kCheck = 1 << 17;
  static_assert(G::most_moves <= 0x3ff);

  // Where the best stands.
  int largest() const {
    int at = 0;
    std::int64_t best = words_[0];
    for (int i = 1; i < size_; ++i) {
      const bool better = words_[std::size_t(i)] > best;
      best = better ? words_[std::size_t(i)] : best;
      at = better ? i : at;
    }
    return at;
  }
  static std::int64_t packed(const Item& i) {
    return std::int64_t(i.order) * (std::int64_t(1) << 32) +
           (std::int64_t(0x3ff - i.number) << 18 | int(i.check) * kCheck | int(i.quiet) * kQuiet | i.move);
  }
  static Item unpacked(std::int64_t word) {
    return {Move(word & 0xffff), bool(word & kQuiet), bool(word & kCheck), int(word >> 32),
            0x3ff - int(word >> 18 & 0x3ff)};
  }

  std::array<std::int64_t, G::most_moves> words_;
  int size_ = 0, added_ = 0;
  Moves<G> held_;
};

}  // namespace kishi
