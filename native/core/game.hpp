// What a game is. Everything native is a template over this concept.
//
// A game is a small value: its variant (board size, rule) is inside it, so that one compiled type
// serves `othello-6` and `othello`, or all the Gomoku boards. A position is a value too: `play`
// copies. History is not in the position; `core/line.hpp` keeps it and judges repetition.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kishi {

// A move is an index into the game's fixed action space: the same number in the policy head, in a
// stored record and in JSON. Only the game itself looks inside.
using Move = std::uint16_t;
constexpr Move kNoMove = 0xffff;

enum class Side : std::uint8_t { First, Second };

enum class Verdict : std::uint8_t { Running, FirstWins, SecondWins, Draw };

constexpr Side other(Side s) { return s == Side::First ? Side::Second : Side::First; }
constexpr Verdict win_for(Side s) { return s == Side::First ? Verdict::FirstWins : Verdict::SecondWins; }

// What a board looks like: a piece name for each cell ("" when empty) and for each piece in hand.
// Enough to draw any game; no face needs to know the rules.
struct Picture {
  std::vector<std::string> cells;
  std::array<std::vector<std::string>, 2> hands;
};

// What a player touches to make a move: a cell or, from rows * cols up, a kind in hand;
// -1 when there is nothing to lift, or nowhere to put it.
struct Path {
  int from = -1, to = -1;
};

template <int Capacity>
class MoveList {
 public:
  void add(Move m) { moves_[size_++] = m; }
  void clear() { size_ = 0; }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](int i) const { return moves_[i]; }
  Move& operator[](int i) { return moves_[i]; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  Move* begin() { return moves_.data(); }
  Move* end() { return moves_.data() + size_; }

 private:
  std::array<Move, Capacity> moves_;  // left uninitialised on purpose: lists are made at every node
  int size_ = 0;
};

template <class G>
using Moves = MoveList<G::most_moves>;

// `play` trusts its caller inside the core: the move must be legal; the binding checks.
// `parse` and `parse_move` throw std::invalid_argument with one clear line: what is wrong, and what
// would be right.
template <class G>
concept Game = std::regular<G> && std::regular<typename G::Position> &&
               requires(const G& g, const typename G::Position& p, std::span<const typename G::Position> line, Move m,
                        Moves<G>& moves, int symmetry, Side side, std::string_view text, std::span<float> planes) {
                 // Facts of every variant, for sizing arrays.
                 { G::family } -> std::convertible_to<std::string_view>;
                 { G::most_moves } -> std::convertible_to<int>;    // legal moves in any position
                 { G::most_actions } -> std::convertible_to<int>;  // the action space of the largest variant
                 { G::repetitions } -> std::convertible_to<int>;   // occurrences that end a game; 0: no such rule
                 { G::end_is_leaf } -> std::convertible_to<bool>;  // perft counts a finished game as one leaf

                 // Facts of this variant.
                 { g.name() } -> std::same_as<std::string>;
                 { g.rows() } -> std::same_as<int>;
                 { g.cols() } -> std::same_as<int>;
                 { g.moves() } -> std::same_as<int>;
                 { g.planes() } -> std::same_as<int>;
                 { g.symmetries() } -> std::same_as<int>;

                 // Rules. `settled` is what the position alone says: it is Running exactly when `legal` finds
                 // a move. `repeated` judges a line that begins and ends with the same position.
                 { g.start() } -> std::same_as<typename G::Position>;
                 { g.turn(p) } -> std::same_as<Side>;
                 { g.key(p) } -> std::same_as<std::uint64_t>;  // equal positions have equal keys
                 { g.legal(p, moves) } -> std::same_as<void>;
                 { g.is_legal(p, m) } -> std::same_as<bool>;  // for any number, also one out of range
                 { g.play(p, m) } -> std::same_as<typename G::Position>;
                 { g.settled(p) } -> std::same_as<Verdict>;
                 { g.repeated(line) } -> std::same_as<Verdict>;

                 // Text: the one canonical spelling; other formats are Python's job.
                 { g.text(p) } -> std::same_as<std::string>;
                 { g.parse(text) } -> std::same_as<typename G::Position>;
                 { g.move_text(m) } -> std::same_as<std::string>;
                 { g.parse_move(text) } -> std::same_as<Move>;

                 // Faces. Cells are counted row by row from the top left. Where the cell of a move depends on the
                 // position (a disc falls down its column) a game also has path(p, m); see `path_of`.
                 { g.picture(p) } -> std::same_as<Picture>;
                 { g.path(m) } -> std::same_as<Path>;

                 // Learning: planes and moves from the mover's point of view, and the board's symmetries
                 // (0 is the identity, 1 mirrors left and right). `seen_move` is its own inverse.
                 { g.encode(p, planes) } -> std::same_as<void>;
                 { g.seen_move(m, side) } -> std::same_as<Move>;
                 { g.turned(p, symmetry) } -> std::same_as<typename G::Position>;
                 { g.turned_move(m, symmetry) } -> std::same_as<Move>;
               };

// What a player touches to make this legal move here.
template <Game G>
Path path_of(const G& g, const typename G::Position& p, Move m) {
  if constexpr (requires { g.path(p, m); })
    return g.path(p, m);
  else
    return g.path(m);
}

// The eight symmetries of a square board: bit 0 mirrors, bit 1 flips, bit 2 transposes.
constexpr int turned_square(int square, int size, int symmetry) {
  int row = square / size, col = square % size;
  if (symmetry & 1) col = size - 1 - col;
  if (symmetry & 2) row = size - 1 - row;
  if (symmetry & 4) std::swap(row, col);
  return row * size + col;
}

constexpr std::uint64_t mix(std::uint64_t x) {  // splitmix64's finaliser
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

// Quotes what a person typed for an error line: short, and with nothing that could upset a terminal.
inline std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string s = "'";
  // Other than ASCII, a cut may leave half a character, which is no text for Python.
  for (char c : text.substr(0, longest)) s += c >= ' ' && c < 127 ? c : '?';
  return s + (text.size() > longest ? "...'" : "'");
}

}  // namespace kishi
