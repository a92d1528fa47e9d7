// UCT: Monte-Carlo tree search with the UCB1 rule and random rollouts, for any game. What the rules decide
// is backed up as a proof, and the tree is kept while the game goes on.
#pragma once

#include <algorithm>
#include <cmath>

#include "core/engine.hpp"
#include "mcts/rollout_limit.hpp"
#include "mcts/simulation.hpp"
#include "mcts/uct_tree.hpp"

namespace kishi {

struct UctOptions {
  std::uint64_t rollouts = 10'000;  // a move, where the limits say nothing
  double c = 0.7;                   // exploration, for outcomes from -1 to 1
  int megabytes = 64;
};

template <Game G>
class Uct final : public Engine<G> {
 public:
  explicit Uct(const UctOptions& options) : options_(options), tree_(options.megabytes) {}

  std::unique_ptr<Engine<G>> fresh() const override { return std::make_unique<Uct>(options_); }
  void restart(std::uint64_t seed) override {
    random_ = Random(seed);
    seen_.clear();
    tree_.clear();
  }

  SearchResult choose(const Line<G>& line, const Limits& limits, SearchControl& thought) override {
    take_up(line);
    Simulation<G> simulation(line);
    RolloutLimit limit(limits, options_.rollouts, thought);
    if (!root().children) expand(UctTree::kRoot, simulation.game(), simulation.top());
    const bool forced = limit.timed() && root().children == 1;
    std::uint64_t done = 0;
    for (; !limit.spent(done) && !decided() && !(forced && done); ++done) {
      rollout(simulation);
      if (limit.report_due(done)) thought.tell(answer(done));
    }
    return answer(done);
  }

 private:
  using Position = typename G::Position;

  // Leaves become inner nodes at their third visit: growing at the first costs more memory than it wins.
  static constexpr std::uint32_t kVisitsToExpand = 2;

  const UctNode& root() const { return tree_[UctTree::kRoot]; }
  bool decided() const { return root().proof != Proof::None; }

  // 0. The new line, and what is left of the tree if it extends the last one.
  void take_up(const Line<G>& line) {
    const std::span<const Position> now = line.positions();
    std::uint32_t node = UctTree::kRoot;
    const bool extends =
        !seen_.empty() && now.size() >= seen_.size() && std::equal(seen_.begin(), seen_.end(), now.begin());
    bool known = extends;
    for (std::size_t i = seen_.size(); known && i < now.size(); ++i)
      known = child_to(line.game(), now[i - 1], now[i], node);
    if (!known)
      tree_.clear();
    else if (node != UctTree::kRoot)
      tree_.keep_below(node);
    seen_.assign(now.begin(), now.end());
  }
  bool child_to(const G& game, const Position& before, const Position& after, std::uint32_t& node) const {
    const UctNode parent = tree_[node];
    for (node = parent.first_child; node < parent.first_child + parent.children; ++node)
      if (game.play(before, tree_[node].move) == after) return true;
    return false;
  }

  // 1. From the root down to a leaf, 2. one node more where it pays, 3. a random game from there, 4. its
  // outcome, or a proof, to all nodes on the path.
  void rollout(Simulation<G>& simulation) {
    simulation.back_to_root();
    path_.assign(1, UctTree::kRoot);
    for (std::uint32_t node = UctTree::kRoot; tree_[node].children;) {
      node = select(node);
      simulation.play(tree_[node].move);
      path_.push_back(node);
      if (ripe(tree_[node])) expand(node, simulation.game(), simulation.top());
    }
    const Side mover = simulation.game().turn(simulation.top());
    UctNode& leaf = tree_[path_.back()];
    const Verdict v = leaf.visits ? Verdict::Running : simulation.judge();
    if (v != Verdict::Running) leaf.proof = proof_of(outcome_for(other(mover), v));
    back_up(outcome_for(other(mover), v != Verdict::Running ? v : simulation.finish(random_)));
  }

  // Once memory is full the leaves stay leaves.
  bool ripe(const UctNode& node) const {
    return !node.children && node.visits >= kVisitsToExpand && tree_.has_room(G::most_moves);
  }
  void expand(std::uint32_t node, const G& game, const Position& p) {
    Moves<G> moves;
    game.legal(p, moves);
    tree_.expand(node, moves, random_);
  }

  // UCB1 over the children that may still matter; each is tried once before any is tried again.
  std::uint32_t select(std::uint32_t node) {
    UctNode& parent = tree_[node];
    if (parent.tried < parent.children) return parent.first_child + parent.tried++;
    const double width = options_.c * std::sqrt(std::log(double(parent.visits)));
    double best_bound = -std::numeric_limits<double>::infinity();
    std::uint32_t best = parent.first_child;
    for (std::uint32_t i = parent.first_child; i < parent.first_child + parent.children; ++i) {
      const UctNode& child = tree_[i];
      if (child.proof != Proof::None) continue;
      const double bound = double(child.sum) / child.visits + width / std::sqrt(double(child.visits));
      if (bound > best_bound) best_bound = bound, best = i;
    }
    return best;
  }

  void back_up(int outcome) {
    bool proving = tree_[path_.back()].proof != Proof::None;
    for (std::size_t i = path_.size(); i-- > 0; outcome = -outcome) {
      UctNode& node = tree_[path_[i]];
      if (proving && node.children) {
        node.proof = proof_from_children(node);
        proving = node.proof != Proof::None;
        if (proving) outcome = outcome_of(node.proof);
      }
      ++node.visits;
      node.sum += outcome;
    }
  }
  // One winning reply proves a loss for the player who moved here; otherwise all replies must be proved.
  Proof proof_from_children(const UctNode& parent) const {
    Proof best_reply = Proof::Lost;
    bool all = true;
    for (std::uint32_t i = parent.first_child; i < parent.first_child + parent.children; ++i) {
      const Proof reply = tree_[i].proof;
      if (reply == Proof::Won) return Proof::Lost;
      if (reply == Proof::None) all = false;
      if (reply == Proof::Drawn) best_reply = Proof::Drawn;
    }
    return all ? proof_of(-outcome_of(best_reply)) : Proof::None;
  }

  std::vector<UctNode> ranked(const UctNode& parent) const {
    const UctNode* first = &tree_[parent.first_child];
    return best_first(std::vector<UctNode>(first, first + parent.children));
  }

  SearchResult answer(std::uint64_t done) const {
    const std::vector<UctNode> moves = ranked(root());
    SearchResult found;
    found.move = moves[0].move;
    found.value = moves[0].mean();
    found.exact = decided();
    found.nodes = done;
    for (UctNode node = root(); node.tried; found.line.push_back(node.move)) node = ranked(node)[0];
    found.depth = int(found.line.size());
    for (const UctNode& n : moves) found.moves.push_back({n.move, n.mean(), n.visits});
    return found;
  }

  UctOptions options_;
  UctTree tree_;
  Random random_{0};
  std::vector<Position> seen_;  // the line the tree's root stands at the end of
  std::vector<std::uint32_t> path_;
};

}  // namespace kishi
