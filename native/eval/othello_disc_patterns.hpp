// Othello by patterns, in discs: 15 shapes, each wherever it lies on the board (62 pattern instances), and a weight
// for every way its squares can be filled (its pattern index), by how full the board is. Learned from games whose end
// is solved (learn/othello_fit.hpp).
//
// A pattern index is a number in base three: 0 own, 1 empty, 2 the other side's. So the other side's index is the
// largest one minus this.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>
#include <mutex>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/pages.hpp"
#include "eval/evaluator.hpp"
#include "eval/othello_search_info.hpp"

namespace kishi {

namespace disc_patterns {

constexpr int kMostSquares = 10;

// A shape by its squares (a1 is 0, b1 is 1, a2 is 8); its other instances follow by symmetry. Weights are numbered, in
// files too, by `squares`, an index has its digits by `digits`, the lowest first: squares that differ between the
// positions of one search have the low ones, so that what these need shares lines of the cache and pages (chosen to
// touch the fewest in runs of 4,000 evaluations of searches: 0.6 and 0.53 times as many as by `squares`).
struct Shape {
  int size;
  std::array<std::int8_t, kMostSquares> squares, digits;
};

inline constexpr std::array<Shape, 15> kShapes = {{
    {10,
     {9, 0, 1, 2, 3, 4, 5, 6, 7, 14},
     {5, 4, 3, 2, 1, 6, 9, 14, 7, 0}},  // the edge and both squares inside its corners
    {10,
     {0, 2, 3, 4, 5, 7, 10, 11, 12, 13},
     {13, 10, 5, 4, 12, 2, 3, 11, 0, 7}},  // the edge's ends and its middle two deep
    {10, {0, 1, 2, 3, 4, 8, 9, 10, 11, 12}, {12, 4, 3, 2, 10, 11, 8, 1, 9, 0}},  // the corner, 5x2
    {10,
     {0, 1, 2, 8, 9, 10, 16, 17, 18, 27},
     {17, 2, 16, 10, 18, 8, 1, 9, 0, 27}},  // the corner, 3x3, and the next square of its diagonal
    {10, {0, 1, 2, 3, 8, 9, 10, 16, 17, 24}, {17, 24, 3, 2, 16, 10, 1, 8, 0, 9}},  // the triangle of the corner
    {10,
     {0, 1, 2, 3, 4, 8, 16, 24, 32, 9},
     {32, 24, 16, 3, 2, 4, 1, 8, 9, 0}},  // the corner with both edges and the square inside
    {10, {0, 1, 8, 9, 10, 17, 18, 19, 26, 27}, {26, 19, 17, 10, 9, 18, 1, 8, 27, 0}},  // the diagonal and its sides
    {8, {8, 9, 10, 11, 12, 13, 14, 15}, {13, 12, 10, 11, 8, 9, 14, 15}},  // the second, third and fourth rows
    {8, {16, 17, 18, 19, 20, 21, 22, 23}, {21, 22, 17, 16, 23, 20, 19, 18}},
    {8, {24, 25, 26, 27, 28, 29, 30, 31}, {30, 25, 24, 31, 26, 29, 28, 27}},
    {8, {0, 9, 18, 27, 36, 45, 54, 63}, {18, 9, 45, 54, 27, 36, 0, 63}},  // the diagonals, down to four squares
    {7, {1, 10, 19, 28, 37, 46, 55}, {19, 10, 46, 1, 37, 28, 55}},
    {6, {2, 11, 20, 29, 38, 47}, {38, 11, 2, 47, 29, 20}},
    {5, {3, 12, 21, 30, 39}, {12, 39, 30, 3, 21}},
    {4, {4, 13, 22, 31}, {13, 22, 4, 31}},
}};

constexpr int power_of_three(int n) { return n ? 3 * power_of_three(n - 1) : 1; }

// Where each shape's weights begin, and how many there are of all shapes together.
inline constexpr auto kBegin = [] {
  std::array<int, kShapes.size() + 1> begin{};
  for (std::size_t s = 0; s < kShapes.size(); ++s) begin[s + 1] = begin[s] + power_of_three(kShapes[s].size);
  return begin;
}();
constexpr int kIndices = kBegin.back();

constexpr int kInstances = 62, kLanes = 64;  // padded, so that they fill vector registers
using Lanes = std::array<std::uint16_t, kLanes>;

// Every instance of every shape: where its weights begin, its largest index, and what a disc on each square adds.
struct Instances {
  std::array<int, kInstances> begin{};
  alignas(32) Lanes largest{};
  alignas(32) std::array<Lanes, 65> power{};  // of no square: nothing
  int count = 0;
};

constexpr othello::Board squares_of(const Shape& shape, int symmetry) {
  othello::Board set = 0;
  for (int i = 0; i < shape.size; ++i) set |= othello::Board{1} << turned_square(shape.squares[i], 8, symmetry);
  return set;
}

inline constexpr Instances kInstance = [] {
  Instances instances;
  for (std::size_t s = 0; s < kShapes.size(); ++s)
    for (int symmetry = 0; symmetry < 8; ++symmetry) {
      bool seen = false;
      for (int earlier = 0; earlier < symmetry; ++earlier)
        seen |= squares_of(kShapes[s], earlier) == squares_of(kShapes[s], symmetry);
      if (seen) continue;
      const auto at = std::size_t(instances.count++);
      for (int i = 0; i < kShapes[s].size; ++i)
        instances.power[std::size_t(turned_square(kShapes[s].digits[i], 8, symmetry))][at] =
            std::uint16_t(power_of_three(i));
      instances.begin[at] = kBegin[s];
      instances.largest[at] = std::uint16_t(power_of_three(kShapes[s].size) - 1);
    }
  return instances;
}();
static_assert(kInstance.count == kInstances);
static_assert(std::ranges::all_of(kShapes, [](const Shape& s) {
  return std::is_permutation(s.squares.begin(), s.squares.end(), s.digits.begin());
}));

// Weights are kept once for an index and its mirror image, where a shape is its own mirror image: the number of the
// weight of each index, and how many weights there are.
struct SharedWeights {
  std::vector<std::int32_t> of_index;
  int count = 0;
};
// Where each square of a shape goes in its own mirror image; where it is, if it has none.
inline std::array<int, kMostSquares> mirrored_places(const Shape& shape) {
  std::array<int, kMostSquares> to{};
  std::iota(to.begin(), to.end(), 0);
  for (int symmetry = 1; symmetry < 8; ++symmetry)
    if (squares_of(shape, symmetry) == squares_of(shape, 0))
      for (int i = 0; i < shape.size; ++i)
        for (int j = 0; j < shape.size; ++j)
          if (turned_square(shape.squares[i], 8, symmetry) == shape.squares[j]) to[i] = j;
  return to;
}
// What each square of a shape, in the order of the weights, adds to an index.
inline std::array<int, kMostSquares> powers_of(const Shape& shape) {
  std::array<int, kMostSquares> powers{};
  for (int i = 0; i < shape.size; ++i)
    for (int j = 0; j < shape.size; ++j)
      if (shape.digits[j] == shape.squares[i]) powers[i] = power_of_three(j);
  return powers;
}
inline SharedWeights find_shared_weights() {
  SharedWeights shared;
  shared.of_index.resize(kIndices);
  for (std::size_t s = 0; s < kShapes.size(); ++s) {
    const Shape& shape = kShapes[s];
    const std::array<int, kMostSquares> to = mirrored_places(shape), powers = powers_of(shape);
    std::vector<std::int32_t> numbers;
    for (int filled = 0; filled < power_of_three(shape.size); ++filled) {
      int mirrored = 0, index = 0;
      for (int i = 0, rest = filled; i < shape.size; ++i, rest /= 3) {
        mirrored += rest % 3 * power_of_three(to[i]);
        index += rest % 3 * powers[i];
      }
      numbers.push_back(mirrored < filled ? numbers[std::size_t(mirrored)] : shared.count++);
      shared.of_index[std::size_t(kBegin[s] + index)] = numbers.back();
    }
  }
  return shared;
}
inline const SharedWeights& shared_weights() {
  static const SharedWeights all = find_shared_weights();
  return all;
}

// The indices of all instances, as the mover sees them.
class Indices {
 public:
  void reset(othello::Board mine, othello::Board theirs) {
    for (int i = 0; i < kLanes; ++i) lanes_[i] = std::uint16_t(kInstance.largest[i] / 2);
    for (; mine; mine &= mine - 1) add<-1>(kInstance.power[std::countr_zero(mine)]);
    for (; theirs; theirs &= theirs - 1) add<1>(kInstance.power[std::countr_zero(theirs)]);
  }

