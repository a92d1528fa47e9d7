// The numbers that steer the search, each with the range in which a tuner may look for a better one and the step by
// which it tries. A game that was tuned specialises `kSearchParameters` in the file named after it
// (search/minishogi_parameters.hpp, ...), which search/list.hpp includes; any other has the values that stand here.
#pragma once

#include <array>
#include <string>

#include "core/game.hpp"

namespace kishi {

// Margins are in hundredths of the evaluation's scale, the lead that wins 3 games of 4; depths in plies; reductions in
// hundredths of a ply; what histories add up to in units of their own, 16384 at the most for each.
struct SearchParameters {
  int razor_depth = 3, razor_base = 60, razor_growth = 40;
  int reverse_futility_depth = 8, reverse_futility_margin = 30, reverse_futility_improving = 25;
  int null_move_depth = 3, null_move_divisor = 4, null_move_margin = 60;
  int probcut_depth = 5, probcut_margin = 60;
  int iir_depth = 4;
  int move_count_base = 300, move_count_growth = 100, move_count_power = 180;
  int futility_depth = 8, futility_base = 30, futility_margin = 30;
  int history_depth = 5, history_margin = 4000;
  int exchange_quiet = 8, exchange_forcing = 30;
  int singular_depth = 6, singular_margin = 3, double_margin = 8;
  int check_extension = 0;
  int lmr_base = 40, lmr_divisor = 220, lmr_pv = 100, lmr_cut = 100, lmr_improving = 60, lmr_check = 100;
  int lmr_forcing = 100, lmr_in_check = 100, lmr_killer = 100, lmr_cutoffs = 60, lmr_history = 12000;
  int history_growth = 160, history_offset = 80, history_most = 1600;
  int order_history = 100, order_answer = 100, order_follow_up = 100;
  int killers_first = 1, order_evaluation = 100, order_evaluation_depth = 3;
  int correction = 12;
  int delta_margin = 60, quiescence_table = 99, quiescence_plain = 99;
  int aspiration_margin = 10;
  int solve_empties = 10;  // squares left where the rest of the game is solved inside the tree
};

template <Game G>
inline constexpr SearchParameters kSearchParameters{};

struct ParameterRange {
  std::string_view name;
  int SearchParameters::* value;
  int low, high;
  int step;  // from a value to another so far off that games can tell them apart
};

#define KISHI_PARAMETER(name, low, high, step) \
  ParameterRange { #name, &SearchParameters::name, low, high, step }
inline constexpr std::array kParameterRanges{
    KISHI_PARAMETER(razor_depth, 0, 8, 1),
    KISHI_PARAMETER(razor_base, 0, 400, 40),
    KISHI_PARAMETER(razor_growth, 0, 200, 20),
    KISHI_PARAMETER(reverse_futility_depth, 0, 14, 2),
    KISHI_PARAMETER(reverse_futility_margin, 5, 120, 11),
    KISHI_PARAMETER(reverse_futility_improving, 0, 120, 20),
    KISHI_PARAMETER(null_move_depth, 1, 8, 1),
    KISHI_PARAMETER(null_move_divisor, 2, 12, 1),
    KISHI_PARAMETER(null_move_margin, 10, 400, 30),
    KISHI_PARAMETER(probcut_depth, 3, 99, 1),
    KISHI_PARAMETER(probcut_margin, 5, 300, 25),
    KISHI_PARAMETER(iir_depth, 2, 99, 1),
    KISHI_PARAMETER(move_count_base, 0, 1200, 150),
    KISHI_PARAMETER(move_count_growth, 10, 600, 45),
    KISHI_PARAMETER(move_count_power, 80, 240, 20),
    KISHI_PARAMETER(futility_depth, 0, 14, 2),
    KISHI_PARAMETER(futility_base, 0, 150, 15),
    KISHI_PARAMETER(futility_margin, 5, 120, 11),
    KISHI_PARAMETER(history_depth, 0, 14, 2),
    KISHI_PARAMETER(history_margin, 500, 20000, 2000),
    KISHI_PARAMETER(exchange_quiet, 0, 100, 4),
    KISHI_PARAMETER(exchange_forcing, 0, 300, 15),
    KISHI_PARAMETER(singular_depth, 3, 99, 1),
    KISHI_PARAMETER(singular_margin, 1, 60, 2),
    KISHI_PARAMETER(double_margin, 0, 100, 6),
    KISHI_PARAMETER(check_extension, 0, 1, 1),
    KISHI_PARAMETER(lmr_base, -200, 300, 30),
    KISHI_PARAMETER(lmr_divisor, 80, 500, 45),
    KISHI_PARAMETER(lmr_pv, 0, 300, 50),
    KISHI_PARAMETER(lmr_cut, 0, 300, 50),
    KISHI_PARAMETER(lmr_improving, 0, 300, 40),
    KISHI_PARAMETER(lmr_check, 0, 300, 50),
    KISHI_PARAMETER(lmr_forcing, 0, 600, 70),
    KISHI_PARAMETER(lmr_in_check, 0, 600, 70),
    KISHI_PARAMETER(lmr_killer, 0, 300, 50),
    KISHI_PARAMETER(lmr_cutoffs, 0, 300, 40),
    KISHI_PARAMETER(lmr_history, 2000, 60000, 4000),
    KISHI_PARAMETER(history_growth, 20, 600, 60),
    KISHI_PARAMETER(history_offset, 0, 600, 60),
    KISHI_PARAMETER(history_most, 200, 8000, 600),
    KISHI_PARAMETER(order_history, 0, 400, 40),
    KISHI_PARAMETER(order_answer, 0, 400, 40),
    KISHI_PARAMETER(order_follow_up, 0, 400, 40),
    KISHI_PARAMETER(killers_first, 0, 1, 1),
    KISHI_PARAMETER(order_evaluation, 0, 400, 50),
    KISHI_PARAMETER(order_evaluation_depth, 1, 99, 1),
    KISHI_PARAMETER(correction, 0, 200, 8),
    KISHI_PARAMETER(delta_margin, 0, 2000, 30),
    KISHI_PARAMETER(quiescence_table, 0, 99, 99),
    KISHI_PARAMETER(quiescence_plain, 0, 99, 99),
    KISHI_PARAMETER(aspiration_margin, 1, 100, 5),
    KISHI_PARAMETER(solve_empties, 0, 11, 1),
};
#undef KISHI_PARAMETER

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
