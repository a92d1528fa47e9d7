// One search that a network guides. It asks for positions to be judged and takes the answers, so that
// whoever runs many of them can hand a network all their leaves at once.
#pragma once

#include <optional>

#include "core/engine.hpp"
#include "mcts/selection.hpp"
#include "mcts/simulation.hpp"
#include "solve/leaf_solver.hpp"

namespace kishi {

template <Game G>
class NetworkSearch {
 public:
  using Position = typename G::Position;

  // The solver, if there is one, is shared with other searches of the same thread.
  NetworkSearch(const MctsOptions& options, LeafSolver<G>* solver, bool turning)
      : rule_(rule_of(options)), solver_(solver), turning_(turning) {}

  // The next search: from the end of this line, with so many simulations; exploring where its games are learned from.
  // What is known below the new root is kept where the line goes on from the last one. A draw is worth `draw` to the
  // first player and -draw to the second: one whose draw is worth less plays for a win (draw contempt). A solver has at
  // most `solving` seconds for the root (0: as it needs).
  void begin(const Line<G>& line, int simulations, bool exploring, std::uint64_t seed, float draw = 0,
             double solving = 0) {
    if (draw != draw_) forget();  // values of other draws are no values here
    draw_ = draw;
    take_up(line);
    random_ = Random(seed);
    simulation_.emplace(line);
    simulations_ = simulations;
    exploring_ = exploring;
    done_ = 0;
    pending_.clear();
    known_ = solver_ ? solver_->root(line.top(), solving) : std::nullopt;
    ready_ = false;
  }
  // Nothing of the last searches is used again.
  void forget() {
    tree_.clear();
    seen_.clear();
  }

  enum class State { Leaf, Waiting, Done };

  // Simulates until the network is needed; Waiting: answers must come before anything else can be done.
  State simulate() {
    if (known_) return State::Done;
    if (tree_.empty()) return pending_.empty() ? leaf_at_root() : State::Waiting;
    if (!ready_) begin_rule();
    while (done_ + int(pending_.size()) < simulations_) {
      if (tree_.proof(NetworkTree::kRoot) != Proof::None) break;
      if (const std::optional<State> state = one_simulation()) return *state;
    }
    return pending_.empty() ? State::Done : State::Waiting;
  }

  // The leaf last reached, as the network sees it.
  void encode(std::span<float> planes) const {
    const Pending& leaf = pending_.back();
    const G& game = simulation_->game();
    game.encode(leaf.symmetry ? game.turned(leaf.position, leaf.symmetry) : leaf.position, planes);
  }

  // The network's answer to the oldest leaf: a logit for each action, the value for the mover, which counts a draw as
  // 0, and the chance of a draw.
  void answer(std::span<const float> logits, float value, float drawn) {
    const Pending leaf = std::move(pending_.front());
    pending_.erase(pending_.begin());
    value += drawn * draw_for(simulation_->game().turn(leaf.position));
    const std::uint32_t node = add_node(leaf, logits, value);
    if (leaf.path.empty()) return;
    edge(leaf.path.back()).child = node;
    for (const Step& s : leaf.path) --edge(s).pending;
    back_up(leaf.path, -value);
  }

  // Of the finished search.
  Move best() const { return known_ ? known_->move : root_edge(pick_best()).move; }
  float value() const { return known_ ? known_worth() : tree_.empty() ? 0 : tree_.value(NetworkTree::kRoot); }
  bool proved() const { return known_ || (!tree_.empty() && tree_.proof(NetworkTree::kRoot) != Proof::None); }
  int simulations() const { return done_; }

  // What the policy should become here: moves and their shares.
  std::vector<std::pair<Move, float>> target() const {
    if (known_) return {{known_->move, 1.f}};
    const std::vector<float> shares = std::visit([&](const auto& rule) { return rule.target(tree_); }, rule_);
    std::vector<std::pair<Move, float>> target;
    for (std::size_t i = 0; i < shares.size(); ++i)
      target.emplace_back(tree_.edges(NetworkTree::kRoot)[i].move, shares[i]);
    return target;
  }

  // For a face: the move, the line, and what is thought of each root move.
  SearchResult found() {
    SearchResult f;
    f.nodes = std::uint64_t(done_);
    f.value = value();
    f.exact = proved();
    if (known_) {
      f.move = known_->move;
      f.line = {f.move};
      f.depth = 1;
      f.moves = {{f.move, double(known_worth()), 1}};
      return f;
    }
    if (tree_.empty()) return f;
    if (!ready_) begin_rule();
    for (const MctsEdge& e : tree_.edges(NetworkTree::kRoot)) f.priors.emplace_back(e.move, e.prior);
    const int best = pick_best();
    f.move = root_edge(best).move;
    f.value = root_edge(best).tried() ? root_edge(best).mean() : f.value;
    std::uint32_t node = root_edge(best).child;
    for (f.line = {f.move}; node;) {
      const auto edges = tree_.edges(node);
      const int next = mcts::best_of(edges, [](const MctsEdge& e, int) { return float(e.visits) + e.prior; });
      if (!edges[std::size_t(next)].visits) break;
      f.line.push_back(edges[std::size_t(next)].move);
      node = edges[std::size_t(next)].child;
    }
    f.depth = int(f.line.size());
    for (const MctsEdge& e : tree_.edges(NetworkTree::kRoot))
      if (e.tried()) f.moves.push_back({e.move, double(e.mean()), e.visits});
    insertion_sort(f.moves.begin(), f.moves.end(), [&](const RootMove& a, const RootMove& b) {
      return (a.move == f.move) != (b.move == f.move) ? a.move == f.move : a.visits > b.visits;
    });
    return f;
  }

