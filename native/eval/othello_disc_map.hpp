// Othello by value maps: a number for each square. Own minus the other side's map sum, with one map
// (DiscMap) or two and a move at which the second takes over (TwoTables).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "eval/evaluator.hpp"
#include "eval/othello_search_info.hpp"

namespace kishi {

// A number for each square of the board, and sums of them over sets of squares.
class SquareValues {
 public:
  SquareValues() = default;

  // Row by row from a1; as many as the board has squares.
  SquareValues(const Othello& game, std::span<const float> values) {
    if (int(values.size()) != game.squares())
      throw std::invalid_argument("a value map of " + game.name() + " has " + std::to_string(game.squares()) +
                                  " numbers; got " + std::to_string(values.size()));
    for (int row = 0; row < game.size; ++row)
      for (int col = 0; col < game.size; ++col)
        value_[std::size_t(8 * row + col)] = values[std::size_t(row * game.size + col)];
  }

  float at(int square) const { return value_[std::size_t(square)]; }
  float over(othello::Board squares) const {
    float sum = 0;
    for (; squares; squares &= squares - 1) sum += value_[std::size_t(std::countr_zero(squares))];
    return sum;
  }
  float largest() const {
    float most = 0;
    for (float v : value_) most = std::max(most, std::abs(v));
    return most;
  }

 private:
  std::array<float, 64> value_{};
};

// The same numbers in whole units, so that sums do not depend on their order and equals are equal, with the
// sum over every set of discs in each row in a table: eight look-ups, whatever the set of squares.
class SquareSums {
 public:
  explicit SquareSums(const SquareValues& values) {
    // Units of a power of ten keep decimal numbers as they are; a move's worth counts a board twice at most.
    constexpr double most = double(std::numeric_limits<std::int32_t>::max()) / 130;
    unit_ = std::pow(10, std::floor(std::log10(most / std::max(values.largest(), 1e-6f))));
    for (std::size_t row = 0; row < 8; ++row)
      for (std::size_t col = 0, filled = 1; col < 8; ++col, filled *= 2) {
        const auto here = std::int32_t(std::lround(values.at(int(8 * row + col)) * unit_));
        for (std::size_t without = 0; without < filled; ++without)
          rows_[row][filled + without] = rows_[row][without] + here;
      }
  }

  std::int32_t at(int square) const { return rows_[std::size_t(square / 8)][std::size_t(1) << square % 8]; }
  std::int32_t over(othello::Board squares) const {
    std::int32_t sum = 0;
    for (std::size_t row = 0; row < 8; ++row) sum += rows_[row][squares >> 8 * row & 255];
    return sum;
  }
  // A sum in the numbers of the map.
  double told(std::int32_t sum) const { return sum / unit_; }

 private:
  std::array<std::array<std::int32_t, 256>, 8> rows_{};
  double unit_ = 1;
};

// The value maps everybody knows: the upper left quarter, from the corner.
// Python asks for these too: they are written down nowhere else.
using Quarter = std::array<std::array<double, 4>, 4>;
// The PSO write-up's hand-made map.
inline constexpr Quarter kClassicMap = {{{30, -12, 0, -1}, {-12, -15, -3, -3}, {0, -3, 0, -1}, {-1, -3, -1, -1}}};
// The standard weights of the literature on 1-ply Othello (SWH).
inline constexpr Quarter kStandardWeights = {
    {{1, -.25, .1, .05}, {-.25, -.25, .01, .01}, {.1, .01, .05, .02}, {.05, .01, .02, .01}}};

// A quarter mirrored both ways; smaller boards take its corner.
inline SquareValues mirrored_map(const Othello& game, const Quarter& quarter) {
  std::vector<float> values;
  const int last = game.size - 1;
  for (int row = 0; row < game.size; ++row)
    for (int col = 0; col < game.size; ++col)
      values.push_back(float(quarter[std::size_t(std::min(row, last - row))][std::size_t(std::min(col, last - col))]));
  return SquareValues(game, values);
}

// The ten weights of a map that looks the same from all sides: the diagonal from the corner, then the
// lines beside it, as the genes of the GA write-up are numbered.
inline constexpr std::array<std::array<int, 4>, 4> kGeneOfSquare = {
    {{0, 4, 7, 9}, {4, 1, 5, 8}, {7, 5, 2, 6}, {9, 8, 6, 3}}};
inline SquareValues symmetric_map(const Othello& game, std::span<const float, 10> genes) {
  Quarter quarter;
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t col = 0; col < 4; ++col) quarter[row][col] = double(genes[std::size_t(kGeneOfSquare[row][col])]);
  return mirrored_map(game, quarter);
}

// A map as an evaluation. The largest number of the map is worth `kLargest` points.
class DiscMap {
 public:
  using Position = Othello::Position;
  static constexpr int kLargest = 1000;

  explicit DiscMap(const SquareValues& values)
      : values_(values), factor_(kLargest / std::max(values.largest(), 1e-6f)) {}
  DiscMap(const Othello& game, std::span<const float> values)
      : DiscMap(values.empty() ? mirrored_map(game, kClassicMap) : SquareValues(game, values)) {}

  void reset(const Othello&, const Position&) {}
  void push(const Position&, Move, const Position&) {}
  void pop() {}
  double scale() const { return 1500; }
  Score points(const SearchInfo<Othello>&, const Position& p) const {
    return Score(std::lround((values_.over(p.mine) - values_.over(p.theirs)) * factor_));
  }

 private:
  SquareValues values_;
  float factor_;
};

// Two maps and the move number from which the second is used.
struct PhaseMaps {
  SquareValues early, late;
  int change = 60;

  static int moves_made(const Othello::Position& p) { return std::popcount(p.mine | p.theirs) - 4; }
  const SquareValues& at(const Othello::Position& p) const { return moves_made(p) < change ? early : late; }

  // 21 genes, one map, or two maps and the move number.
  static PhaseMaps from(const Othello& game, std::span<const float> w) {
    const std::size_t squares = std::size_t(game.squares());
    if (w.empty()) return {mirrored_map(game, kStandardWeights), mirrored_map(game, kStandardWeights)};
    if (w.size() == 21)
      return {symmetric_map(game, w.first<10>()), symmetric_map(game, w.subspan<10, 10>()),
              int(std::min(60.f, std::abs(60 * w[20])))};
    if (w.size() == 2 * squares + 1)
      return {SquareValues(game, w.first(squares)), SquareValues(game, w.subspan(squares, squares)), int(w.back())};
    return {SquareValues(game, w), SquareValues(game, w)};
  }
};

class TwoTables {
 public:
  using Position = Othello::Position;

  TwoTables(const Othello& game, std::span<const float> weights)
      : maps_(PhaseMaps::from(game, weights)), early_(maps_.early), late_(maps_.late) {}

  void reset(const Othello&, const Position&) {}
  void push(const Position&, Move, const Position&) {}
  void pop() {}
  double scale() const { return early_.scale(); }
  Score points(const SearchInfo<Othello>& seen, const Position& p) const {
    return (&maps_.at(p) == &maps_.early ? early_ : late_).points(seen, p);
  }

 private:
  PhaseMaps maps_;
  DiscMap early_, late_;
};

static_assert(Evaluator<DiscMap, Othello> && Evaluator<TwoTables, Othello>);

}  // namespace kishi
