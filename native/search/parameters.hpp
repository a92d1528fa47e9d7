// The numbers that steer the search, each with the range in which a tuner may look for a better one. A game that was
// tuned specialises `kSearchParameters` in the file named after it (search/minishogi_parameters.hpp, ...), which
// search/list.hpp includes; any other has the values that stand here.
#pragma once

#include <array>
#include <span>
#include <string>

#include "core/game.hpp"

namespace kishi {

// Margins are in sixtieths of the evaluation's scale, the lead that wins 3 games of 4; depths in plies; what is
// named _percent in hundredths.
struct SearchParameters {
  int reverse_futility_depth = 6, reverse_futility_margin = 20;
  int futility_depth = 4, futility_margin = 20;
  int move_count_depth = 3, move_count_base = 6, move_count_growth = 5;
  int null_move_depth = 3, null_move_divisor = 4;
  int lmr_base_percent = 40, lmr_divisor_percent = 220, lmr_history = 6000;
  int history_growth = 16, history_most = 2000;
  int aspiration_margin = 10;
};

template <Game G>
inline constexpr SearchParameters kSearchParameters{};

struct ParameterRange {
  std::string_view name;
  int SearchParameters::* value;
  int low, high;
};

inline constexpr std::array kParameterRanges{
    ParameterRange{"reverse_futility_depth", &SearchParameters::reverse_futility_depth, 0, 12},
    ParameterRange{"reverse_futility_margin", &SearchParameters::reverse_futility_margin, 1, 120},
    ParameterRange{"futility_depth", &SearchParameters::futility_depth, 0, 12},
    ParameterRange{"futility_margin", &SearchParameters::futility_margin, 1, 120},
    ParameterRange{"move_count_depth", &SearchParameters::move_count_depth, 0, 12},
    ParameterRange{"move_count_base", &SearchParameters::move_count_base, 0, 60},
    ParameterRange{"move_count_growth", &SearchParameters::move_count_growth, 0, 40},
    ParameterRange{"null_move_depth", &SearchParameters::null_move_depth, 1, 8},
    ParameterRange{"null_move_divisor", &SearchParameters::null_move_divisor, 2, 12},
    ParameterRange{"lmr_base_percent", &SearchParameters::lmr_base_percent, -100, 300},
    ParameterRange{"lmr_divisor_percent", &SearchParameters::lmr_divisor_percent, 80, 500},
    ParameterRange{"lmr_history", &SearchParameters::lmr_history, 1000, 30000},
    ParameterRange{"history_growth", &SearchParameters::history_growth, 1, 100},
    ParameterRange{"history_most", &SearchParameters::history_most, 100, 8000},
    ParameterRange{"aspiration_margin", &SearchParameters::aspiration_margin, 1, 60},
};

// Gives the parameter of this name another value.
inline void set_parameter(SearchParameters& parameters, std::string_view name, int value) {
  for (const ParameterRange& range : kParameterRanges) {
    if (range.name != name) continue;
    if (value < range.low || value > range.high)
      throw std::invalid_argument("the search parameter " + std::string(name) + " is " + std::to_string(range.low) +
                                  " to " + std::to_string(range.high) + "; got " + std::to_string(value));
    parameters.*range.value = value;
    return;
  }
  throw std::invalid_argument("the search has no parameter " + quoted(name));
}

}  // namespace kishi
