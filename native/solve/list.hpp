// The games that know more than a search finds out. Whoever asks the solvers of a game of games/list.hpp includes this,
// because a specialisation that is not seen is silently the primary template. A game without solvers has no line here.
#pragma once

#include "solve/gomoku_leaf_solver.hpp"
#include "solve/gomoku_position_solver.hpp"
#include "solve/gomoku_root_solver.hpp"
#include "solve/minishogi_leaf_solver.hpp"
#include "solve/minishogi_position_solver.hpp"
#include "solve/minishogi_root_solver.hpp"
#include "solve/othello_leaf_solver.hpp"
#include "solve/othello_position_solver.hpp"
#include "solve/othello_root_solver.hpp"
#include "solve/othello_tree_solver.hpp"
