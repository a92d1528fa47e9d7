// The tree of a Monte-Carlo tree search: nodes in one block of memory of fixed size, children side by side.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/insertion_sort.hpp"
#include "core/random.hpp"

namespace kishi {

// What is known for sure of a node, as the outcomes -1, 0 and 1.
enum class Proof : std::uint8_t { None, Lost, Drawn, Won };
constexpr Proof proof_of(int outcome) { return Proof(outcome + 2); }
constexpr int outcome_of(Proof proof) { return int(proof) - 2; }

// How the game stands for the player who moved here. 20 bytes, because a search mostly waits for these; all
// of it may be zero and nothing is set by itself, so that memory which is never used is never touched.
struct UctNode {
  std::int32_t sum;  // of outcomes
  std::uint32_t visits;
  std::uint32_t first_child;
  Move move;
  std::uint16_t children;
  std::uint16_t tried;  // the first so many children have been visited
  Proof proof;

  double mean() const {
    if (proof != Proof::None) return outcome_of(proof);
    return visits ? double(sum) / visits : 0;
  }
};
static_assert(std::is_trivial_v<UctNode> && sizeof(UctNode) == 20);

// The children of a node, best first: won ones, then the most visited, lost ones last. A proved draw
// comes before all that is not won if the most visited looks lost, else after.
inline std::vector<UctNode> best_first(std::vector<UctNode> children) {
  std::stable_sort(children.begin(), children.end(),
                   [](const UctNode& a, const UctNode& b) { return a.visits > b.visits; });
  const auto leader =
      std::find_if(children.begin(), children.end(), [](const UctNode& n) { return n.proof == Proof::None; });
  const bool losing = leader == children.end() || leader->mean() < 0;
  const auto place = [losing](const UctNode& n) {
    switch (n.proof) {
      case Proof::Won: return 0;
      case Proof::Drawn: return losing ? 1 : 3;
      case Proof::Lost: return 4;
      default: return 2;
    }
  };
  insertion_sort(children.begin(), children.end(),
                 [&](const UctNode& a, const UctNode& b) { return place(a) < place(b); });
  return children;
}

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
      std::copy_n(nodes_.get() + n.first_child, n.children, spare_.get() + kept);
      n.first_child = kept;
      kept += n.children;
    }
    std::swap(nodes_, spare_);
    size_ = kept;
  }

 private:
  std::unique_ptr<UctNode[]> room() const { return std::make_unique_for_overwrite<UctNode[]>(capacity_); }

  std::uint32_t capacity_, size_ = 0;
  std::unique_ptr<UctNode[]> nodes_, spare_;
};

}  // namespace kishi
