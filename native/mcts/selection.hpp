// Which move an MCTS search tries next, and what it makes of what came back. Two rules with the same
// members: PUCT as AlphaZero has it, for play, and Gumbel's sequential halving, which improves the policy however few
// simulations it is given, for self-play as well.
#pragma once

#include <bit>
#include <numeric>
#include <variant>

#include "core/random.hpp"
#include "mcts/network_tree.hpp"

namespace kishi {

struct MctsOptions {
  bool gumbel = true;
  // PUCT
  float exploration = 1.5f;  // how much priors count
  // Gumbel
  int considered = 16;  // root moves that the halving begins with
};

namespace mcts {

constexpr float kUntried = 0.2f;    // PUCT: how much worse than its node a move is believed to be before it is tried
constexpr float kVisitWeight = 50;  // Gumbel: how strongly values bend the policy, whatever the visits

inline float total_visits(std::span<const MctsEdge> edges) {
  float total = 0;
  for (const MctsEdge& e : edges) total += float(e.all_visits());
  return total;
}

// Never a lost move where another is left.
inline bool hopeless(std::span<const MctsEdge> edges, const MctsEdge& e) {
  return e.proof == Proof::Lost &&
         std::any_of(edges.begin(), edges.end(), [](const MctsEdge& o) { return o.proof != Proof::Lost; });
}

// All weight on the first won move, if there is one.
inline bool only_win(std::span<const MctsEdge> edges, std::vector<float>& shares) {
  const auto won = std::find_if(edges.begin(), edges.end(), [](const MctsEdge& e) { return e.proof == Proof::Won; });
  if (won == edges.end()) return false;
  shares.assign(edges.size(), 0);
  shares[std::size_t(won - edges.begin())] = 1;
  return true;
}

inline void scale_to_one(std::vector<float>& shares) {
  const float total = std::accumulate(shares.begin(), shares.end(), 0.f);
  for (float& s : shares) s /= total;
}

template <class Score>
int best_of(std::span<const MctsEdge> edges, Score&& score) {
  int best = 0;
  float highest = -std::numeric_limits<float>::infinity();
  for (int i = 0; i < int(edges.size()); ++i)
    if (const float s = score(edges[std::size_t(i)], i); s > highest) highest = s, best = i;
  return best;
}

}  // namespace mcts

class Puct {
 public:
  explicit Puct(const MctsOptions& options) : options_(options) {}

  void begin(const NetworkTree&, int, bool, Random&) {}

  int pick_at_root(const NetworkTree& tree) const { return pick_below(tree, NetworkTree::kRoot); }
  int pick_below(const NetworkTree& tree, std::uint32_t node) const {
    const auto edges = tree.edges(node);
    float visits = 0, sum = tree.node(node).value, seen = 0;
    for (const MctsEdge& e : edges) {
      if (!e.all_visits()) continue;
      visits += float(e.all_visits());
      sum += e.mean() * float(e.visits);
      seen += e.prior;
    }
    // No worse than lost: or else a move that the network was sure of, and that loses, would be visited for ever.
    const float untried = std::max(-1.f, sum / (1 + visits) - mcts::kUntried * std::sqrt(seen));
    return mcts::best_of(edges, [&](const MctsEdge& e, int) {
      // Its own proof says all of a lost move, and below it nothing is left to learn.
      return e.proof == Proof::Lost ? -1e6f : score(e, visits, untried);
    });
  }

  // The shares of visits.
  std::vector<float> target(const NetworkTree& tree) const {
    const auto edges = tree.edges(NetworkTree::kRoot);
    std::vector<float> shares;
    if (mcts::only_win(edges, shares)) return shares;
    for (const MctsEdge& e : edges) shares.push_back(mcts::hopeless(edges, e) ? 0 : float(e.visits));
    if (std::accumulate(shares.begin(), shares.end(), 0.f) <= 0)
      for (std::size_t i = 0; i < edges.size(); ++i) shares[i] = edges[i].prior;
    mcts::scale_to_one(shares);
    return shares;
  }

  // The most visited move.
  int best(const NetworkTree& tree) const {
    const auto edges = tree.edges(NetworkTree::kRoot);
    const std::vector<float> shares = target(tree);
    return mcts::best_of(edges, [&](const MctsEdge& e, int i) { return shares[std::size_t(i)] + 1e-6f * e.mean(); });
  }

 private:
  float score(const MctsEdge& e, float visits, float untried) const {
    const float width = options_.exploration * e.prior * std::sqrt(std::max(visits, 1.f));
    return (e.all_visits() || e.proved() ? e.cautious_mean() : untried) + width / float(1 + e.all_visits());
  }

  MctsOptions options_;
};

class Gumbel {
 public:
  explicit Gumbel(const MctsOptions& options) : options_(options) {}

  void begin(const NetworkTree& tree, int simulations, bool exploring, Random& random) {
    const auto edges = tree.edges(NetworkTree::kRoot);
    noise_.assign(edges.size(), 0);
    if (exploring)
      for (float& g : noise_) g = float(-std::log(-std::log(random.unit() + 1e-300) + 1e-300));
    survivors_.resize(edges.size());
    std::iota(survivors_.begin(), survivors_.end(), 0);
    const int most = std::max(1, std::min(options_.considered, simulations));
    keep_best(std::size_t(most), [&](int i) { return noise_[std::size_t(i)] + edges[std::size_t(i)].logit; });
    phases_ = std::max(1, int(std::bit_width(survivors_.size() - 1)));
    simulations_ = simulations;
    begin_phase();
  }

