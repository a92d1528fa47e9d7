#include "bind/search.hpp"
#include "search/gomoku_oracle.hpp"

namespace kishi::bind {

PyThinker searching(const Gomoku& game, const WantedSearch& wanted) { return make_searching(game, wanted); }

}  // namespace kishi::bind
