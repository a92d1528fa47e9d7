// What steers the search of Othello.
#pragma once

#include "games/othello.hpp"
#include "search/parameters.hpp"

namespace kishi {

template <>
inline constexpr SearchParameters kSearchParameters<Othello>{};

}  // namespace kishi
