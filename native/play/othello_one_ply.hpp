// Othello players that look one move ahead by value maps: those of the PSO and the GA write-up.
#pragma once

#include "core/engine.hpp"
#include "eval/othello_disc_map.hpp"

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
    const SquareSums& map = map_at(p);
    int chosen = 0;
    std::int32_t best = std::numeric_limits<std::int32_t>::min();
    for (; places; places &= places - 1) {
      const int square = std::countr_zero(places);
      const std::int32_t worth = gain(map, p, square);
      if (worth > best) best = worth, chosen = square;
    }
    return game.move_at(chosen);
  }

  // The GA write-up scores the board after the move, the PSO write-up the move alone.
  void tell_moves(const Line<Othello>& line, SearchResult& found) override {
    const Othello::Position& p = line.top();
    const SquareSums& map = map_at(p);
    const std::int32_t before = flipped_ == 2 ? map.over(p.mine) - map.over(p.theirs) : 0;
    for (othello::Board places = line.game().mobility(p); places; places &= places - 1) {
      const int square = std::countr_zero(places);
      found.worths.emplace_back(line.game().move_at(square), map.told(before + gain(map, p, square)));
    }
  }

 private:
  const SquareSums& map_at(const Othello::Position& p) const {
    return PhaseMaps::moves_made(p) < change_ ? *early_ : *late_;
  }
  std::int32_t gain(const SquareSums& map, const Othello::Position& p, int square) const {
    return flipped_ * map.over(othello::flips(p.mine, p.theirs, square)) + placed_ * map.at(square);
  }

  std::shared_ptr<const SquareSums> early_, late_;
  int change_, flipped_, placed_;
};

}  // namespace kishi
