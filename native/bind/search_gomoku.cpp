#include "bind/search.hpp"
#include "solve/gomoku_root_solver.hpp"

namespace kishi::bind {

PyEngine searching(const Gomoku& game, const WantedSearch& wanted) { return make_searching(game, wanted); }

}  // namespace kishi::bind
