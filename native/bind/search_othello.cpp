#include "bind/search.hpp"
#include "search/othello_oracle.hpp"

namespace kishi::bind {

PyThinker searching(const Othello& game, const WantedSearch& wanted) { return make_searching(game, wanted); }

}  // namespace kishi::bind
