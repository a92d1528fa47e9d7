// A plain network of fully connected layers, worked out afresh for each position: the fourth write-up's.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "eval/sight.hpp"

namespace kishi {

// `I` fills the inputs. The last layer says the logarithm of the mover's odds; all others cut off what is
// below zero. Sums run over inputs in order and never side by side, so every instruction set gives the same.
template <class I>
class DenseNetwork {
 public:
  using Position = typename I::Position;
  static constexpr std::array<int, 8> kWidths = {I::kCount, 128, 128, 64, 64, 32, 32, 1};
  static constexpr int kWidest = 361;
  static_assert(I::kCount <= kWidest);

  static constexpr std::size_t numbers() {
    std::size_t n = 0;
    for (std::size_t i = 1; i < kWidths.size(); ++i) n += std::size_t(kWidths[i - 1] + 1) * std::size_t(kWidths[i]);
    return n;
  }

  // Layer by layer: the weights, listed by the neuron they come from, then the biases.
  explicit DenseNetwork(std::span<const float> trained) {
    if (trained.size() != numbers())
      throw std::invalid_argument("the value network takes " + std::to_string(numbers()) + " weights; got " +
                                  std::to_string(trained.size()));
    weights_ = std::make_shared<const std::vector<float>>(trained.begin(), trained.end());
  }

  template <class G>
  void reset(const G&, const Position&) {}
  void push(const Position&, Move, const Position&) {}
  void pop() {}

  static constexpr double kScale = 600, kPointsOfLogit = kScale / (2 * 0.5493);
  double scale() const { return kScale; }

  template <class S>
  Score points(const S&, const Position& p) const {
    return Score(std::lround(std::clamp(double(logit(p)), -kMostLogit, kMostLogit) * kPointsOfLogit));
  }

  float logit(const Position& p) const {
    alignas(64) std::array<float, kWidest> in, out;
    I::fill(p, std::span(in).template first<I::kCount>());
    const float* w = weights_->data();
    for (std::size_t layer = 1; layer < kWidths.size(); ++layer) {
      const int from = kWidths[layer - 1], to = kWidths[layer];
      std::copy_n(w + from * to, to, out.begin());
      for (int i = 0; i < from; ++i)
        if (in[i] != 0)
          for (int o = 0; o < to; ++o) out[o] += in[i] * w[i * to + o];
      if (layer + 1 < kWidths.size())
        for (int o = 0; o < to; ++o) in[o] = std::max(out[o], 0.f);
      w += (from + 1) * to;
    }
    return out[0];
  }

 private:
  static constexpr double kMostLogit = 20;
  std::shared_ptr<const std::vector<float>> weights_;
};

}  // namespace kishi
