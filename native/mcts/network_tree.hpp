// The tree of a search that a network guides: nodes, and their moves side by side, in two vectors that grow.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/game.hpp"
#include "mcts/uct_tree.hpp"

namespace kishi {

// A move of a node, seen by the player who has it.
struct MctsEdge {
  float logit = 0;  // of the network, such that exp(logit) is the prior
  float prior = 0;
  float sum = 0;  // of the values that came back
  std::uint32_t visits = 0;
  std::uint32_t child = 0;  // 0: none yet, since the root is nobody's child
  Move move = kNoMove;
  std::uint16_t pending = 0;  // simulations that wait for the network below it
  Proof proof = Proof::None;
  float end = 0;  // what is proved is worth so much: 1, -1, or whatever a draw is

  bool proved() const { return proof != Proof::None; }
  bool tried() const { return visits > 0 || proved(); }
  float mean() const { return proved() ? end : visits ? sum / float(visits) : 0; }
  // As if the simulations under way had been lost: so they spread.
  float cautious_mean() const {
    return proved() || !pending ? mean() : (sum - float(pending)) / float(visits + pending);
  }
  std::uint32_t all_visits() const { return visits + pending; }
  void prove(Proof p, float worth) {
    proof = p;
    end = worth;
  }
};

struct MctsNode {
  std::uint32_t first_edge = 0, edges = 0;
  float value = 0;  // the network's, for the mover
};

class NetworkTree {
 public:
  static constexpr std::uint32_t kRoot = 0;

  bool empty() const { return nodes_.empty(); }
  std::size_t size() const { return nodes_.size(); }
  void clear() {
    nodes_.clear();
    edges_.clear();
  }
  const MctsNode& node(std::uint32_t i) const { return nodes_[i]; }
  std::span<MctsEdge> edges(std::uint32_t node) {
    return std::span(edges_).subspan(nodes_[node].first_edge, nodes_[node].edges);
  }
  std::span<const MctsEdge> edges(std::uint32_t node) const {
    return std::span(edges_).subspan(nodes_[node].first_edge, nodes_[node].edges);
  }

  // A node with these moves, whose logits are made to be those of probabilities.
  template <class List>
  std::uint32_t add(const List& moves, std::span<const float> logits, float value) {
    const auto node = std::uint32_t(nodes_.size());
    nodes_.push_back({std::uint32_t(edges_.size()), std::uint32_t(moves.size()), value});
    const float highest = *std::max_element(logits.begin(), logits.end());
    double total = 0;
    for (const float l : logits) total += std::exp(double(l - highest));
    const float shift = highest + float(std::log(total));
    for (int i = 0; i < moves.size(); ++i) {
      MctsEdge e;
      e.move = moves[i];
      e.logit = logits[std::size_t(i)] - shift;
      e.prior = std::exp(e.logit);
      edges_.push_back(e);
    }
    return node;
  }

  // What a node is for its mover once a reply to it has been proved.
  Proof proof(std::uint32_t node) const {
    bool all = true;
    Proof best = Proof::Lost;
    for (const MctsEdge& e : edges(node)) {
      if (e.proof == Proof::Won) return Proof::Won;
      if (!e.proved()) all = false;
      if (e.proof == Proof::Drawn) best = Proof::Drawn;
    }
    return all ? best : Proof::None;
  }

  // And what that is worth: as much as the best of the proved replies.
  float end(std::uint32_t node) const {
    float best = -1;
    for (const MctsEdge& e : edges(node))
      if (e.proved()) best = std::max(best, e.end);
    return best;
  }

  // The value of a node for its mover: the network's and all that came back, or what is proved.
  float value(std::uint32_t node) const {
    if (proof(node) != Proof::None) return end(node);
    float sum = nodes_[node].value, visits = 1;
    for (const MctsEdge& e : edges(node)) {
      sum += e.mean() * float(e.visits);
      visits += float(e.visits);
    }
    return sum / visits;
  }

  // Makes this node the root and forgets what is not below it.
  void keep_below(std::uint32_t root) {
    NetworkTree kept;
    kept.nodes_.push_back(nodes_[root]);
    for (std::size_t i = 0; i < kept.nodes_.size(); ++i) {
      const auto own = edges_.begin() + kept.nodes_[i].first_edge;
      const std::uint32_t count = kept.nodes_[i].edges;
      kept.nodes_[i].first_edge = std::uint32_t(kept.edges_.size());
      for (std::uint32_t e = 0; e < count; ++e) {
        MctsEdge edge = own[e];
        if (edge.child) {
          kept.nodes_.push_back(nodes_[edge.child]);
          edge.child = std::uint32_t(kept.nodes_.size() - 1);
        }
        kept.edges_.push_back(edge);
      }
    }
    std::swap(*this, kept);
  }

 private:
  std::vector<MctsNode> nodes_;
  std::vector<MctsEdge> edges_;
};

}  // namespace kishi
