// What steers the search of minishogi.
#pragma once

#include "games/minishogi.hpp"
#include "search/parameters.hpp"

namespace kishi {

template <>
inline constexpr SearchParameters kSearchParameters<Minishogi> = [] {
  SearchParameters p;
  p.quiescence_table = 1;  // captures seldom transpose: a read that misses all caches costs more than it saves
  return p;
}();

}  // namespace kishi
