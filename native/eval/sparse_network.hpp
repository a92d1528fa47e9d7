// A network whose wide first layer is kept up to date move by move: few of its many inputs are on, and a
// move changes few of those.
//
// Both sides look at the board through the same first layer. Its neurons come in pairs, whose product is
// handed on: "this and that". What the mover sees comes first in the next layer. All is integers, so
// that it is fast and every instruction set gives the same.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "eval/search_info.hpp"

namespace kishi {

// Numbers of inputs that are on, or change. A fixed room: no game has more.
class InputList {
 public:
  static constexpr int kRoom = 64;
  InputList() {}  // not the default one, which clears the room where a list is made with {}
  void add(int input) { inputs_[size_++] = input; }
  void clear() { size_ = 0; }
  int size() const { return size_; }
  const int* begin() const { return inputs_.data(); }
  const int* end() const { return inputs_.data() + size_; }

 private:
  std::array<int, kRoom> inputs_;
  int size_ = 0;
};

// The inputs of a game's network, as each side sees the board.
template <class I>
concept SparseInputs = requires(const typename I::Position& p, Side viewer, InputList& list) {
  { I::kCount } -> std::convertible_to<int>;
  { I::kViews } -> std::convertible_to<int>;         // of so many equal parts only one is on: the place of a king
  { I::kMostOn } -> std::convertible_to<int>;        // at once
  { I::on(p, viewer, list) } -> std::same_as<void>;  // adds all that are on
  // Whether the inputs of one position are those of another with few changes; then which ones went off and
  // came on.
  { I::comparable(p, p, viewer) } -> std::same_as<bool>;
  { I::changes(p, p, viewer, list, list) } -> std::same_as<void>;
};

// The inputs of each game that has such a network: `type`, specialised beside them.
template <Game G>
struct NetworkInputs {};

// The whole-number form of a trained network. A number x of the trained one is here x * kFine in the first
// layer, x * kOne in what layers hand on (kMost at most), and x * kStep in the weights of later layers.
struct SparseWeights {
  static constexpr int kWide = 128, kPairs = kWide / 2, kSmall = 16, kFine = 512, kOne = 128, kMost = 127, kStep = 256;
  // As many numbers in a vector as the instruction set has room for.
  using Lanes = std::int16_t __attribute__((vector_size(__BIGGEST_ALIGNMENT__)));
  using LongLanes = std::int32_t __attribute__((vector_size(__BIGGEST_ALIGNMENT__)));
  static constexpr int kLanes = __BIGGEST_ALIGNMENT__ / 2, kLongLanes = __BIGGEST_ALIGNMENT__ / 4;
  using Wide = std::array<Lanes, kWide / kLanes>;
  using Small = std::array<LongLanes, kSmall / kLongLanes>;

  std::vector<Wide> first;  // by input
  Wide first_bias{};
  alignas(64) std::array<std::array<std::int16_t, 2 * kPairs>, kSmall> second{};  // by the neuron it leads to
  Small second_bias{};
  std::array<Small, kSmall> third{};  // by the neuron it comes from
  Small third_bias{}, last{};
  std::int32_t last_bias = 0;

  static constexpr std::size_t numbers(int inputs) {
    return std::size_t(inputs + 1) * kWide + (2 * kPairs + 1) * kSmall + (kSmall + 1) * kSmall + kSmall + 1;
  }

