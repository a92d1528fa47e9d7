// Which move a mcts search tries next, and what it makes of what came back. Two rules with the same
// members: PUCT as AlphaZero has it, and Gumbel's sequential halving, which improves the policy however few
// simulations it is given.
#pragma once

#include <bit>
#include <numeric>
#include <variant>

#include "core/random.hpp"
#include "mcts/network_tree.hpp"

namespace kishi {

struct MctsOptions {
  bool gumbel = true;
  // Othello: the share of an end's worth that is not who has won but by how many discs.
  float discs = 0;
  // PUCT
  float exploration = 1.5f;  // how much priors count
  float untried = 0.2f;      // how much worse than its node a move is believed to be before it is tried
  float noise = 0.25f;       // the share of noise in the root's priors where a search explores
  float forced = 2;          // and there each move once tried gets sqrt(forced * prior * visits) simulations
  // Gumbel
  int considered = 16;                        // root moves that the halving begins with
  float visit_weight = 50, value_weight = 1;  // how strongly values bend the policy
};

namespace mcts {

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

// Marsaglia and Tsang; for a < 1 by way of a + 1. Only ever asked for a handful of numbers.
inline double gamma_draw(double a, Random& random) {
  if (a < 1) return gamma_draw(a + 1, random) * std::pow(random.unit() + 1e-300, 1 / a);
  const double d = a - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double u1 = random.unit() + 1e-300, u2 = random.unit();
    const double x = std::sqrt(-2 * std::log(u1)) * std::cos(2 * 3.14159265358979323846 * u2);
    const double v = std::pow(1 + c * x, 3);
    if (v > 0 && std::log(random.unit() + 1e-300) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

}  // namespace mcts

class Puct {
 public:
  explicit Puct(const MctsOptions& options) : options_(options) {}

  void begin(const NetworkTree& tree, int, bool exploring, Random& random) {
    const auto edges = tree.edges(NetworkTree::kRoot);
    exploring_ = exploring;
    priors_.clear();
    for (const MctsEdge& e : edges) priors_.push_back(e.prior);
    if (exploring && options_.noise > 0) add_noise(random);
  }

  int pick_at_root(const NetworkTree& tree) const {
    const auto edges = tree.edges(NetworkTree::kRoot);
    const float visits = mcts::total_visits(edges);
    if (exploring_)
      for (std::size_t i = 0; i < edges.size(); ++i)
        if (edges[i].all_visits() && !edges[i].proved() && float(edges[i].all_visits()) < forced(priors_[i], visits))
          return int(i);
    return pick(tree, NetworkTree::kRoot, [this](std::size_t i) { return priors_[i]; });
  }
  int pick_below(const NetworkTree& tree, std::uint32_t node) const {
    const auto edges = tree.edges(node);
    return pick(tree, node, [&](std::size_t i) { return edges[i].prior; });
  }

  // What the policy should become: the visits, less those that exploring has forced.
  std::vector<float> target(const NetworkTree& tree) const {
    const auto edges = tree.edges(NetworkTree::kRoot);
    std::vector<float> shares;
    if (mcts::only_win(edges, shares)) return shares;
    const float visits = mcts::total_visits(edges);
    const int most = mcts::best_of(edges, [&](const MctsEdge& e, int) { return float(e.visits); });
    const float highest = score(edges[std::size_t(most)], priors_[std::size_t(most)], visits, 0);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      const MctsEdge& e = edges[i];
      float kept = mcts::hopeless(edges, e) ? 0 : float(e.visits);
      if (exploring_ && int(i) != most && kept > 0) {
        const float needed = highest > e.mean() ? width(priors_[i], visits) / (highest - e.mean()) - 1 : kept;
        kept = std::max(std::min(kept, std::ceil(needed)), kept - std::ceil(forced(priors_[i], visits)));
        if (kept <= 1) kept = 0;
      }
      shares.push_back(kept);
    }
    if (std::accumulate(shares.begin(), shares.end(), 0.f) <= 0)
      for (std::size_t i = 0; i < edges.size(); ++i) shares[i] = edges[i].prior;
    mcts::scale_to_one(shares);
    return shares;
  }

  // The most visited move, or, while the game is still varied, one drawn by its share.
  int best(const NetworkTree& tree, bool varied, Random& random) const {
    const auto edges = tree.edges(NetworkTree::kRoot);
    const std::vector<float> shares = target(tree);
    if (varied) {
      float left = float(random.unit());
      for (std::size_t i = 0; i < shares.size(); ++i)
        if ((left -= shares[i]) < 0) return int(i);
    }
    return mcts::best_of(edges, [&](const MctsEdge& e, int i) { return shares[std::size_t(i)] + 1e-6f * e.mean(); });
  }

 private:
  float width(float prior, float visits) const { return options_.exploration * prior * std::sqrt(visits); }
  float score(const MctsEdge& e, float prior, float visits, float untried) const {
    return (e.all_visits() || e.proved() ? e.cautious_mean() : untried) +
           width(prior, std::max(visits, 1.f)) / float(1 + e.all_visits());
  }
  float forced(float prior, float visits) const { return std::sqrt(options_.forced * prior * visits); }

  template <class Prior>
  int pick(const NetworkTree& tree, std::uint32_t node, Prior&& prior) const {
    const auto edges = tree.edges(node);
    float visits = 0, sum = tree.node(node).value, seen = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
      if (!edges[i].all_visits()) continue;
      visits += float(edges[i].all_visits());
      sum += edges[i].mean() * float(edges[i].visits);
      seen += edges[i].prior;
    }
    // No worse than lost: or else a move that the network was sure of, and that loses, would be walked for ever.
    const float untried = std::max(-1.f, sum / (1 + visits) - options_.untried * std::sqrt(seen));
    return mcts::best_of(edges, [&](const MctsEdge& e, int i) {
      // Its own proof says all of a lost move, and below it nothing is left to learn.
      return e.proof == Proof::Lost ? -1e6f : score(e, prior(std::size_t(i)), visits, untried);
    });
  }

