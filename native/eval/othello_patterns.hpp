// Othello by patterns: twelve shapes, each wherever it lies on the board (a pattern instance), and a weight
// for every way its squares can be filled (its pattern index). Learned by self-play in learn/td.hpp.
//
// A pattern index is a number in base three: 0 empty, 1 own, 2 the other side's. Both players' indices are
// kept for all 46 instances and change by additions alone when discs do.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/othello_search_info.hpp"

namespace kishi {

namespace patterns {

constexpr int kMostSquares = 10;

// A shape by its squares (a1 is 0, b1 is 1, a2 is 8); its other instances follow by symmetry.
struct Shape {
  int size;
  std::array<std::int8_t, kMostSquares> squares;
};

inline constexpr std::array<Shape, 12> kShapes = {{
    {9, {0, 1, 2, 8, 9, 10, 16, 17, 18}},      // the corner, 3x3
    {10, {0, 1, 2, 3, 4, 8, 16, 24, 32, 9}},   // the corner with both edges and the square inside
    {10, {9, 0, 1, 2, 3, 4, 5, 6, 7, 14}},     // the edge and both squares inside its corners
    {10, {0, 2, 3, 10, 11, 12, 13, 4, 5, 7}},  // the edge's ends and its middle two deep
    {8, {8, 9, 10, 11, 12, 13, 14, 15}},       // the second, third and fourth rows
    {8, {16, 17, 18, 19, 20, 21, 22, 23}},
    {8, {24, 25, 26, 27, 28, 29, 30, 31}},
    {8, {0, 9, 18, 27, 36, 45, 54, 63}},  // the diagonals, down to four squares
    {7, {1, 10, 19, 28, 37, 46, 55}},
    {6, {2, 11, 20, 29, 38, 47}},
    {5, {3, 12, 21, 30, 39}},
    {4, {4, 13, 22, 31}},
}};

constexpr int power_of_three(int n) { return n ? 3 * power_of_three(n - 1) : 1; }

// Where each shape's weights begin, and how many there are of all shapes together.
inline constexpr auto kBegin = [] {
  std::array<int, kShapes.size() + 1> begin{};
  for (std::size_t s = 0; s < kShapes.size(); ++s) begin[s + 1] = begin[s] + power_of_three(kShapes[s].size);
  return begin;
}();
constexpr int kNumbers = kBegin.back();

constexpr int kInstances = 46, kLanes = 48;  // padded, so that they fill vector registers
using Lanes = std::array<std::uint16_t, kLanes>;

// Every instance of every shape: where its weights begin, and what a disc on each square adds to its index.
struct Instances {
  std::array<int, kInstances> begin{};
  alignas(32) std::array<Lanes, 64> power{};
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
      for (int i = 0; i < kShapes[s].size; ++i)
        instances.power[turned_square(kShapes[s].squares[i], 8, symmetry)][instances.count] =
            std::uint16_t(power_of_three(i));
      instances.begin[instances.count++] = kBegin[s];
    }
  return instances;
}();
static_assert(kInstance.count == kInstances);

// The symmetric index of each: what it looks like from the other side of a shape that is its own mirror
// image. What is learned about the one holds for the other.
// A function of its own: a lambda, which may be constexpr, costs the compiler four seconds of trying.
inline std::vector<std::int32_t> find_symmetric_indices() {
  std::vector<std::int32_t> symmetric;
  for (const Shape& shape : kShapes) {
    std::array<int, kMostSquares> to{};
    for (int i = 0; i < shape.size; ++i) to[i] = i;
    for (int symmetry = 1; symmetry < 8; ++symmetry)
      if (squares_of(shape, symmetry) == squares_of(shape, 0))
        for (int i = 0; i < shape.size; ++i)
          for (int j = 0; j < shape.size; ++j)
            if (turned_square(shape.squares[i], 8, symmetry) == shape.squares[j]) to[i] = j;
    const int begin = int(symmetric.size());
    for (int index = 0; index < power_of_three(shape.size); ++index) {
      int other = 0;
      for (int i = 0, rest = index; i < shape.size; ++i, rest /= 3) other += rest % 3 * power_of_three(to[i]);
      symmetric.push_back(begin + other);
    }
  }
  return symmetric;
}
inline const std::vector<std::int32_t>& symmetric_indices() {
  static const std::vector<std::int32_t> all = find_symmetric_indices();
  return all;
}

// The indices of all instances as both players see them.
class Indices {
 public:
  void reset(const Othello::Position& p) {
    for (Lanes& view : views_) view.fill(0);
    const int mover = int(p.turn);
    for (int square = 0; square < 64; ++square) {
      const int factor = p.mine >> square & 1 ? 1 : p.theirs >> square & 1 ? 2 : 0;
      for (int i = 0; factor && i < kLanes; ++i) {
        views_[mover][i] = std::uint16_t(views_[mover][i] + factor * kInstance.power[square][i]);
        views_[1 - mover][i] = std::uint16_t(views_[1 - mover][i] + (3 - factor) * kInstance.power[square][i]);
      }
    }
  }

