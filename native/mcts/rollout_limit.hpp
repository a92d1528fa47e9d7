// When a player that counts in rollouts ends, and when it reports.
#pragma once

#include "core/clock.hpp"

namespace kishi {

// The limits of one move decide; where they say nothing of nodes or time, the player's own number does.
class RolloutLimit {
 public:
  RolloutLimit(const Limits& limits, std::uint64_t own, const Stop& stop)
      : timed_(limits.timed()),
        budget_(stop, allot(limits).soft, limits.nodes || timed_ ? limits.nodes : own, allot(limits).by) {}

  // The number of rollouts is exact; the flag and the clock are looked at between every 16 of them,
  // because one may take 20 microseconds.
  bool spent(std::uint64_t done) const {
    if (done >= budget_.nodes()) return true;
    return done % kLook == 0 && budget_.over();
  }
  bool timed() const { return timed_; }
  // A few times a second.
  bool report_due(std::uint64_t done) {
    if (done % kLook != 0 || budget_.elapsed() < next_report_) return false;
    next_report_ += 0.25;
    return true;
  }

 private:
  static constexpr std::uint64_t kLook = 16;

  bool timed_;
  Budget budget_;
  double next_report_ = 0.25;
};

}  // namespace kishi
