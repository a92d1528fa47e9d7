// How much less deep late moves are searched, and how many are searched at all: tables worked out of the parameters.
#pragma once

#include <algorithm>
#include <cmath>

#include "search/parameters.hpp"

namespace kishi {

struct Selectivity {
  SearchParameters parameters;

  explicit Selectivity(const SearchParameters& p) : parameters(p) {
    for (int d = 1; d < kTabled; ++d) {
      for (int m = 1; m < kTabled; ++m)
        reductions_[d][m] = int(p.lmr_base + 1e4 * std::log(d) * std::log(m) / p.lmr_divisor);
      most_moves_[d] = int(p.move_count_base + p.move_count_growth * std::pow(d, p.move_count_power / 100.0)) / 100;
    }
  }

  // In hundredths of a ply, by the depth and the number of the move.
  int reduction(int depth, int move) const {
    return reductions_[std::min(depth, kTabled - 1)][std::min(move, kTabled - 1)];
  }
  // How many moves are looked at.
  int most_moves(int depth, bool improving) const {
    return most_moves_[std::min(depth, kTabled - 1)] / (improving ? 1 : 2);
  }

 private:
  static constexpr int kTabled = 64;
  std::array<std::array<int, kTabled>, kTabled> reductions_{};
  std::array<int, kTabled> most_moves_{};
};

}  // namespace kishi
