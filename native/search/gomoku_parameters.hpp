// What steers the search of Gomoku.
#pragma once

#include "games/gomoku.hpp"
#include "search/parameters.hpp"

namespace kishi {

template <>
inline constexpr SearchParameters kSearchParameters<Gomoku>{};

}  // namespace kishi
