// What steers the search of minishogi.
#pragma once

#include "games/minishogi.hpp"
#include "search/parameters.hpp"

namespace kishi {

template <>
inline constexpr SearchParameters kSearchParameters<Minishogi> = [] {
  SearchParameters p;
  // Found by games (docs/measured/search.md). Drops make many moves, of which a late one may still decide, and captures
  // are seldom too little; what that costs, deeper null moves, stricter futility and checks reduced more bring back.
  p.move_count_growth = 150;
  p.null_move_depth = 4;
  p.futility_margin = 24;
  p.singular_margin = 4;
  p.lmr_check = 75;
  p.lmr_forcing = 130;
  p.delta_margin = 90;
  p.quiescence_table = 1;  // captures seldom transpose: a read that misses all caches costs more than it saves
  return p;
}();

}  // namespace kishi
