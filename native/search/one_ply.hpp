// Players that look one move ahead and no further: the write-ups' own.
#pragma once

#include "eval/disc_map.hpp"
#include "eval/gomoku_attack_guard.hpp"
#include "search/thinker.hpp"

namespace kishi {

// A move is worth `flipped` times the map over the discs it wins and `placed` times the map at its own
// square. Over won discs alone that is the first write-up's player; with 2 and 1 it is what own minus
// opponent's map sum gains by the move, the fifth's. Ties go to the first in reading order.
class MapThinker final : public CopiedThinker<Othello, MapThinker> {
 public:
  MapThinker(const PhaseMaps& maps, float flipped, float placed) : maps_(maps), flipped_(flipped), placed_(placed) {}

  Found choose(const Line<Othello>& line, const Limits&, Thought&) override {
    const Othello& game = line.game();
    const Othello::Position& p = line.top();
    Found found;
    othello::Board places = game.mobility(p);
    if (!places) found.move = game.pass();
    const SquareValues& map = maps_.at(p);
    float best = -std::numeric_limits<float>::infinity();
    for (; places; places &= places - 1) {
      const int square = std::countr_zero(places);
      const float worth = flipped_ * map.over(othello::flips(p.mine, p.theirs, square)) + placed_ * map.at(square);
      if (worth > best) best = worth, found.move = game.move_at(square);
    }
    return found;
  }

 private:
  PhaseMaps maps_;
  float flipped_, placed_;
};

// The cell with the highest attack and guard scores: the second write-up's player.
class LinesThinker final : public CopiedThinker<Gomoku, LinesThinker> {
 public:
  explicit LinesThinker(const AttackGuard& scores) : scores_(scores) {}

  Found choose(const Line<Gomoku>& line, const Limits&, Thought&) override {
    Found found;
    found.move = scores_.choose(line.game(), line.top());
    return found;
  }

 private:
  AttackGuard scores_;
};

}  // namespace kishi
