// Weights of temporal differences (eval/othello_patterns.hpp) as patterns in discs to begin a fit with. Each of their
// shapes is one of ours, or a part of one.
#pragma once

#include <stdexcept>
#include <vector>

#include "eval/othello_disc_patterns.hpp"
#include "eval/othello_patterns.hpp"

namespace kishi {

// The index of a shape of theirs in an index of ours; -1 if it is no part of ours.
inline int index_within(const disc_patterns::Shape& ours, int index, const patterns::Shape& theirs) {
  int found = 0;
  for (int j = 0; j < theirs.size; ++j) {
    int at = 0;
    while (at < ours.size && ours.digits[std::size_t(at)] != theirs.squares[std::size_t(j)]) ++at;
    if (at == ours.size) return -1;
    constexpr std::array<int, 3> digit = {1, 0, 2};  // own, empty, the other side's
    found += digit[std::size_t(index / disc_patterns::power_of_three(at) % 3)] * patterns::power_of_three(j);
  }
  return found;
}

// In points, taking so many discs for what wins as much as they do.
inline std::vector<float> discs_of_values(const Othello& game, std::span<const float> values, float discs) {
  const int phases = patterns::phases_in(game, values.size());
  const disc_patterns::SharedWeights& shared = disc_patterns::shared_weights();
  std::vector<float> numbers(disc_patterns::numbers_in_all(), 0.f);
  for (std::size_t t = 0; t < patterns::kShapes.size(); ++t) {
    std::size_t s = 0;
    while (s < disc_patterns::kShapes.size() && index_within(disc_patterns::kShapes[s], 0, patterns::kShapes[t]) < 0)
      ++s;
    if (s == disc_patterns::kShapes.size()) throw std::logic_error("a shape of td has no place in the patterns");
    for (int i = disc_patterns::kBegin[s]; i < disc_patterns::kBegin[s + 1]; ++i) {
      const int within = index_within(disc_patterns::kShapes[s], i - disc_patterns::kBegin[s], patterns::kShapes[t]);
      for (int knot = 0; knot < disc_patterns::kKnots; ++knot) {
        const int phase = patterns::phase_of(4 + 4 * knot, phases);
        const float value = values[std::size_t(phase) * patterns::kNumbers + std::size_t(patterns::kBegin[t] + within)];
        // A mirror image writes the same place again: it has learned the same.
        float& number = numbers[disc_patterns::knot_begin(knot) + std::size_t(shared.of_index[std::size_t(i)])];
        number = value * discs * float(disc_patterns::kPointsPerDisc);
      }
    }
  }
  return numbers;
}

}  // namespace kishi
