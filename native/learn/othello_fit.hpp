// Fits the weights of eval/othello_disc_patterns.hpp to labelled positions: stochastic gradient descent on the squared
// error, with a step for each weight that shrinks with what it has learned (AdaGrad).
//
// A position changes the weights of one knot or of two neighbours. So positions are taken by pairs of knots, every
// second pair at the same time: what comes out does not depend on the number of threads.
#pragma once

#include <atomic>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "core/budget.hpp"
#include "core/random.hpp"
#include "core/threads.hpp"
#include "eval/othello_disc_patterns.hpp"

namespace kishi {

// Positions as columns: discs of the mover and of the other side, two words each.
struct DiscPositions {
  std::span<const std::uint64_t> boards;

  std::size_t size() const { return boards.size() / 2; }
  othello::Board mine(std::size_t i) const { return boards[2 * i]; }
  othello::Board theirs(std::size_t i) const { return boards[2 * i + 1]; }
  int discs(std::size_t i) const { return std::popcount(mine(i) | theirs(i)); }
};

// Weights while they are learned, in discs, and the sums of their squared gradients.
class DiscFit {
 public:
  DiscFit(std::span<float> weights, std::span<float> squares) : weights_(weights), squares_(squares) {
    if (weights.size() != disc_patterns::numbers_in_all() || squares.size() != weights.size())
      throw std::invalid_argument("patterns in discs have " + std::to_string(disc_patterns::numbers_in_all()) +
                                  " weights and as many sums; got " + std::to_string(weights.size()) + " and " +
                                  std::to_string(squares.size()));
  }

  // Once through all positions, in an order drawn from the seed. The mean squared error before each step.
  double learn(const DiscPositions& positions, std::span<const float> labels, float learning_rate, std::uint64_t seed,
               int threads, const Stop& stop) {
    const std::vector<std::vector<std::uint32_t>> groups = by_knot(positions);
    std::array<double, kGroups> errors{};
    for (const int parity : {0, 1}) {
      std::atomic<int> next{parity};
      const auto work = [&] {
        for (int g = next.fetch_add(2); g < kGroups; g = next.fetch_add(2))
          errors[std::size_t(g)] =
              learn(positions, labels, groups[std::size_t(g)], learning_rate, Random(seed, std::uint64_t(g)), stop);
      };
      JoinedThreads others;
      for (int t = 1; t < threads; ++t) others.start(work);
      work();
    }
    return std::accumulate(errors.begin(), errors.end(), 0.0) / double(std::max<std::size_t>(positions.size(), 1));
  }

  // What the weights say of each position.
  void predict(const DiscPositions& positions, std::span<float> out) const {
    for (std::size_t i = 0; i < positions.size(); ++i) out[i] = seen(positions, i).prediction;
  }

 private:
  static constexpr int kGroups = disc_patterns::kKnots;

  // Where a position's weights are.
  struct Seen {
    std::array<std::int32_t, disc_patterns::kInstances> at;
    std::size_t one, two;  // where their knots begin
    std::size_t tempo;
    float prediction;
  };

  static std::vector<std::vector<std::uint32_t>> by_knot(const DiscPositions& positions) {
    std::vector<std::vector<std::uint32_t>> groups(kGroups);
    for (std::size_t i = 0; i < positions.size(); ++i)
      groups[std::size_t(disc_patterns::phase_of(positions.discs(i)) / 2)].push_back(std::uint32_t(i));
    return groups;
  }

  double learn(const DiscPositions& positions, std::span<const float> labels, std::vector<std::uint32_t> order,
               float learning_rate, Random random, const Stop& stop) {
    double squares = 0;
    for (std::size_t left = order.size(); left > 0; --left) {
      if ((left & 0xffff) == 0 && stop.told) break;
      std::swap(order[left - 1], order[random.below(std::uint32_t(left))]);
      const Seen s = seen(positions, order[left - 1]);
      const float error = labels[order[left - 1]] - s.prediction;
      squares += double(error) * double(error);
      step(s, error, learning_rate);
    }
    return squares;
  }

  Seen seen(const DiscPositions& positions, std::size_t i) const {
    Seen s;
    const int discs = positions.discs(i), phase = disc_patterns::phase_of(discs);
    disc_patterns::Indices indices;
    indices.reset(positions.mine(i), positions.theirs(i));
    s.one = disc_patterns::knot_begin(phase / 2), s.two = disc_patterns::knot_begin((phase + 1) / 2);
    s.tempo = disc_patterns::knot_begin(disc_patterns::kKnots) + std::size_t(discs - 4);
    const std::vector<std::int32_t>& shared = disc_patterns::shared_weights().of_index;
    float one = 0, two = 0;
    for (int k = 0; k < disc_patterns::kInstances; ++k) {
      s.at[std::size_t(k)] = shared[std::size_t(indices.at(k))];
      one += weights_[s.one + std::size_t(s.at[std::size_t(k)])];
      two += weights_[s.two + std::size_t(s.at[std::size_t(k)])];
    }
    s.prediction = (one + two) / 2 + weights_[s.tempo];
    return s;
  }

  void step(const Seen& s, float error, float learning_rate) {
    for (const std::int32_t at : s.at) {
      if (s.one == s.two) {
        move(s.one + std::size_t(at), error, learning_rate);
      } else {
        move(s.one + std::size_t(at), error / 2, learning_rate);
        move(s.two + std::size_t(at), error / 2, learning_rate);
      }
    }
    move(s.tempo, error, learning_rate);
  }
  void move(std::size_t at, float gradient, float learning_rate) {
    squares_[at] += gradient * gradient;
    weights_[at] += learning_rate * gradient / std::sqrt(squares_[at] + 1.f);
  }

  std::span<float> weights_, squares_;
};

}  // namespace kishi
