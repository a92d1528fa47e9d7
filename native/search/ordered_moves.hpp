// The moves of a node with their order, packed into words whose largest is the best: most nodes cut off after the
// first few, so the best is picked each time instead of sorting, and a plain maximum has no branches to mispredict.
#pragma once

#include <algorithm>
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
    int place;
  };

  int left() const { return left_ + held_.size(); }
  void add(Move m, bool quiet, bool check, int order) {
    words_[std::size_t(size_)] = packed({m, quiet, check, order, size_});
    ++size_;
    ++left_;
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
  int best() const { return int(largest() >> 32); }
  // Takes the best of those added and not yet taken; of equals the one added first.
  Item take() {
    if (size_ >= 2 * left_ + 8) keep_if([](const Item&) { return true; });
    const Item item = unpacked(largest());
    words_[std::size_t(item.place)] = kTaken;
    --left_;
    return item;
  }
  void put_back(Item item, int order) {
    item.order = order;
    words_[std::size_t(item.place)] = packed(item);
    ++left_;
  }
  // Neither captures nor checks are quiet.
  void drop_quiet() {
    keep_if([](const Item& item) { return !item.quiet || item.check; });
  }

 private:
  static constexpr std::int64_t kTaken = std::numeric_limits<std::int64_t>::min();
  static_assert(G::most_moves <= 0x3ff);

  std::int64_t largest() const {
    std::int64_t best = kTaken;
    for (int i = 0; i < size_; ++i) best = std::max(best, words_[std::size_t(i)]);
    return best;
  }
  static std::int64_t packed(const Item& i) {
    return std::int64_t(i.order) * (std::int64_t(1) << 32) +
           (std::int64_t(0x3ff - i.place) << 18 | int(i.check) << 17 | int(i.quiet) << 16 | i.move);
  }
  static Item unpacked(std::int64_t word) {
    return {Move(word & 0xffff), bool(word >> 16 & 1), bool(word >> 17 & 1), int(word >> 32),
            0x3ff - int(word >> 18 & 0x3ff)};
  }

  // Closes the gaps that taken moves have left. Places change, their order does not.
  template <class F>
  void keep_if(F&& kept) {
    int n = 0;
    for (int i = 0; i < size_; ++i) {
      if (words_[std::size_t(i)] == kTaken) continue;
      Item item = unpacked(words_[std::size_t(i)]);
      if (!kept(item)) continue;
      item.place = n;
      words_[std::size_t(n++)] = packed(item);
    }
    size_ = left_ = n;
  }

  std::array<std::int64_t, G::most_moves> words_;
  int size_ = 0, left_ = 0;  // left: of those added
  Moves<G> held_;
};

}  // namespace kishi
