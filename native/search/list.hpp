// How the search is tuned for each game. Whoever searches a game of games/list.hpp includes this, because a
// specialisation that is not seen is silently the primary template.
#pragma once

#include "search/gomoku_parameters.hpp"
#include "search/minishogi_parameters.hpp"
#include "search/othello_parameters.hpp"
