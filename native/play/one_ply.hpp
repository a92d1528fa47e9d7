// Players that look one move ahead and no further: the write-ups' own.
#pragma once

#include <cmath>

#include "core/engine.hpp"
#include "eval/disc_map.hpp"
#include "eval/gomoku_attack_guard.hpp"

namespace kishi {

// A move is worth `flipped` times the map over the discs it wins and `placed` times the map at its own
// square. Over won discs alone that is the PSO write-up's player; with 2 and 1 it is what own minus
// opponent's map sum gains by the move, the GA write-up's. Ties go to the first in reading order.
class MapEngine final : public CopiedEngine<Othello, MapEngine> {
 public:
  MapEngine(const PhaseMaps& maps, int flipped, int placed)
      : early_(std::make_shared<SquareSums>(maps.early)),
        late_(maps.change < 60 ? std::make_shared<SquareSums>(maps.late) : early_),
        change_(maps.change),
        flipped_(flipped),
        placed_(placed) {}

  SearchResult choose(const Line<Othello>& line, const Limits& limits, SearchControl& thought) override {
    SearchResult found;
    found.move = move(line, limits, thought);
    return found;
  }

  Move move(const Line<Othello>& line, const Limits&, SearchControl&) override {
    const Othello& game = line.game();
    const Othello::Position& p = line.top();
    othello::Board places = game.mobility(p);
    if (!places) return game.pass();
    const SquareSums& map = PhaseMaps::moves_made(p) < change_ ? *early_ : *late_;
    int chosen = 0;
    std::int32_t best = std::numeric_limits<std::int32_t>::min();
    for (; places; places &= places - 1) {
      const int square = std::countr_zero(places);
      const std::int32_t worth =
          flipped_ * map.over(othello::flips(p.mine, p.theirs, square)) + placed_ * map.at(square);
      if (worth > best) best = worth, chosen = square;
    }
    return game.move_at(chosen);
  }

 private:
  std::shared_ptr<const SquareSums> early_, late_;
  int change_, flipped_, placed_;
};

// The cell with the highest attack and guard scores: the Gomoku write-up's player.
class LinesEngine final : public CopiedEngine<Gomoku, LinesEngine> {
 public:
  explicit LinesEngine(const AttackGuard& scores) : scores_(scores) {}

  SearchResult choose(const Line<Gomoku>& line, const Limits&, SearchControl&) override {
    SearchResult found;
    found.move = scores_.choose(line.game(), line.top());
    return found;
  }

 private:
  AttackGuard scores_;
};

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
