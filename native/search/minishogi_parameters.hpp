// What steers the search of minishogi.
#pragma once

#include "games/minishogi.hpp"
#include "search/parameters.hpp"

namespace kishi {

template <>
inline constexpr SearchParameters kSearchParameters<Minishogi>{};

}  // namespace kishi
