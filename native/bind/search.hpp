// The real search of each game, with any of its evaluations. Each game's is compiled in a unit of its own, side by
// side with the others and with room for the compiler to inline; CMakeLists.txt writes those units from games/list.hpp
// and search_unit.cpp.in.
#pragma once

#include "bind/engines.hpp"
#include "bind/evaluators.hpp"
#include "search/deepening.hpp"

namespace kishi::bind {

struct WantedSearch {
  std::string_view evaluation;
  std::span<const float> weights;
  SearchOptions options;
  std::uint64_t seed;
};

template <Game G>
PyEngine searching(const G& game, const WantedSearch& wanted);

}  // namespace kishi::bind
