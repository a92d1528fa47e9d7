// Gomoku: five in a row, on boards from 5x5 to 20x20, by three rules.
//
// Freestyle: five or more wins. Standard: exactly five wins. Renju: black wins by exactly five and may not
// make an overline, a double four or a double three; white wins by five or more. A full board is a draw,
// and so is one on which every empty cell is forbidden to black, who is to move.
#pragma once

#include <charconv>
#include <string>

#include "core/game.hpp"
#include "core/random.hpp"
#include "games/gomoku_board.hpp"
#include "games/gomoku_position.hpp"
#include "games/renju.hpp"

namespace kishi {

struct Gomoku {
  static constexpr std::string_view family = "gomoku";
  static constexpr int most_moves = gomoku::most_cells;
  static constexpr int most_actions = gomoku::most_cells;
  static constexpr int repetitions = 0;
  static constexpr bool end_is_leaf = false;

  using Position = gomoku::Position;

  int size = 15;
  Rule rule = Rule::Freestyle;

  bool operator==(const Gomoku&) const = default;

  std::string name() const {
    if (rule == Rule::Freestyle && size == 15) return "gomoku";
    const std::string board = "gomoku-" + std::to_string(size);
    return rule == Rule::Freestyle ? board : board + (rule == Rule::Standard ? "-standard" : "-renju");
  }
  int rows() const { return size; }
  int cols() const { return size; }
  int cells() const { return size * size; }
  int moves() const { return cells(); }
  int planes() const { return 3; }
  int symmetries() const { return 8; }

  Position start() const { return {}; }
  Side turn(const Position& p) const { return p.turn; }
  std::uint64_t key(const Position& p) const { return p.key; }
  Verdict settled(const Position& p) const { return p.verdict; }
  Verdict repeated(std::span<const Position>) const { return Verdict::Running; }

  void legal(const Position& p, Moves<Gomoku>& out) const {
    out.clear();
    each_legal(p, [&](int cell) { out.add(Move(cell)); });
  }
  int count_legal(const Position& p) const {
    if (p.verdict != Verdict::Running) return 0;
    if (!watched(p)) return cells() - p.placed;
    int n = 0;
    each_legal(p, [&](int) { ++n; });
    return n;
  }
  bool is_legal(const Position& p, Move m) const {
    return p.verdict == Verdict::Running && m < cells() && p.empty(m) && !forbidden(p, m);
  }
  // Is this empty cell closed to the mover, who is black under renju's rule?
  bool forbidden(const Position& p, Move m) const { return watched(p) && closed_to_black(p, m); }
  // The same whoever is to move: searches ask what black could do next.
  bool closed_to_black(const Position& p, Move m) const {
    gomoku::StoneBoard board(size, p.stones);
    return rule == Rule::Renju && gomoku::Renju(board).forbidden(m);
  }
  Position play(const Position& p, Move m) const {
    Position next = p;
    const Side side = p.turn;
    next.put(m, side);
    next.turn = other(side);
    if (makes_five(next.of(side), m, side)) {
      next.verdict = win_for(side);
    } else if (!has_move(next)) {
      next.verdict = Verdict::Draw;
    }
    return next;
  }
  // Uniform over the legal moves, without listing them while most of the board is empty.
  Move random_move(const Position& p, Random& random) const {
    if (4 * p.placed > 3 * cells()) {
      Moves<Gomoku> moves;
      legal(p, moves);
      return moves[int(random.below(std::uint32_t(moves.size())))];
    }
    for (;;) {
      const Move m = Move(random.below(std::uint32_t(cells())));
      if (p.empty(m) && !forbidden(p, m)) return m;
    }
  }

  std::string text(const Position& p) const { return gomoku::text(p, size); }
  Position parse(std::string_view s) const {
    Position p = gomoku::parse_stones(s, size);
    if (const Side last = other(p.turn); has_five(p, last)) {
      p.verdict = win_for(last);
    } else if (!has_move(p)) {
      p.verdict = Verdict::Draw;
    }
    if (const std::string wrong = impossible(p); !wrong.empty())
      throw std::invalid_argument("not a position of " + name() + ": " + wrong + "; got " + quoted(s));
    return p;
  }
  std::string move_text(Move m) const { return char('a' + m % size) + std::to_string(size - m / size); }
  Move parse_move(std::string_view s) const {
    int number = 0;
    const int letter = s.empty() ? -1 : (s[0] | 0x20) - 'a';
    const char* const end = s.data() + s.size();
    const bool whole = s.size() > 1 && s[1] != '0' && std::from_chars(s.data() + 1, end, number).ptr == end;
    if (!whole || letter < 0 || letter >= size || number < 1 || number > size)
      throw std::invalid_argument("a move of " + name() + " is a cell from a1 (lower left) to " +
                                  move_text(Move(size - 1)) + " (upper right); got " + quoted(s));
    return Move((size - number) * size + letter);
  }

