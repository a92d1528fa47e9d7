// Othello on 8x8, 6x6 or 4x4. A move is a square, row by row from a1, and the number after the last
// square is the pass.
#pragma once

#include <algorithm>
#include <bit>
#include <string>

#include "core/game.hpp"
#include "games/othello_board.hpp"

namespace kishi {

struct Othello {
  static constexpr std::string_view family = "othello";
  // Play seldom offers more than 20 and never 34, but any text may be parsed: m moves need at least m/8
  // discs of each side (one ends in each direction from a disc), and so leave room for 50 at most.
  static constexpr int most_moves = 50;
  static constexpr int most_actions = 65;
  static constexpr int repetitions = 0;
  static constexpr bool end_is_leaf = true;

  int size = 8;

  struct Position {
    othello::Board mine = 0, theirs = 0;  // discs of the side to move, and of the other side
    Side turn = Side::First;
    bool operator==(const Position&) const = default;
  };

  bool operator==(const Othello&) const = default;

  std::string name() const { return size == 8 ? "othello" : "othello-" + std::to_string(size); }
  int rows() const { return size; }
  int cols() const { return size; }
  int squares() const { return size * size; }
  int moves() const { return squares() + 1; }
  int planes() const { return 2; }
  int symmetries() const { return 8; }
  Move pass() const { return Move(squares()); }

  Position start() const {
    const int first = 9 * (size / 2 - 1);  // the upper left of the four middle squares
    return {othello::Board{1} << (first + 1) | othello::Board{1} << (first + 8),
            othello::Board{1} << first | othello::Board{1} << (first + 9), Side::First};
  }
  Side turn(const Position& p) const { return p.turn; }
  std::uint64_t key(const Position& p) const {
    constexpr std::uint64_t spread = 0xd6e8feb86659fd93, second = 0x9e3779b97f4a7c15;
    return mix(p.mine ^ std::rotl(p.theirs * spread, 32) ^ (p.turn == Side::Second ? second : 0));
  }

  void legal(const Position& p, Moves<Othello>& out) const {
    out.clear();
    const othello::Board places = mobility(p);
    for (othello::Board m = places; m; m &= m - 1) out.add(move_at(std::countr_zero(m)));
    if (!places && mobility(passed(p))) out.add(pass());
  }
  bool is_legal(const Position& p, Move m) const {
    if (m < pass()) return mobility(p) >> bit_of(m) & 1;
    return m == pass() && !mobility(p) && mobility(passed(p));
  }
  int count_legal(const Position& p) const {
    if (const othello::Board places = mobility(p)) return std::popcount(places);
    return mobility(passed(p)) ? 1 : 0;
  }
  Position play(const Position& p, Move m) const { return m == pass() ? passed(p) : placed(p, bit_of(m)); }
  Verdict settled(const Position& p) const {
    if (mobility(p) || mobility(passed(p))) return Verdict::Running;
    const int ahead = lead(p);
    return ahead > 0 ? win_for(p.turn) : ahead < 0 ? win_for(other(p.turn)) : Verdict::Draw;
  }
  Verdict repeated(std::span<const Position>) const { return Verdict::Running; }

  // Own discs minus the other side's, as they lie on the board.
  int lead(const Position& p) const { return std::popcount(p.mine) - std::popcount(p.theirs); }
  // Whose disc lies on the square: 1 the mover's, -1 the other side's, 0 nobody's.
  int owner(const Position& p, int square) const {
    return int(p.mine >> bit_of(square) & 1) - int(p.theirs >> bit_of(square) & 1);
  }
  int empties(const Position& p) const { return squares() - std::popcount(p.mine | p.theirs); }
  // The official result of a finished game for the side to move: the lead, and the empty squares go
  // to the winner.
  int score(const Position& p) const {
    const int ahead = lead(p);
    return ahead > 0 ? ahead + empties(p) : ahead < 0 ? ahead - empties(p) : 0;
  }