  // The same after a move from `p` to `square` that turns `turned_over`.
  void play(const Othello::Position& p, int square, othello::Board turned_over) {
    const Lanes gained = sum_of(turned_over);
    const Lanes& placed = kInstance.power[square];
    Lanes &mover = views_[int(p.turn)], &waiter = views_[1 - int(p.turn)];
    for (int i = 0; i < kLanes; ++i) {
      mover[i] = std::uint16_t(mover[i] + placed[i] - gained[i]);
      waiter[i] = std::uint16_t(waiter[i] + 2 * placed[i] + gained[i]);
    }
  }

  // What the other side will see after that move.
  void seen_after(const Othello::Position& p, int square, othello::Board turned_over, Lanes& after) const {
    const Lanes gained = sum_of(turned_over);
    const Lanes &placed = kInstance.power[square], &waiter = views_[1 - int(p.turn)];
    for (int i = 0; i < kLanes; ++i) after[i] = std::uint16_t(waiter[i] + 2 * placed[i] + gained[i]);
  }

  const Lanes& seen_by(Side side) const { return views_[int(side)]; }

 private:
  static Lanes sum_of(othello::Board squares) {
    alignas(32) Lanes sum{};
    for (; squares; squares &= squares - 1) {
      const Lanes& power = kInstance.power[std::countr_zero(squares)];
      for (int i = 0; i < kLanes; ++i) sum[i] = std::uint16_t(sum[i] + power[i]);
    }
    return sum;
  }

  alignas(32) std::array<Lanes, 2> views_{};
};

template <class Number>
auto sum_over(const Number* numbers, const Lanes& indices) {
  decltype(Number{} + Number{}) sum{};
  for (int i = 0; i < kInstances; ++i) sum += numbers[kInstance.begin[i] + indices[i]];
  return sum;
}

// The game falls into as many equal parts as there are tables of weights.
inline int phase_of(int discs, int phases) { return std::min((discs - 4) * phases / 60, phases - 1); }
inline int phase_of(const Othello::Position& p, int phases) {
  return phase_of(std::popcount(p.mine | p.theirs), phases);
}

inline int phases_in(const Othello& game, std::size_t numbers) {
  if (game.size != 8) throw std::invalid_argument("patterns are for the board of 8x8; not " + game.name());
  if (numbers == 0 || numbers % kNumbers || numbers / kNumbers > 60)
    throw std::invalid_argument("patterns take 1 to 60 times " + std::to_string(kNumbers) + " numbers; got " +
                                std::to_string(numbers));
  return int(numbers / kNumbers);
}

}  // namespace patterns

// Learned weights as an evaluation. They add up to the logit of winning, halved: tanh makes them the
// value; a thousand points are one unit.
class OthelloPatterns {
 public:
  using Position = Othello::Position;
  static constexpr int kUnit = 1000;

  OthelloPatterns(const Othello& game, std::span<const float> numbers)
      : phases_(patterns::phases_in(game, numbers.size())) {
    // Sixteen bits each: half the memory, and twice as much of it in the cache.
    std::vector<std::int16_t> points;
    points.reserve(numbers.size());
    for (float n : numbers)
      points.push_back(std::int16_t(std::lround(std::clamp(n * float(kUnit), -32767.f, 32767.f))));
    points_ = std::make_shared<const std::vector<std::int16_t>>(std::move(points));
    line_.resize(1);
  }

  void reset(const Othello&, const Position& p) {
    line_.resize(1);
    line_[0].reset(p);
  }
  void push(const Position& before, Move, const Position& after) {
    line_.push_back(line_.back());
    const othello::Board gained = after.theirs & ~before.mine;
    if (gained) line_.back().play(before, std::countr_zero(gained & ~before.theirs), gained & before.theirs);
  }
  void pop() { line_.pop_back(); }
  double scale() const { return 0.5493 * kUnit; }  // atanh(0.5)
  Score points(const SearchInfo<Othello>&, const Position& p) const {
    return points_of(line_.back().seen_by(p.turn), std::popcount(p.mine | p.theirs));
  }

  // For whoever moves next, with these indices and so many discs on the board.
  Score points_of(const patterns::Lanes& indices, int discs) const {
    const int phase = patterns::phase_of(discs, phases_);
    return patterns::sum_over(points_->data() + std::size_t(phase) * patterns::kNumbers, indices);
  }

 private:
  int phases_;
  std::shared_ptr<const std::vector<std::int16_t>> points_;  // shared by the threads of a search
  std::vector<patterns::Indices> line_;
};

static_assert(Evaluator<OthelloPatterns, Othello>);

}  // namespace kishi
