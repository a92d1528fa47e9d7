// The player of the Gomoku write-up, which looks one move ahead.
#pragma once

#include "core/engine.hpp"
#include "eval/gomoku_attack_guard.hpp"

namespace kishi {

// The cell with the highest attack and guard scores: the Gomoku write-up's player.
class LinesEngine final : public CopiedEngine<Gomoku, LinesEngine> {
 public:
  explicit LinesEngine(const AttackGuard& scores) : scores_(scores) {}

  SearchResult choose(const Line<Gomoku>& line, const Limits&, SearchControl&) override {
    SearchResult found;
    found.move = scores_.choose(line.game(), line.top());
    return found;
  }

  void tell_moves(const Line<Gomoku>& line, SearchResult& found) override {
    Moves<Gomoku> moves;
    line.game().legal(line.top(), moves);
    for (const Move m : moves) found.worths.emplace_back(m, scores_.cell_score(line.game(), line.top(), int(m)).sum());
  }

 private:
  AttackGuard scores_;
};

}  // namespace kishi