  std::string text(const Position& p) const {
    const bool first = p.turn == Side::First;
    std::string s(std::size_t(squares()), '-');
    for (int i = 0; i < squares(); ++i) {
      if (p.mine >> bit_of(i) & 1) s[i] = first ? 'X' : 'O';
      if (p.theirs >> bit_of(i) & 1) s[i] = first ? 'O' : 'X';
    }
    return s + (first ? " X" : " O");
  }
  Position parse(std::string_view s) const {
    const std::size_t seen = std::min(s.find(' '), s.size()), wanted = std::size_t(squares());
    if (seen != wanted) refuse_position("got " + std::to_string(seen) + " squares");
    const std::string_view side = s.substr(wanted);
    if (side != " X" && side != " O") refuse_position("after the squares came " + quoted(side));
    Position p{0, 0, side[1] == 'X' ? Side::First : Side::Second};
    for (int i = 0; i < squares(); ++i) {
      if (s[i] != 'X' && s[i] != 'O' && s[i] != '-')
        refuse_position("got " + quoted(s.substr(i, 1)) + " on " + move_text(Move(i)));
      if (s[i] != '-') (s[i] == side[1] ? p.mine : p.theirs) |= othello::Board{1} << bit_of(i);
    }
    return p;
  }
  std::string move_text(Move m) const {
    if (m >= pass()) return "pass";
    return {char('a' + m % size), char('1' + m / size)};
  }
  Move parse_move(std::string_view s) const {
    std::string small(s);
    for (char& c : small)
      if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
    if (small == "pass") return pass();
    const int col = small.size() == 2 ? small[0] - 'a' : -1, row = small.size() == 2 ? small[1] - '1' : -1;
    if (col < 0 || col >= size || row < 0 || row >= size)
      throw std::invalid_argument("an Othello move is a square from a1 to " + move_text(Move(squares() - 1)) +
                                  ", or pass; got " + quoted(s));
    return Move(row * size + col);
  }

  Picture picture(const Position& p) const {
    Picture view;
    for (char c : text(p).substr(0, std::size_t(squares())))
      view.cells.push_back(c == '-' ? std::string() : std::string(1, c));
    return view;
  }
  Path path(Move m) const { return {-1, m < pass() ? m : -1}; }

  void encode(const Position& p, std::span<float> planes) const {
    for (int i = 0; i < squares(); ++i) {
      planes[i] = float(p.mine >> bit_of(i) & 1);
      planes[squares() + i] = float(p.theirs >> bit_of(i) & 1);
    }
  }
  Move seen_move(Move m, Side) const { return m; }
  Position turned(const Position& p, int symmetry) const {
    return {othello::turned(p.mine, size, symmetry), othello::turned(p.theirs, size, symmetry), p.turn};
  }
  Move turned_move(Move m, int symmetry) const { return m < pass() ? Move(turned_square(m, size, symmetry)) : m; }

  // What searches use: bits of the board in place of moves.
  othello::Board board() const { return othello::kSquares[size]; }
  othello::Board mobility(const Position& p) const { return othello::reach(p.mine, p.theirs) & board(); }
  static Position passed(const Position& p) { return {p.theirs, p.mine, other(p.turn)}; }
  static Position placed(const Position& p, int bit) {
    const othello::Board turned_over = othello::flips(p.mine, p.theirs, bit);
    return {p.theirs ^ turned_over, p.mine | turned_over | othello::Board{1} << bit, other(p.turn)};
  }
  int bit_of(int move) const { return size == 8 ? move : move + move / size * (8 - size); }
  Move move_at(int bit) const { return Move(size == 8 ? bit : bit - bit / 8 * (8 - size)); }

 private:
  [[noreturn]] void refuse_position(const std::string& found) const {
    throw std::invalid_argument("an Othello position is " + std::to_string(squares()) +
                                " squares of X, O or -, a space and the side to move (X or O); " + found);
  }
};

static_assert(Game<Othello>);

}  // namespace kishi