  // What they are once the mover of `before` has played to `square` and turned `turned_over`: the other one moves.
  void follow(const Indices& before, int square, othello::Board turned_over) {
    // Three at once, though there may be fewer: most moves turn no more, and a loop that ends after one, two or three
    // is guessed wrong by the processor more often than not.
    Lanes change{};
    do {
      const othello::Board two = turned_over & (turned_over - 1), three = two & (two - 1);
      const Lanes &a = kInstance.power[std::countr_zero(turned_over)], &b = kInstance.power[std::countr_zero(two)],
                  &c = kInstance.power[std::countr_zero(three)];
      for (int i = 0; i < kLanes; ++i) change[i] = std::uint16_t(change[i] + a[i] + b[i] + c[i]);
      turned_over = three & (three - 1);
    } while (turned_over);
    const Lanes& placed = kInstance.power[square];
    for (int i = 0; i < kLanes; ++i) change[i] = std::uint16_t(2 * change[i] + placed[i]);
    for (int i = 0; i < kLanes; ++i) lanes_[i] = std::uint16_t(kInstance.largest[i] - before.lanes_[i] + change[i]);
  }
  void follow_pass(const Indices& before) {
    for (int i = 0; i < kLanes; ++i) lanes_[i] = std::uint16_t(kInstance.largest[i] - before.lanes_[i]);
  }