  Picture picture(const Position& p) const {
    Picture view;
    for (int cell = 0; cell < cells(); ++cell)
      view.cells.emplace_back(p.of(Side::First).has(cell) ? "X" : p.of(Side::Second).has(cell) ? "O" : "");
    return view;
  }
  Path path(Move m) const { return {-1, m}; }

  void encode(const Position& p, std::span<float> planes) const {
    const gomoku::CellSet &mine = p.of(p.turn), &theirs = p.of(other(p.turn));
    const float first = p.turn == Side::First;
    const std::size_t n = std::size_t(cells());
    for (std::size_t i = 0; i < n; ++i) {
      planes[i] = mine.has(int(i));
      planes[n + i] = theirs.has(int(i));
      planes[2 * n + i] = first;
    }
  }
  Move seen_move(Move m, Side) const { return m; }
  Position turned(const Position& p, int symmetry) const {
    Position q;
    for (Side side : {Side::First, Side::Second})
      p.of(side).each([&](int cell) { q.put(turned_square(cell, size, symmetry), side); });
    q.turn = p.turn;
    q.verdict = p.verdict;
    return q;
  }
  Move turned_move(Move m, int symmetry) const { return Move(turned_square(m, size, symmetry)); }

  // Does the stone of `side` on `cell`, one of `own`, win?
  bool makes_five(const gomoku::CellSet& own, int cell, Side side) const {
    const bool exactly = gomoku::exact_five(rule, side);
    return five_of(runs(own, cell), exactly);
  }

 private:
  using Runs = std::array<int, gomoku::directions>;

  // May black, to move, be barred from a cell? No point is forbidden before four black stones.
  bool watched(const Position& p) const { return rule == Rule::Renju && p.turn == Side::First && p.placed >= 8; }
  template <class F>
  void each_legal(const Position& p, F&& f) const {
    if (p.verdict != Verdict::Running) return;
    const gomoku::CellSet empty = p.empties(cells());
    if (!watched(p)) return empty.each(f);
    gomoku::LineBoard board(size, p.stones);
    gomoku::Renju renju(board);
    empty.each([&](int cell) {
      if (!renju.forbidden(cell)) f(cell);
    });
  }
  bool has_move(const Position& p) const {
    if (p.placed == cells()) return false;
    if (!watched(p)) return true;
    const gomoku::CellSet empty = p.empties(cells());
    gomoku::StoneBoard board(size, p.stones);
    gomoku::Renju renju(board);
    return empty.any_of([&](int cell) { return !renju.forbidden(cell); });
  }

  // How many stones in a row the one on `cell` belongs to, for each direction.
  Runs runs(const gomoku::CellSet& own, int cell) const {
    const gomoku::Spot at = gomoku::spot(cell, size);
    Runs found;
    for (int d = 0; d < gomoku::directions; ++d) {
      const auto [before, after] = gomoku::room(at, d, size);
      const int step = gomoku::step(d, size);
      found[std::size_t(d)] = 1 + gomoku::run(own, cell, step, after) + gomoku::run(own, cell, -step, before);
    }
    return found;
  }
  static bool five_of(const Runs& runs, bool exactly) {
    for (int length : runs)
      if (exactly ? length == 5 : length >= 5) return true;
    return false;
  }
  bool has_five(const Position& p, Side side) const {
    return p.of(side).any_of([&](int cell) { return makes_five(p.of(side), cell, side); });
  }
  bool black_overline(const gomoku::CellSet& own) const {
    return own.any_of([&](int cell) { return std::ranges::max(runs(own, cell)) > 5; });
  }

  // Why no game can lead here, or "".
  std::string impossible(const Position& p) const {
    const Side last = other(p.turn);
    if (has_five(p, p.turn)) return "the side to move has five already, so the game ended before";
    if (p.verdict == win_for(last) && !won_by_last_move(p, last)) return "no single move can have made all the fives";
    if (rule == Rule::Renju && p.verdict != Verdict::FirstWins && black_overline(p.of(Side::First)))
      return "black may not have more than five in a row";
    return "";
  }
  bool won_by_last_move(const Position& p, Side last) const {
    return p.of(last).any_of([&](int cell) {
      Position before = p;
      before.lift(cell, last);
      const bool overline = rule == Rule::Renju && black_overline(before.of(Side::First));
      return makes_five(p.of(last), cell, last) && !has_five(before, last) && !overline;
    });
  }
};

static_assert(Game<Gomoku>);

}  // namespace kishi