  // Dirichlet's, spikier the more moves there are.
  void add_noise(Random& random) {
    const double alpha = 10.83 / double(priors_.size());
    std::vector<double> draws;
    for (std::size_t i = 0; i < priors_.size(); ++i) draws.push_back(mcts::gamma_draw(alpha, random));
    const double total = std::accumulate(draws.begin(), draws.end(), 1e-300);
    for (std::size_t i = 0; i < priors_.size(); ++i)
      priors_[i] = (1 - options_.noise) * priors_[i] + options_.noise * float(draws[i] / total);
  }

  MctsOptions options_;
  std::vector<float> priors_;  // of the root, with noise
  bool exploring_ = false;
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
    if (next_ == walks_ && !halve(tree)) return -1;
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
  int best(const NetworkTree& tree, bool, Random&) const {
    const auto edges = tree.edges(NetworkTree::kRoot);
    std::vector<float> shares;
    if (mcts::only_win(edges, shares)) return int(std::find(shares.begin(), shares.end(), 1.f) - shares.begin());
    const Completed q(tree, NetworkTree::kRoot, options_);
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
    Completed(const NetworkTree& tree, std::uint32_t node, const MctsOptions& options) {
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
      scale = (options.visit_weight + float(most)) * options.value_weight * 0.5f;  // values span 2, not 1
    }
    float bend(const MctsEdge& e) const { return scale * (e.tried() || e.pending ? e.cautious_mean() : untried); }

    float untried, scale;
  };

  const std::vector<float>& improved(const NetworkTree& tree, std::uint32_t node) const {
    const Completed q(tree, node, options_);
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
    walks_ = survivors_.size() * std::max<std::size_t>(1, each);
  }
  bool halve(const NetworkTree& tree) {
    const auto edges = tree.edges(NetworkTree::kRoot);
    if (std::any_of(edges.begin(), edges.end(), [](const MctsEdge& e) { return e.pending; })) return false;
    const Completed q(tree, NetworkTree::kRoot, options_);
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
  std::size_t next_ = 0, walks_ = 0;
  int phases_ = 1, simulations_ = 0;
  mutable std::vector<float> policy_;  // kept only so that it need not be allocated for every step down
};

using MctsRule = std::variant<Puct, Gumbel>;

inline MctsRule rule_of(const MctsOptions& options) {
  if (options.gumbel) return Gumbel(options);
  return Puct(options);
}

}  // namespace kishi
