#include "bind/search.hpp"
#include "search/minishogi_oracle.hpp"

namespace kishi::bind {

PyThinker searching(const Minishogi& game, const WantedSearch& wanted) { return make_searching(game, wanted); }

}  // namespace kishi::bind
