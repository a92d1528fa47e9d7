#include "bind/search.hpp"
#include "solve/minishogi_root_solver.hpp"

namespace kishi::bind {

PyEngine searching(const Minishogi& game, const WantedSearch& wanted) { return make_searching(game, wanted); }

}  // namespace kishi::bind
