// ProbCut for the Othello solver: how far its small searches are from the exact score, and what a selective pass makes
// of that. The numbers belong to the weights that ship; `python benchmarks/othello_probcut.py fit` finds them anew.
#pragma once

#include <array>
#include <cmath>

#include "solve/othello_endgame_order.hpp"

namespace kishi::othello {

// Exact score minus small search, over many positions.
struct Miss {
  double mean, deviation;  // discs
};

// The mean depends on who is to move at the end of the small search, and on the parity of the empty squares; the
// logarithm of the deviation falls with both.
struct ProbCutFit {
  double mean, odd_empties, odd_depth, both_odd;
  double log_deviation, per_ply, per_empty;

  Miss miss(int empties, int depth) const {
    const int e = empties & 1, d = depth & 1;
    return {mean + odd_empties * e + odd_depth * d + both_odd * (e & d),
            std::exp(log_deviation + per_ply * depth + per_empty * empties)};
  }
};
inline constexpr ProbCutFit kProbCut = {-0.3002, 2.131, -0.2249, 0.4286, 2.155, -0.07174, -0.002381};

// Of a hundred exact scores so many are within the margin of a pass, which is so many deviations wide. (Misses are
// peaked: by a normal distribution it would be 0.67, 1.1 and 1.96.)
struct Selectivity {
  int percent;
  double deviations;
};
inline constexpr std::array<Selectivity, 3> kPasses = {{{50, 0.6}, {73, 1.0}, {95, 2.0}}};

// The depth of the small search that is asked whether to cut, and what of it is wanted, in points of the guess.
class ProbCut {
 public:
  static constexpr int kFewest = 12, kMost = 60;  // empty squares

  struct Question {
    int depth, mean, margin;    // of the small search
    int mean_now, uncertainty;  // of the evaluation alone
  };

  // Pass 0 is the exact one.
  static const Question& of(int pass, int empties) { return all()[std::size_t(pass - 1)][std::size_t(empties)]; }

 private:
  using Questions = std::array<std::array<Question, kMost + 1>, kPasses.size()>;

  static const Questions& all() {
    static const Questions made = [] {
      Questions questions{};
      for (std::size_t pass = 0; pass < kPasses.size(); ++pass)
        for (int empties = kFewest; empties <= kMost; ++empties)
          questions[pass][std::size_t(empties)] = question(kPasses[pass].deviations, empties);
      return questions;
    }();
    return made;
  }

  static Question question(double deviations, int empties) {
    const int depth = (empties - kFewest) / 2 + 2;
    const Miss then = kProbCut.miss(empties, depth), now = kProbCut.miss(empties, 0);
    return {depth, points(then.mean), points(deviations * then.deviation), points(now.mean), points(now.deviation)};
  }
  static int points(double discs) { return int(std::lround(discs * Guess::kDisc)); }
};

}  // namespace kishi::othello
