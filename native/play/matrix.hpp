// Every candidate against every opponent from every opening with both colours, in one call: how
// training measures many players on the same games.
#pragma once

#include "play/match.hpp"

namespace kishi {

struct MatrixCell {
  std::int32_t wins = 0, draws = 0, losses = 0;  // of the candidate
  double margin = 0;  // sum of the candidate's final leads, where the game counts such (discs)
};

// Does its end say by how much, and not only who has won?
template <class G>
concept CountsLeads = requires(const G& game, const typename G::Position& p) { game.score(p); };

// The highest final lead there is; 0 where a game counts none.
template <Game G>
int most_lead(const G& game) {
  if constexpr (CountsLeads<G>)
    return game.squares();
  else
    return 0;
}

// The final lead of `side`; 0 where a game counts none.
template <Game G>
int final_margin(const G& game, const typename G::Position& p, Side side) {
  if constexpr (CountsLeads<G>)
    return game.turn(p) == side ? game.score(p) : -game.score(p);
  else
    return 0;
}

template <Game G>
void play_one(const Line<G>& opening, Engine<G>& candidate, Engine<G>& opponent, bool swapped, std::uint64_t seed,
              int most_plies, SearchControl& control, MatrixCell& cell) {
  Engine<G>& first = swapped ? opponent : candidate;
  Engine<G>& second = swapped ? candidate : opponent;
  Line<G> line = opening;
  const Side mine = swapped ? Side::Second : Side::First;
  const Verdict verdict = play_out(first, second, line, seed, most_plies, control);
  if (verdict == Verdict::Running) return;  // stopped: no result
  cell.wins += verdict == win_for(mine);
  cell.losses += verdict == win_for(other(mine));
  cell.draws += verdict == Verdict::Draw;
  cell.margin += final_margin(line.game(), line.top(), mine);
}

// Cell (i, j), at i * opponents + j, is candidate i against opponent j over all openings. It depends on
// nothing but those and the seed: not on the threads, nor on who else is in the matrix. Once `control` is stopped,
// no more games are played, and those under way do not count.
template <Game G>
std::vector<MatrixCell> play_matrix(const std::vector<const Engine<G>*>& candidates,
                                    const std::vector<const Engine<G>*>& opponents,
                                    const std::vector<Line<G>>& openings, int most_plies, std::uint64_t seed,
                                    int threads, SearchControl& control) {
  std::vector<MatrixCell> cells(candidates.size() * opponents.size());
  in_blocks(cells.size(), threads, 1, [&] {
    return [&](std::uint64_t at, std::uint64_t) {
      const auto candidate = candidates[at / opponents.size()]->fresh();
      const auto opponent = opponents[at % opponents.size()]->fresh();
      for (std::size_t o = 0; o < openings.size(); ++o)
        for (bool swapped : {false, true}) {
          if (control.told) return;
          play_one(openings[o], *candidate, *opponent, swapped, mix(seed) + 2 * o + swapped, most_plies, control,
                   cells[at]);
        }
    };
  });
  return cells;
}

}  // namespace kishi
