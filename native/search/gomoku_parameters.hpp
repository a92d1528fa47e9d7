// What steers the search of Gomoku.
#pragma once

#include "games/gomoku.hpp"
#include "search/parameters.hpp"

namespace kishi {

template <>
inline constexpr SearchParameters kSearchParameters<Gomoku> = [] {
  SearchParameters p;
  p.quiescence_plain = 1;  // half of all nodes were fours that lead nowhere, in every order
  return p;
}();

}  // namespace kishi