  // The place of the weight of instance `i` among those of all shapes.
  int at(int i) const { return kInstance.begin[i] + lanes_[i]; }

  // The sum of the mover's weights. Where each shape's begin is a constant: written out, this is two loads and an
  // addition an instance, which no gather betters.
  int sum(const std::int16_t* weights) const {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      std::array<int, 4> parts{};
      ((parts[I % 4] += weights[kInstance.begin[I] + lanes_[I]]), ...);
      return parts[0] + parts[1] + parts[2] + parts[3];
    }(std::make_index_sequence<kInstances>());
  }

 private:
  template <int Sign>
  void add(const Lanes& power) {
    for (int i = 0; i < kLanes; ++i) lanes_[i] = std::uint16_t(lanes_[i] + Sign * power[i]);
  }

  alignas(32) Lanes lanes_;  // left uninitialised on purpose: searches keep many of them
};

// Weights are learned at every fourth disc, and those of the even disc counts between are the means of both: what
// changes slowly is learned from few games. One weight for each disc count says what having the move is worth there.
constexpr int kKnots = 16, kPhases = 31, kDiscCounts = 61;
constexpr int phase_of(int discs) { return (discs - 4) / 2; }
constexpr int kPointsPerDisc = 64;

inline std::size_t knot_begin(int knot) { return std::size_t(knot) * std::size_t(shared_weights().count); }
inline std::size_t numbers_in_all() { return knot_begin(kKnots) + kDiscCounts; }

// All weights as the search reads them: a table for each phase, in points.
class Tables {
 public:
  Tables(const Othello& game, std::span<const float> numbers) : weights_(std::size_t(kPhases) * kIndices) {
    if (game.size != 8) throw std::invalid_argument("patterns are for the board of 8x8; not " + game.name());
    if (numbers.size() != numbers_in_all())
      throw std::invalid_argument("patterns in discs take " + std::to_string(numbers_in_all()) + " weights; got " +
                                  std::to_string(numbers.size()));
    const SharedWeights& shared = shared_weights();
    for (int phase = 0; phase < kPhases; ++phase) {
      const float *one = &numbers[knot_begin(phase / 2)], *two = &numbers[knot_begin((phase + 1) / 2)];
      std::int16_t* out = &weights_[std::size_t(phase) * kIndices];
      for (int i = 0; i < kIndices; ++i) {
        const int at = shared.of_index[std::size_t(i)];
        out[i] = rounded((one[at] + two[at]) / 2);
      }
    }
    std::transform(numbers.end() - kDiscCounts, numbers.end(), tempo_.begin(), rounded);
  }

  // For the mover, in points.
  int points(const Indices& indices, int discs) const {
    const int sum = indices.sum(&weights_[std::size_t(phase_of(discs)) * kIndices]) + tempo_[discs - 4];
    return std::clamp(sum, -kMost, kMost);
  }

 private:
  static constexpr int kMost = 64 * kPointsPerDisc;
  static std::int16_t rounded(float points) { return std::int16_t(std::lround(std::clamp(points, -32767.f, 32767.f))); }

