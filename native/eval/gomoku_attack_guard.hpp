// Attack and guard: the line scores of a beginner's Gomoku program, as a player that looks one move ahead
// and as an evaluation to teach minimax with.
//
// A row of n stones, the new one among them, gives attack[n] to the one who makes it and guard[n] to the
// one who is in its way; every part of a longer row counts too. The edge costs a point, the centre brings
// some, so that the first move is there.
#pragma once

#include <array>
#include <span>

#include "eval/evaluator.hpp"
#include "eval/gomoku_search_info.hpp"

namespace kishi {

class AttackGuard {
 public:
  using Position = Gomoku::Position;

  static constexpr std::size_t weights = 11;  // attack 1..5, guard 1..5, centre
  static constexpr std::array<float, weights> original{3, 10, 30, 100, 500, 2, 9, 25, 90, 400, 1};

  // Faithful: as the program was first written. It also counts rows that do not touch the new stone, but
  // only before it along each line, and sees an edge only at the top and on the left.
  explicit AttackGuard(std::span<const float, weights> values = original, bool faithful = false) : faithful_(faithful) {
    std::copy(values.begin(), values.end(), values_.begin());
  }

  // The best cell for the side to move; of equals, the first in reading order. The game must be running.
  Move choose(const Gomoku& game, const Position& p) const {
    Move best = kNoMove;
    float most = 0;
    p.empties(game.cells()).each([&](int cell) {
      const float score = cell_score(game, p, cell).sum();
      if ((best != kNoMove && score <= most) || game.forbidden(p, Move(cell))) return;
      best = Move(cell);
      most = score;
    });
    return best;
  }
  // What a cell is worth to the side to move, and why.
  struct CellScore {
    float attack, guard, place;

    float sum() const { return attack + guard + place; }
  };
  CellScore cell_score(const Gomoku& game, const Position& p, int cell) const {
    return {rows_through(game, p.of(p.turn), cell, 0), rows_through(game, p.of(other(p.turn)), cell, 5),
            place(game, cell)};
  }

  // As an evaluation: the rows on the board, the mover's by attack and the other's by guard.
  void reset(const Gomoku& game, const Position&) { game_ = game; }
  void push(const Position&, Move, const Position&) {}
  void pop() {}
  double scale() const { return 100; }
  Score points(const SearchInfo<Gomoku>&, const Position& p) const {
    return Score(std::clamp(rows_of(p.of(p.turn), 0) - rows_of(p.of(other(p.turn)), 5), -float(kMostPoints),
                            float(kMostPoints)));
  }

 private:
  static constexpr int longest = 5;

  // An edge costs a point, the centre brings some.
  float place(const Gomoku& game, int cell) const {
    const auto [row, col] = gomoku::spot(cell, game.size);
    const int last = game.size - 1, centre = game.size / 2;
    float score = -float((row == 0) + (col == 0));
    if (!faithful_) score -= float((row == last) + (col == last));
    return row == centre && col == centre ? score + values_[10] : score;
  }
  float value(int first, int length) const { return values_[std::size_t(first + length - 1)]; }

  float rows_through(const Gomoku& game, const gomoku::CellSet& own, int cell, int first) const {
    const gomoku::Spot at = gomoku::spot(cell, game.size);
    float score = 0;
    for (int d = 0; d < gomoku::directions; ++d) {
      const auto [all_before, all_after] = gomoku::room(at, d, game.size);
      const int before = std::min(all_before, longest - 1), after = std::min(all_after, longest - 1);
      const int step = gomoku::step(d, game.size);
      score += parts(gomoku::run(own, cell, -step, before), gomoku::run(own, cell, step, after), first);
      if (faithful_) score += rows_apart(own, cell, step, before, first);
    }
    return score;
  }
  // The rows that hold the cell, with `back` stones before it and `forth` after it.
  float parts(int back, int forth, int first) const {
    float score = 0;
    for (int length = 1; length <= longest; ++length) {
      const int earliest = std::max(-back, 1 - length), latest = std::min(0, forth + 1 - length);
      if (earliest <= latest) score += float(latest - earliest + 1) * value(first, length);
    }
    return score;
  }
  // The rows in the four cells before the cell, whether or not they reach it.
  float rows_apart(const gomoku::CellSet& own, int cell, int step, int before, int first) const {
    float score = 0;
    for (int start = -before; start < 0; ++start)
      for (int length = 1; length <= -start && own.has(cell + (start + length - 1) * step); ++length)
        score += value(first, length);
    return score;
  }
  float rows_of(const gomoku::CellSet& own, int first) const {
    float score = 0;
    own.each([&](int cell) {
      for (int d = 0; d < gomoku::directions; ++d) {
        const int after = gomoku::room(gomoku::spot(cell, game_.size), d, game_.size).after;
        const int forth = gomoku::run(own, cell, gomoku::step(d, game_.size), std::min(after, longest - 1));
        for (int length = 1; length <= forth + 1; ++length) score += value(first, length);
      }
    });
    return score;
  }

  std::array<float, weights> values_;
  bool faithful_;
  Gomoku game_;
};

static_assert(Evaluator<AttackGuard, Gomoku>);

}  // namespace kishi
