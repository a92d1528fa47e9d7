// The one random generator of the core: splitmix64. One for each job, from the job's seed.
#pragma once

#include <cstdint>

#include "core/game.hpp"

namespace kishi {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed + kStep)) {}
  // The stream of item `index` of a job: the same whichever thread takes the item.
  Random(std::uint64_t seed, std::uint64_t index) : Random(mix(seed + kStep) ^ mix(index * kStep + 1)) {}

  std::uint64_t next() { return mix(state_ += kStep); }
  // Uniform in [0, n); the bias of one multiplication (n / 2^32) is far below any measurement here.
  std::uint32_t below(std::uint32_t n) { return std::uint32_t(((next() >> 32) * n) >> 32); }
  double unit() { return double(next() >> 11) * 0x1p-53; }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;
  std::uint64_t state_;
};

}  // namespace kishi
