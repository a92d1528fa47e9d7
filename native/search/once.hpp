// One game from one opening, of which only the end is of interest.
#pragma once

#include "search/match.hpp"

namespace kishi {

template <Game G>
typename G::Position end_of_game(Thinker<G>& first, Thinker<G>& second, Line<G> line, std::uint64_t seed, int most_plies) {
  const Stop never;
  for (const Move move : play_game(first, second, line, Limits{}, seed, most_plies, never, false).moves) line.push(move);
  return line.top();
}

}  // namespace kishi