  ZeroedTable<std::int16_t> weights_;
  std::array<std::int16_t, kDiscCounts> tempo_{};
};

// A number that other weights do not have. In four parts, of which none waits for the one before.
inline std::uint64_t content_of(std::span<const float> numbers) {
  std::array<std::uint64_t, 4> parts{numbers.size(), 1, 2, 3};
  const auto mixed = [](std::uint64_t part, std::uint64_t n) { return (part ^ n) * 0x9e3779b97f4a7c15 ^ part >> 29; };
  std::size_t i = 0;
  for (; i + 4 <= numbers.size(); i += 4)
    for (std::size_t k = 0; k < 4; ++k) parts[k] = mixed(parts[k], std::bit_cast<std::uint32_t>(numbers[i + k]));
  for (; i < numbers.size(); ++i) parts[0] = mixed(parts[0], std::bit_cast<std::uint32_t>(numbers[i]));
  return std::accumulate(parts.begin() + 1, parts.end(), parts[0], mixed);
}

// The tables of these weights. They are large, and searches with the same weights are made for every game of a match,
// solvers for every question: all share them, and those of the last two who asked are kept for the next.
inline std::shared_ptr<const Tables> tables_of(const Othello& game, std::span<const float> numbers) {
  struct Known {
    std::uint64_t content;
    std::weak_ptr<const Tables> tables;
  };
  static std::mutex lock;
  static std::vector<Known> known;
  static std::array<std::shared_ptr<const Tables>, 2> kept;
  const std::uint64_t content = content_of(numbers);
  const std::scoped_lock hold(lock);
  std::erase_if(known, [](const Known& k) { return k.tables.expired(); });
  std::shared_ptr<const Tables> found;
  for (const Known& k : known)
    if (k.content == content) found = k.tables.lock();
  if (!found) {
    found = std::make_shared<const Tables>(game, numbers);
    known.push_back({content, found});
  }
  if (kept[0] != found) {
    kept[1] = std::move(kept[0]);
    kept[0] = found;
  }
  return found;
}

}  // namespace disc_patterns

// Learned weights as an evaluation.
class DiscPatterns {
 public:
  using Position = Othello::Position;

  DiscPatterns(const Othello& game, std::span<const float> numbers)
      : tables_(disc_patterns::tables_of(game, numbers)), line_(kMostPlies) {}

  void reset(const Othello&, const Position& p) {
    ply_ = 0;
    line_[0].reset(p.mine, p.theirs);
  }
  void push(const Position& before, Move, const Position& after) {
    follow(line_[ply_], before, after, line_[ply_ + 1]);
    ++ply_;
  }
  void pop() { --ply_; }
  const std::shared_ptr<const disc_patterns::Tables>& tables() const { return tables_; }
  double scale() const { return 6.0 * disc_patterns::kPointsPerDisc; }
  double unit() const { return disc_patterns::kPointsPerDisc; }
  Score end(const Position& p) const { return Othello{}.score(p) * disc_patterns::kPointsPerDisc; }
  // The chance to win more than to lose: it is surer the fewer squares are empty. Fitted to what weights said of
  // 39,000 positions of good games and how these ended.
  double value(Score points, const Position& p) const {
    const int empties = 64 - std::popcount(p.mine | p.theirs);
    return std::tanh(points / (disc_patterns::kPointsPerDisc * (5.5 + 0.2 * empties)));
  }
  Score points(const SearchInfo<Othello>&, const Position& p) const {
    return tables_->points(line_[ply_], std::popcount(p.mine | p.theirs));
  }
  Score points_after(const Position& p, const Position& next) const {
    disc_patterns::Indices indices;
    follow(line_[ply_], p, next, indices);
    return tables_->points(indices, std::popcount(next.mine | next.theirs));
  }

 private:
  static void follow(const disc_patterns::Indices& now, const Position& before, const Position& after,
                     disc_patterns::Indices& next) {
    const othello::Board gained = after.theirs & ~before.mine;
    if (gained)
      next.follow(now, std::countr_zero(gained & ~before.theirs), gained & before.theirs);
    else
      next.follow_pass(now);
  }

  static constexpr std::size_t kMostPlies = 128;  // 60 moves, and no two passes in a row

  std::shared_ptr<const disc_patterns::Tables> tables_;  // shared by the threads of a search
  std::vector<disc_patterns::Indices> line_;
  std::size_t ply_ = 0;
};

static_assert(Evaluator<DiscPatterns, Othello>);

}  // namespace kishi
