// A player that looks one move ahead and no further, by a network.
#pragma once

#include <cmath>

#include "core/engine.hpp"

namespace kishi {

// The move after which a network gives the other the worst chance: the minishogi write-up's player. A move
// that ends the game is known for what it is; of equals the first is played.
template <Game G, class N>
class NetworkEngine final : public CopiedEngine<G, NetworkEngine<G, N>> {
 public:
  explicit NetworkEngine(const N& network) : network_(network) {}

  SearchResult choose(const Line<G>& line, const Limits&, SearchControl&) override {
    const G& game = line.game();
    Moves<G> moves;
    game.legal(line.top(), moves);
    Line<G> ahead = line;
    SearchResult found;
    found.depth = 1;
    found.value = -2;
    for (const Move m : moves) {
      ahead.push(m);
      const double value = value_for_other(ahead);
      ahead.pop();
      ++found.nodes;
      if (value > found.value) found.value = value, found.move = m;
    }
    found.points = found.value;
    return found;
  }

  void tell_moves(const Line<G>& line, SearchResult& found) override {
    Moves<G> moves;
    line.game().legal(line.top(), moves);
    Line<G> ahead = line;
    for (const Move m : moves) {
      ahead.push(m);
      found.moves.push_back({m, value_for_other(ahead), 0});
      ahead.pop();
    }
    best_first(found.moves);
  }

 private:
  double value_for_other(const Line<G>& line) const {
    const Side mover = line.game().turn(line.top());
    const Verdict verdict = line.judge();
    if (verdict == Verdict::Running) return -std::tanh(double(network_.logit(line.top())) / 2);
    return verdict == Verdict::Draw ? 0 : verdict == win_for(mover) ? -1 : 1;
  }

  N network_;
};

}  // namespace kishi
