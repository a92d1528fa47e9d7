// Minimax and alpha-beta as in the textbook, for any game and any evaluation: a fixed depth, the moves in
// the game's own order, no table, nothing clever. Both find the same value and the same move; what differs
// is how many nodes that takes. For teaching, and to check the real search by.
#pragma once

#include <algorithm>

#include "core/clock.hpp"
#include "search/searched_line.hpp"

namespace kishi {

// What a textbook search found, and what it cost.
struct TextbookResult {
  Score score = 0;
  std::vector<Move> line;       // the best play for both sides
  std::vector<Score> of_moves;  // of the root's moves in the game's order: exact for minimax, else a bound
  std::uint64_t nodes = 0;      // positions looked at, the root among them
  std::uint64_t cutoffs = 0;    // nodes left early because the rest could not matter
  bool stopped = false;         // before it was done: the best of the root moves it had finished
};

template <Game G, Evaluator<G> E>
class Textbook {
 public:
  static constexpr int kDeepest = 60;

  Textbook(const E& eval, const Line<G>& line, const Budget& budget) : line_(eval, line, kDeepest), budget_(budget) {}

  TextbookResult minimax(int depth) { return searched(depth, false); }
  TextbookResult alphabeta(int depth) { return searched(depth, true); }
  double value(Score score) const { return line_.value(score); }
  double points(Score score) const { return line_.points(score); }

 private:
  // The root is a node like any other, except that it remembers what each move was worth.
  TextbookResult searched(int depth, bool pruning) {
    result_ = {};
    lines_.assign(std::size_t(depth) + 1, {});
    ++result_.nodes;
    Moves<G> moves;
    line_.game().legal(line_.top(), moves);
    result_.score = -kWin - 1;
    for (Move m : moves) {
      line_.push(m);
      const Score score = pruning ? -alphabeta(depth - 1, -kWin - 1, -result_.score, 1) : -minimax(depth - 1, 1);
      line_.pop();
      if (result_.stopped) break;
      result_.of_moves.push_back(score);
      if (score > result_.score) {
        result_.score = score;
        extend(0, m);
      }
    }
    result_.line = lines_[0];
    return result_;
  }

  Score minimax(int depth, int ply) {
    Score best;
    if (leaf(depth, ply, best)) return best;
    Moves<G> moves;
    line_.game().legal(line_.top(), moves);
    best = -kWin - 1;
    for (Move m : moves) {
      line_.push(m);
      const Score score = -minimax(depth - 1, ply + 1);
      line_.pop();
      if (result_.stopped) return 0;
      if (score > best) best = score, extend(ply, m);
    }
    return best;
  }

  Score alphabeta(int depth, Score alpha, Score beta, int ply) {
    Score score;
    if (leaf(depth, ply, score)) return score;
    Moves<G> moves;
    line_.game().legal(line_.top(), moves);
    for (Move m : moves) {
      line_.push(m);
      score = -alphabeta(depth - 1, -beta, -alpha, ply + 1);
      line_.pop();
      if (result_.stopped) return 0;
      if (score >= beta) {
        result_.cutoffs += m != moves[moves.size() - 1];  // after the last move nothing is left to cut
        return beta;
      }
      if (score > alpha) alpha = score, extend(ply, m);
    }
    return alpha;
  }

  bool leaf(int depth, int ply, Score& score) {
    ++result_.nodes;
    result_.stopped = result_.stopped || budget_.spent(result_.nodes);
    lines_[std::size_t(ply)].clear();
    if (line_.over(ply, score)) return true;
    if (depth == 0) score = line_.evaluate();
    return depth == 0;
  }

  // The best line of this ply is the move and the best line after it.
  void extend(int ply, Move m) {
    std::vector<Move>& line = lines_[std::size_t(ply)];
    line.assign(1, m);
    if (std::size_t(ply) + 1 == lines_.size()) return;
    const std::vector<Move>& rest = lines_[std::size_t(ply) + 1];
    line.insert(line.end(), rest.begin(), rest.end());
  }

  SearchedLine<G, E> line_;
  const Budget& budget_;
  TextbookResult result_;
  std::vector<std::vector<Move>> lines_;  // for each ply
};

// The same as a player. Fixed depth, whatever the clock says; told to stop, it answers what it has.
template <Game G, Evaluator<G> E>
class TextbookEngine final : public CopiedEngine<G, TextbookEngine<G, E>> {
 public:
  TextbookEngine(const E& eval, int depth, bool pruning) : eval_(eval), depth_(depth), pruning_(pruning) {}

  SearchResult choose(const Line<G>& line, const Limits& limits, SearchControl& thought) override {
    const Allotment time = allot(limits);
    const Budget budget(thought, time.hard, limits.nodes, time.by);
    Textbook<G, E> search(eval_, line, budget);
    const int depth = std::min(limits.depth ? limits.depth : depth_, Textbook<G, E>::kDeepest);
    const TextbookResult result = pruning_ ? search.alphabeta(depth) : search.minimax(depth);
    return found_from(result, line, search, depth);
  }

 private:
  SearchResult found_from(const TextbookResult& result, const Line<G>& line, const Textbook<G, E>& search,
                          int depth) const {
    Moves<G> moves;
    line.game().legal(line.top(), moves);
    SearchResult found;
    found.nodes = result.nodes;
    found.move = moves[0];
    if (result.line.empty()) return found;
    found.move = result.line[0];
    found.line = result.line;
    found.points = search.points(result.score);
    found.value = search.value(result.score);
    found.exact = !result.stopped && (is_win(result.score) || is_loss(result.score));
    found.depth = result.stopped ? 0 : depth;
    if (pruning_) {
      found.moves = {{found.move, found.value, 0}};
      return found;
    }
    for (int i = 0; i < int(result.of_moves.size()); ++i)
      found.moves.push_back({moves[i], search.value(result.of_moves[std::size_t(i)]), 0});
    best_first(found.moves);
    return found;
  }

  E eval_;
  int depth_;
  bool pruning_;
};

}  // namespace kishi
