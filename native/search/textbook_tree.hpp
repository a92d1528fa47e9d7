// A small tree searched before one's eyes: every node with its value, its window, and what was cut off.
#pragma once

#include "search/textbook.hpp"

namespace kishi {

// Scores and windows are all for the root's mover, as the tree is drawn: it maximises at even plies and the
// other side minimises at odd ones.
struct TreeNode {
  int parent = -1;  // index into the tree; -1: the root
  Move move = kNoMove;
  int ply = 0;
  Score value = 0;
  Score alpha = 0, beta = 0;  // the window the node was entered with
  bool leaf = false;          // evaluated, or the game was over
  int pruned = 0;             // moves of this tree that were cut off
};

struct ExplainedTree {
  std::vector<TreeNode> nodes;  // in the order they were entered, the root first
  std::vector<Move> best;       // the best play for both sides
  int cutoffs = 0;
};

using GuessedMove = std::pair<int, Move>;

inline std::vector<Move> best_guesses(std::vector<GuessedMove> guesses, std::size_t width) {
  std::stable_sort(guesses.begin(), guesses.end(),
                   [](const GuessedMove& a, const GuessedMove& b) { return a.first > b.first; });
  std::vector<Move> best;
  for (std::size_t i = 0; i < std::min(guesses.size(), width); ++i) best.push_back(guesses[i].second);
  return best;
}

// The most promising `width` moves of each node only, best guess first; a tree of all moves fits no screen.
template <Game G, Evaluator<G> E>
class TreeTeller {
 public:
  TreeTeller(const E& eval, const Line<G>& line, int width, bool pruning)
      : line_(eval, line, Textbook<G, E>::kDeepest), width_(width), pruning_(pruning) {}

  ExplainedTree told(int depth) {
    tree_ = {};
    visit(-1, kNoMove, depth, -kWin - 1, kWin + 1, 0);
    for (int at = 0; !tree_.nodes[std::size_t(at)].leaf; tree_.best.push_back(tree_.nodes[std::size_t(at)].move))
      at = best_child(at);
    return tree_;
  }

 private:
  // The score for the mover of this node; what is written down is for the root's.
  Score visit(int parent, Move m, int depth, Score alpha, Score beta, int ply) {
    const std::size_t at = tree_.nodes.size();
    tree_.nodes.push_back({parent, m, ply});
    const bool mine = ply % 2 == 0;
    tree_.nodes[at].alpha = mine ? alpha : -beta;
    tree_.nodes[at].beta = mine ? beta : -alpha;
    Score score;
    if (line_.over(ply, score) || depth == 0) {
      if (depth == 0 && !line_.over(ply, score)) score = line_.evaluate();
      tree_.nodes[at].leaf = true;
    } else {
      score = best_of_children(at, depth, alpha, beta, ply);
    }
    tree_.nodes[at].value = mine ? score : -score;
    return score;
  }

  Score best_of_children(std::size_t at, int depth, Score alpha, Score beta, int ply) {
    const std::vector<Move> moves = widest();
    Score best = -kWin - 1;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      line_.push(moves[i]);
      const Score score = -visit(int(at), moves[i], depth - 1, -beta, -alpha, ply + 1);
      line_.pop();
      best = std::max(best, score);
      if (!pruning_) continue;
      alpha = std::max(alpha, best);
      if (alpha < beta || i + 1 == moves.size()) continue;
      tree_.nodes[at].pruned = int(moves.size() - 1 - i);
      ++tree_.cutoffs;
      break;
    }
    return best;
  }

  std::vector<Move> widest() {
    Moves<G> all;
    line_.info().candidates(line_.top(), all);
    auto seen = line_.info().ordering(line_.top());
    std::vector<GuessedMove> guesses;
    for (const Move m : all) guesses.emplace_back(seen.score(m), m);
    return best_guesses(std::move(guesses), std::size_t(width_));
  }

  int best_child(int at) const {
    const Score wanted = tree_.nodes[std::size_t(at)].value;
    int child = at + 1;
    while (tree_.nodes[std::size_t(child)].parent != at || tree_.nodes[std::size_t(child)].value != wanted) ++child;
    return child;
  }

  SearchedLine<G, E> line_;
  int width_;
  bool pruning_;
  ExplainedTree tree_;
};

template <Game G, Evaluator<G> E>
ExplainedTree explained(const Line<G>& line, const E& eval, int depth, int width, bool pruning) {
  return TreeTeller<G, E>(eval, line, width, pruning).told(depth);
}

}  // namespace kishi
