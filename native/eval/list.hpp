// What games say to a search beyond their rules. Whoever searches a game of games/list.hpp includes this, because a
// specialisation that is not seen is silently the primary template. A game with nothing to say has no line here.
#pragma once

#include "eval/gomoku_evaluations.hpp"
#include "eval/minishogi_evaluations.hpp"
#include "eval/othello_evaluations.hpp"