 private:
  struct Step {
    std::uint32_t node;
    int edge;
  };
  struct Pending {
    std::vector<Step> path;
    Position position;
    int symmetry;
  };

  MctsEdge& edge(const Step& s) { return tree_.edges(s.node)[std::size_t(s.edge)]; }
  const MctsEdge& root_edge(int i) const { return tree_.edges(NetworkTree::kRoot)[std::size_t(i)]; }
  float draw_for(Side side) const { return side == Side::First ? draw_ : -draw_; }
  // An end with this outcome for a side is worth so much to it.
  float worth(int outcome, Side side) const { return outcome ? float(outcome) : draw_for(side); }
  float known_worth() const { return worth(known_->outcome, simulation_->game().turn(seen_.back())); }
  int pick_best() const {
    return std::visit([&](const auto& rule) { return rule.best(tree_); }, rule_);
  }
  void begin_rule() {
    std::visit([&](auto& rule) { rule.begin(tree_, simulations_, exploring_, random_); }, rule_);
    ready_ = true;
  }

  void take_up(const Line<G>& line) {
    const std::span<const Position> now = line.positions();
    const bool extends = !tree_.empty() && !seen_.empty() && now.size() >= seen_.size() &&
                         std::equal(seen_.begin(), seen_.end(), now.begin());
    std::uint32_t node = NetworkTree::kRoot;
    bool known = extends;
    for (std::size_t i = seen_.size(); known && i < now.size(); ++i) {
      const auto edges = tree_.edges(node);
      const auto taken = std::find_if(edges.begin(), edges.end(), [&](const MctsEdge& e) {
        return e.child && line.game().play(now[i - 1], e.move) == now[i];
      });
      known = taken != edges.end();
      if (known) node = taken->child;
    }
    if (!known)
      tree_.clear();
    else if (node != NetworkTree::kRoot)
      tree_.keep_below(node);
    seen_.assign(now.begin(), now.end());
  }

  State leaf_at_root() {
    simulation_->back_to_root();
    pending_.push_back({{}, simulation_->top(), any_symmetry()});
    return State::Leaf;
  }
  int any_symmetry() { return turning_ ? int(random_.below(std::uint32_t(simulation_->game().symmetries()))) : 0; }

  // Down to where the tree ends. Nothing: the rules or the solver have said how it ends there.
  std::optional<State> one_simulation() {
    simulation_->back_to_root();
    path_.clear();
    for (std::uint32_t node = NetworkTree::kRoot;;) {
      const int i = pick(node);
      if (i < 0) return State::Waiting;
      path_.push_back({node, i});
      MctsEdge& e = edge(path_.back());
      if (e.proved()) break;
      if (!e.child && e.pending) return State::Waiting;  // what it leads to is being judged
      simulation_->play(e.move);
      if (e.child) {
        node = e.child;
        continue;
      }
      if (const std::optional<int> outcome = known_at_leaf()) {
        e.prove(proof_of(*outcome), worth(*outcome, other(simulation_->game().turn(simulation_->top()))));
        break;
      }
      pending_.push_back({path_, simulation_->top(), any_symmetry()});
      for (const Step& s : path_) ++edge(s).pending;
      return State::Leaf;
    }
    back_up(path_, edge(path_.back()).mean());
    return std::nullopt;
  }
  int pick(std::uint32_t node) {
    return std::visit(
        [&](auto& rule) {
          return node == NetworkTree::kRoot ? rule.pick_at_root(tree_) : rule.pick_below(tree_, node);
        },
        rule_);
  }

  // The outcome for whoever moved here, if the rules or the solver can say.
  std::optional<int> known_at_leaf() {
    if (const Verdict v = simulation_->judge(); v != Verdict::Running)
      return outcome_for(other(simulation_->game().turn(simulation_->top())), v);
    if (solver_)
      if (const std::optional<ExactValue> known = solver_->leaf(simulation_->top())) return -known->outcome;
    return std::nullopt;
  }

  std::uint32_t add_node(const Pending& leaf, std::span<const float> logits, float value) {
    const G& game = simulation_->game();
    const Side mover = game.turn(leaf.position);
    Moves<G> moves;
    game.legal(leaf.position, moves);
    own_logits_.clear();
    for (const Move m : moves) own_logits_.push_back(logits[game.seen_move(game.turned_move(m, leaf.symmetry), mover)]);
    return tree_.add(moves, own_logits_, value);
  }

  // `value` is for whoever chose the last move of the path.
  void back_up(const std::vector<Step>& path, float value) {
    ++done_;
    for (std::size_t i = path.size(); i-- > 0; value = -value) {
      MctsEdge& e = edge(path[i]);
      if (i + 1 < path.size() && edge(path[i + 1]).proved() && !e.proved()) {
        const Proof reply = tree_.proof(path[i + 1].node);
        if (reply != Proof::None) e.prove(proof_of(-outcome_of(reply)), -tree_.end(path[i + 1].node));
      }
      if (e.proved()) value = e.end;
      ++e.visits;
      e.sum += value;
    }
  }

  MctsRule rule_;
  LeafSolver<G>* solver_;
  bool turning_;  // a leaf is shown to the network from any side
  NetworkTree tree_;
  std::optional<Simulation<G>> simulation_;
  std::vector<Position> seen_;  // the line the root stands at the end of
  std::vector<Pending> pending_;
  std::vector<Step> path_;
  std::vector<float> own_logits_;
  std::optional<ExactValue> known_;
  Random random_{0};
  float draw_ = 0;
  int simulations_ = 0, done_ = 0;
  bool exploring_ = false, ready_ = false;
};

}  // namespace kishi
