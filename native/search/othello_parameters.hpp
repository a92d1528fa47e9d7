// What steers the search of Othello.
#pragma once

#include "games/othello.hpp"
#include "search/parameters.hpp"

namespace kishi {

template <>
inline constexpr SearchParameters kSearchParameters<Othello> = [] {
  SearchParameters p;
  p.killers_first = 0;  // what the evaluation says after a move is the better guess
  return p;
}();

}  // namespace kishi
