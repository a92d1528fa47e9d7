// The tree of a Monte-Carlo tree search: nodes in one block of memory of fixed size, children side by side.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "core/random.hpp"

namespace kishi {

enum class Proof : std::int8_t { Lost = -1, Drawn = 0, Won = 1, None = 2 };

// How the game stands for the player who moved here: sums of outcomes from -1 to 1, and a proof if there
// is one. 20 bytes, because a search is mostly waiting for these.
struct UctNode {
  std::int32_t sum = 0;
  std::uint32_t visits = 0;
  std::uint32_t first_child = 0;
  Move move = kNoMove;
  std::uint16_t children = 0;
  std::uint16_t tried = 0;  // the first so many children have been visited
  Proof proof = Proof::None;

  double mean() const {
    if (proof != Proof::None) return double(proof);
    return visits ? double(sum) / visits : 0;
  }
};

// Half the memory holds the tree; the other half takes the part that is kept when the game goes on.
class UctTree {
 public:
  explicit UctTree(int megabytes)
      : capacity_(std::uint32_t((std::size_t(megabytes) << 20) / (2 * sizeof(UctNode)))), nodes_(room()) {
    clear();
  }

  static constexpr std::uint32_t kRoot = 0;

  UctNode& operator[](std::uint32_t i) { return nodes_[i]; }
  const UctNode& operator[](std::uint32_t i) const { return nodes_[i]; }
  std::uint32_t size() const { return size_; }

  void clear() {
    nodes_[kRoot] = UctNode{};
    size_ = 1;
  }

  bool has_room(int children) const { return std::uint32_t(children) <= capacity_ - size_; }
  // Children in random order, so that those not yet tried can be tried one after another.
  template <class List>
  void expand(std::uint32_t parent, const List& moves, Random& random) {
    const auto count = std::uint32_t(moves.size());
    nodes_[parent].first_child = size_;
    nodes_[parent].children = std::uint16_t(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      nodes_[size_ + i] = UctNode{};
      const std::uint32_t place = random.below(i + 1);
      nodes_[size_ + i].move = nodes_[size_ + place].move;
      nodes_[size_ + place].move = moves[int(i)];
    }
    size_ += count;
  }

  // Makes this node the root and forgets what is not below it.
  void keep_below(std::uint32_t root) {
    if (!spare_) spare_ = room();
    spare_[kRoot] = nodes_[root];
    std::uint32_t kept = 1;
    for (std::uint32_t i = 0; i < kept; ++i) {
      UctNode& n = spare_[i];
      std::copy_n(&nodes_[n.first_child], n.children, &spare_[kept]);
      n.first_child = kept;
      kept += n.children;
    }
    std::swap(nodes_, spare_);
    size_ = kept;
  }

 private:
  // Not filled: memory that is never written is never taken from the system.
  std::unique_ptr<UctNode[]> room() const { return std::make_unique_for_overwrite<UctNode[]>(capacity_); }

  std::uint32_t capacity_, size_ = 0;
  std::unique_ptr<UctNode[]> nodes_, spare_;
};

}  // namespace kishi
