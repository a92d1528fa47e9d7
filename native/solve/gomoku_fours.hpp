// Is a Gomoku position won by fours alone, whoever is to move? For pages, which say so in words.
#pragma once

#include <optional>

#include "solve/gomoku_threats.hpp"

namespace kishi {

struct WinByFours {
  Side side = Side::First;  // who wins
  int plies = 0;            // to the five, from here
};

// The mover's, or that of the other side, whose four the mover has to answer: there is one answer at most.
inline std::optional<WinByFours> win_by_fours(const Gomoku& game, const Gomoku::Position& p, const Budget& budget) {
  if (game.settled(p) != Verdict::Running) return {};
  ThreatSolver solver(game, 1);
  if (const ForcedWin win = solver.solve(p, Threats::Fours, budget); win.found) return WinByFours{p.turn, win.plies};
  const Side attacker = other(p.turn);
  gomoku::Patterns patterns(game);
  patterns.reset(p);
  const gomoku::CellSet& fives = patterns.with(attacker, gomoku::Kind::Five);
  if (fives.empty()) return {};
  int reply = 0;
  fives.each([&](int cell) { reply = cell; });
  if (fives.count() > 1 || !patterns.open_to(p.turn, reply, p)) return WinByFours{attacker, 2};
  const Gomoku::Position next = game.play(p, Move(reply));
  if (game.settled(next) != Verdict::Running) return {};
  const ForcedWin win = solver.solve(next, Threats::Fours, budget);
  return win.found ? std::optional(WinByFours{attacker, win.plies + 1}) : std::nullopt;
}

}  // namespace kishi
