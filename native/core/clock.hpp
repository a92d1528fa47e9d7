// How long to think about one move.
#pragma once

#include <algorithm>

#include "core/engine.hpp"

namespace kishi {

struct Allotment {
  double hard = 0;  // never longer; 0: no limit
  double soft = 0;  // begin no new depth after this
  TimedBy by = TimedBy::Clock;
};

// A fixed time is used whole, and so is CPU time, which leaves nothing else to count by. Of a clock, a share for about
// so many moves to come, and at the most a quarter of what is left: a lost game on time is the worst of all games.
inline Allotment allot(const Limits& limits, int moves_to_come = 30) {
  constexpr double overhead = 0.001;  // waking up and answering
  Allotment a;
  if (limits.cpu > 0) return {limits.cpu, limits.cpu, TimedBy::Cpu};
  if (limits.seconds > 0) a.hard = a.soft = std::max(0.001, limits.seconds - overhead);
  if (limits.clock > 0) {
    const double left = std::max(0.001, limits.clock - 0.02);
    const double share = std::min(left * 0.25, left / moves_to_come + limits.increment * 0.8);
    const double hard = std::min(left * 0.25, share * 3);
    a.hard = a.hard > 0 ? std::min(a.hard, hard) : hard;
    a.soft = a.soft > 0 ? std::min(a.soft, share * 0.6) : share * 0.6;
  }
  return a;
}

// How much of the soft time to take: less the more depths in a row the best move has stayed the same, more while the
// score falls (in scales of the evaluation, the lead that wins 3 games of 4), for then a better move must be found.
constexpr double patience(int settled_depths, double fallen) {
  const double doubt = 1.5 - 0.2 * std::min(settled_depths, 5);
  return doubt * (1 + std::clamp(fallen, 0.0, 1.0));
}
static_assert(patience(0, 0) > 1 && patience(5, 0) < 1 && patience(9, 0) == patience(5, 0));
static_assert(patience(5, 1) == 2 * patience(5, 0) && patience(5, -1) == patience(5, 0));

}  // namespace kishi
