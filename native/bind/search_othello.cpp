#include "bind/search.hpp"
#include "solve/othello_root_solver.hpp"

namespace kishi::bind {

PyEngine searching(const Othello& game, const WantedSearch& wanted) { return make_searching(game, wanted); }

}  // namespace kishi::bind