  // The survivors in turn. -1: those under way must come back before the next halving.
  int pick_at_root(const NetworkTree& tree) {
    if (next_ == in_phase_ && !halve(tree)) return -1;
    return survivors_[next_++ % survivors_.size()];
  }

  // The one whose share of visits lags furthest behind its share of the improved policy.
  int pick_below(const NetworkTree& tree, std::uint32_t node) const {
    const auto edges = tree.edges(node);
    const std::vector<float>& policy = improved(tree, node);
    const float visits = 1 + mcts::total_visits(edges);
    return mcts::best_of(edges, [&](const MctsEdge& e, int i) {
      return mcts::hopeless(edges, e) ? -1e6f : policy[std::size_t(i)] - float(e.all_visits()) / visits;
    });
  }

  std::vector<float> target(const NetworkTree& tree) const {
    std::vector<float> shares;
    if (mcts::only_win(tree.edges(NetworkTree::kRoot), shares)) return shares;
    return improved(tree, NetworkTree::kRoot);
  }

  // The best survivor; with the noise of an exploring search this is a draw from the improved policy.
  int best(const NetworkTree& tree) const {
    const auto edges = tree.edges(NetworkTree::kRoot);
    std::vector<float> shares;
    if (mcts::only_win(edges, shares)) return int(std::find(shares.begin(), shares.end(), 1.f) - shares.begin());
    const Completed q(tree, NetworkTree::kRoot);
    std::vector<char> in(edges.size(), 0);
    for (const int i : survivors_) in[std::size_t(i)] = 1;
    return mcts::best_of(edges, [&](const MctsEdge& e, int i) {
      if (mcts::hopeless(edges, e)) return -2e6f;
      return noise_[std::size_t(i)] + e.logit + q.bend(e) - (in[std::size_t(i)] ? 0.f : 1e6f);
    });
  }

 private:
  // Values for all moves: an untried one is worth what the node is, as far as is known.
  struct Completed {
    Completed(const NetworkTree& tree, std::uint32_t node) {
      float visits = 0, seen = 0, weighted = 0;
      std::uint32_t most = 0;
      for (const MctsEdge& e : tree.edges(node)) {
        if (!e.tried() && !e.pending) continue;
        visits += float(e.all_visits());
        seen += e.prior;
        weighted += e.prior * e.cautious_mean();
        most = std::max(most, e.all_visits());
      }
      untried = seen > 0 ? (tree.node(node).value + visits * weighted / seen) / (1 + visits) : tree.node(node).value;
      scale = (mcts::kVisitWeight + float(most)) * 0.5f;  // values span 2, not 1
    }
    float bend(const MctsEdge& e) const { return scale * (e.tried() || e.pending ? e.cautious_mean() : untried); }

    float untried, scale;
  };

  const std::vector<float>& improved(const NetworkTree& tree, std::uint32_t node) const {
    const Completed q(tree, node);
    const auto edges = tree.edges(node);
    policy_.clear();
    float highest = -std::numeric_limits<float>::infinity();
    for (const MctsEdge& e : edges) {
      policy_.push_back(e.logit + q.bend(e));
      highest = std::max(highest, policy_.back());
    }
    for (float& p : policy_) p = std::exp(p - highest);
    mcts::scale_to_one(policy_);
    return policy_;
  }

  template <class Score>
  void keep_best(std::size_t count, Score&& score) {
    std::stable_sort(survivors_.begin(), survivors_.end(), [&](int a, int b) { return score(a) > score(b); });
    survivors_.resize(std::min(count, survivors_.size()));
  }

  // Every phase has an equal part of the simulations; the last one whatever is left.
  void begin_phase() {
    next_ = 0;
    const std::size_t each = std::size_t(simulations_) / (std::size_t(phases_) * survivors_.size());
    in_phase_ = survivors_.size() * std::max<std::size_t>(1, each);
  }
  bool halve(const NetworkTree& tree) {
    const auto edges = tree.edges(NetworkTree::kRoot);
    if (std::any_of(edges.begin(), edges.end(), [](const MctsEdge& e) { return e.pending; })) return false;
    const Completed q(tree, NetworkTree::kRoot);
    keep_best(std::max<std::size_t>(2, (survivors_.size() + 1) / 2), [&](int i) {
      const MctsEdge& e = edges[std::size_t(i)];
      return e.proof == Proof::Lost ? -1e6f : noise_[std::size_t(i)] + e.logit + q.bend(e);
    });
    begin_phase();
    return true;
  }

  MctsOptions options_;
  std::vector<float> noise_;
  std::vector<int> survivors_;  // moves of the root, by index
  std::size_t next_ = 0, in_phase_ = 0;
  int phases_ = 1, simulations_ = 0;
  mutable std::vector<float> policy_;  // kept only so that it need not be allocated for every step down
};

using MctsRule = std::variant<Puct, Gumbel>;

inline MctsRule rule_of(const MctsOptions& options) {
  if (options.gumbel) return Gumbel(options);
  return Puct(options);
}

}  // namespace kishi