  // From the trained numbers, layer by layer, each layer's weights before its biases; the weights of
  // later layers are listed by the neuron they lead to.
  SparseWeights(int inputs, std::span<const float> trained) {
    if (trained.size() != numbers(inputs))
      throw std::invalid_argument("the network takes " + std::to_string(numbers(inputs)) + " weights; got " +
                                  std::to_string(trained.size()));
    if (!std::ranges::all_of(trained, [](float x) { return std::isfinite(x); }))
      throw std::invalid_argument("the network's weights must be finite");
    const float* next = trained.data();
    // Far inside of 16 bits, so that no sum can overflow, neither of rows in the first layer nor later.
    const auto weight = [&next](int unit) { return std::int16_t(whole(*next++, unit, 2'000)); };
    // Sums are cut off where a layer hands them on; half of what is cut off, added here, rounds them.
    const auto bias = [&next] { return whole(*next++, kOne * kStep, 100'000'000) + kStep / 2; };
    const auto fill = [](auto& vectors, auto&& number) {
      for (auto& vector : vectors)
        for (int i = 0; i < int(sizeof vector / sizeof vector[0]); ++i) vector[i] = number();
    };
    const auto wide = [&] { return weight(kFine); };
    first.resize(std::size_t(inputs));
    for (Wide& row : first) fill(row, wide);
    fill(first_bias, [&] { return std::int16_t(wide() + kFine / kOne / 2); });
    for (auto& row : second)
      for (std::int16_t& number : row) number = weight(kStep);
    fill(second_bias, bias);
    for (int to = 0; to < kSmall; ++to)
      for (Small& row : third) row[to / kLongLanes][to % kLongLanes] = weight(kStep);
    fill(third_bias, bias);
    fill(last, [&] { return weight(kStep); });
    last_bias = bias() - kStep / 2;
  }

 private:
  static std::int32_t whole(float x, int unit, int most) {
    return std::int32_t(std::lround(std::clamp(x * float(unit), float(-most), float(most))));
  }
};

template <SparseInputs I>
class SparseNetwork {
 public:
  using Position = typename I::Position;

  explicit SparseNetwork(std::span<const float> trained)
      : weights_(std::make_shared<const SparseWeights>(I::kCount, trained)) {}

  template <class G>
  void reset(const G&, const Position& p) {
    depth_ = 0;
    if (stack_.empty()) stack_.resize(1);
    stack_[0].begin(p);
  }
  // Most positions of a search are never judged, so nothing is worked out here.
  void push(const Position&, Move, const Position& after) {
    if (++depth_ == int(stack_.size())) stack_.resize(stack_.size() + 16);
    stack_[std::size_t(depth_)].begin(after);
  }
  void pop() { --depth_; }

  // The lead that wins 3 games of 4: the last layer gives the logit.
  static constexpr int kScale = 600;
  double scale() const { return kScale; }

  template <class S>
  Score points(const S&, const Position& p) const {
    const Sums& mine = seen(p.turn);
    return as_points(judged(mine, seen(other(p.turn))));
  }

  // What a fresh look at the position gives, for tests: the mover's logit.
  double logit_afresh(const Position& p) const {
    Sums mine, theirs;
    look(p, p.turn, mine);
    look(p, other(p.turn), theirs);
    return double(judged(mine, theirs)) / kLogit;
  }

 private:
  using Lanes = SparseWeights::Lanes;
  using Sums = SparseWeights::Wide;
  static constexpr int kVectors = int(std::tuple_size_v<Sums>), kInBlock = 4;
  using Small = SparseWeights::Small;
  static constexpr int kSmall = SparseWeights::kSmall, kPairs = SparseWeights::kPairs;
  static constexpr int kSmallVectors = int(std::tuple_size_v<Small>);
  static_assert(kVectors % kInBlock == 0);

  struct Entry {
    std::array<Sums, 2> sums;
    Position position;
    std::array<bool, 2> known;

    void begin(const Position& p) {
      position = p;
      known = {};
    }
  };

  // The sums of the top, brought up to date from the nearest known ones below, or afresh.
  const Sums& seen(Side viewer) const {
    const int v = int(viewer);
    Entry& top = stack_[std::size_t(depth_)];
    if (top.known[v]) return top.sums[v];
    top.known[v] = true;
    int from = depth_;
    while (from > 0 && depth_ - from < kLongestWay &&
           I::comparable(stack_[std::size_t(from - 1)].position, stack_[std::size_t(from)].position, viewer)) {
      const Entry& base = stack_[std::size_t(--from)];
      if (!base.known[v]) continue;
      InputList off, on;
      I::changes(base.position, top.position, viewer, off, on);
      add(base.sums[v], off, on, top.sums[v]);
      return top.sums[v];
    }
    look(top.position, viewer, top.sums[v]);
    return top.sums[v];
  }

  void look(const Position& p, Side viewer, Sums& sums) const {
    InputList on;
    I::on(p, viewer, on);
    add(weights_->first_bias, {}, on, sums);
  }

  // Block by block, so that a block stays in registers while all rows are added to it.
  void add(const Sums& base, const InputList& off, const InputList& on, Sums& sums) const {
    const SparseWeights::Wide* rows = weights_->first.data();
    for (int at = 0; at < kVectors; at += kInBlock) {
      Lanes a = base[at], b = base[at + 1], c = base[at + 2], d = base[at + 3];
      for (int input : off) {
        const Lanes* row = &rows[input][at];
        a -= row[0], b -= row[1], c -= row[2], d -= row[3];
      }
      for (int input : on) {
        const Lanes* row = &rows[input][at];
        a += row[0], b += row[1], c += row[2], d += row[3];
      }
      sums[at] = a, sums[at + 1] = b, sums[at + 2] = c, sums[at + 3] = d;
    }
  }

  // The later layers: the mover's logit, times kLogit.
  static constexpr int kLogit = SparseWeights::kOne * SparseWeights::kStep;
  std::int32_t judged(const Sums& mine, const Sums& theirs) const {
    const SparseWeights& w = *weights_;
    alignas(64) std::array<std::int16_t, 2 * kPairs> pairs;
    multiply(mine, pairs.data());
    multiply(theirs, pairs.data() + kPairs);
    std::array<std::int32_t, kSmall> a;
    for (int o = 0; o < kSmall; ++o) {
      std::int32_t sum = 0;
      for (int i = 0; i < 2 * kPairs; ++i) sum += std::int32_t(pairs[i]) * w.second[o][i];
      a[o] = sum;
    }
    Small seconds;
    std::memcpy(&seconds, &a, sizeof seconds);
    for (int v = 0; v < kSmallVectors; ++v) hand_on(seconds[v], w.second_bias[v]);
    std::memcpy(&a, &seconds, sizeof seconds);
    Small thirds{};
    for (int i = 0; i < kSmall; ++i)
      for (int v = 0; v < kSmallVectors; ++v) thirds[v] += a[i] * w.third[i][v];
    std::int32_t sum = w.last_bias;
    for (int v = 0; v < kSmallVectors; ++v) {
      hand_on(thirds[v], w.third_bias[v]);
      thirds[v] *= w.last[v];
      for (int i = 0; i < SparseWeights::kLongLanes; ++i) sum += thirds[v][i];
    }
    return sum;
  }
  static constexpr int kFiner = std::countr_zero(unsigned(SparseWeights::kFine / SparseWeights::kOne));
  // The first half of the neurons times the second one.
  static void multiply(const Sums& sums, std::int16_t* pairs) {
    for (int i = 0; i < kVectors / 2; ++i) {
      Lanes x = sums[i] >> kFiner, y = sums[i + kVectors / 2] >> kFiner;
      clip(x);
      clip(y);
      x = (x * y + std::int16_t(SparseWeights::kOne / 2)) >> std::countr_zero(unsigned(SparseWeights::kOne));
      std::memcpy(pairs + i * SparseWeights::kLanes, &x, sizeof x);
    }
  }
  template <class Vector>
  static void clip(Vector& x) {
    using Number = std::remove_cvref_t<decltype(x[0])>;
    const Vector none{}, most = none + Number(SparseWeights::kMost);
    x = x > none ? x : none;
    x = x < most ? x : most;
  }
  static void hand_on(SparseWeights::LongLanes& sums, const SparseWeights::LongLanes& bias) {
    sums = (sums + bias) >> std::countr_zero(unsigned(SparseWeights::kStep));
    clip(sums);
  }
  static Score as_points(std::int32_t judged) {
    constexpr double kPointsOfLogit = kScale / (2 * 0.5493);
    constexpr std::int64_t kUnit = std::int64_t(kPointsOfLogit / kLogit * 65'536 + 0.5);
    return Score(judged * kUnit / 65'536);
  }

  static constexpr int kLongestWay = 4;  // more moves back than this change as much as a fresh look costs

  std::shared_ptr<const SparseWeights> weights_;
  mutable std::vector<Entry> stack_;
  int depth_ = 0;
};

}  // namespace kishi
