// The games there are. Adding one is a header, its type in `AnyGame` and its variants below. CMakeLists.txt reads
// `AnyGame` to compile the search of each game in a unit of its own.
#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "games/gomoku.hpp"
#include "games/minishogi.hpp"
#include "games/othello.hpp"
#include "games/tictactoe.hpp"

namespace kishi {

using AnyGame = std::variant<Othello, Gomoku, Minishogi, TicTacToe>;

inline std::vector<AnyGame> all_games() {
  std::vector<AnyGame> games{Othello{8}, Othello{6}, Othello{4}, Minishogi{false}, Minishogi{true}, TicTacToe{}};
  for (Rule rule : {Rule::Freestyle, Rule::Standard, Rule::Renju})
    for (int size = 5; size <= 20; ++size) games.push_back(Gomoku{size, rule});
  return games;
}

}  // namespace kishi
