// A plain network of fully connected layers, worked out afresh for each position: the minishogi write-up's.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "eval/search_info.hpp"

namespace kishi {

// `I` fills the inputs. The last layer gives the mover's logit; all others end in a ReLU. Sums run over inputs in order
// and never side by side, so every instruction set gives the same.
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
    return through<1>(weights_->data(), in.data(), out.data());
  }

 private:
  static constexpr double kMostLogit = 20;
  static constexpr int kLanes = 8;
  using Lanes = float __attribute__((vector_size(kLanes * sizeof(float))));

  // What the last layer says, beginning with this one.
  template <std::size_t Layer>
  static float through(const float* w, float* in, float* out) {
    constexpr int from = kWidths[Layer - 1], to = kWidths[Layer];
    // Most inputs are zero, and about half of what a layer hands on: only the others cost anything.
    std::array<int, from> on;
    int count = 0;
    for (int i = 0; i < from; ++i) {
      on[std::size_t(count)] = i;
      count += in[i] != 0;
    }
    const float* biases = w + from * to;
    // So many sums at a time stay in registers.
    constexpr int most = 8 * kLanes;
    const std::span<const int> inputs(on.data(), std::size_t(count));
    if constexpr (to % kLanes == 0)
      for (int first = 0; first < to; first += most)
        sums<to, std::min(to, most) / kLanes>(w + first, biases + first, in, inputs, out + first);
    else
      for (int o = 0; o < to; ++o) {
        out[o] = biases[o];
        for (const int i : inputs) out[o] += in[i] * w[i * to + o];
      }
    if constexpr (Layer + 1 < kWidths.size()) {
      for (int o = 0; o < to; ++o) out[o] = std::max(out[o], 0.f);
      return through<Layer + 1>(biases + to, out, in);
    } else {
      return out[0];
    }
  }

  template <int Stride, int Vectors>
  static void sums(const float* w, const float* biases, const float* in, std::span<const int> on, float* out) {
    std::array<Lanes, Vectors> sum;
    std::memcpy(sum.data(), biases, sizeof sum);
    for (const int i : on) {
      const float x = in[i];
      for (int v = 0; v < Vectors; ++v) {
        Lanes weight;
        std::memcpy(&weight, w + i * Stride + v * kLanes, sizeof weight);
        sum[std::size_t(v)] += x * weight;
      }
    }
    std::memcpy(out, sum.data(), sizeof sum);
  }

  std::shared_ptr<const std::vector<float>> weights_;
};

}  // namespace kishi
