// Wins by force in Gomoku: by fours alone (VCF), or by fours and open threes (VCT).
//
// The attacker makes only moves that the other side must answer, so the other side has few replies, and
// all of them are tried. A win that is found is certain; one that is not found may still be there unless
// the search is complete, and then only by quieter moves.
#pragma once

#include <algorithm>
#include <vector>

#include "core/budget.hpp"
#include "core/pages.hpp"
#include "eval/gomoku_patterns.hpp"

namespace kishi {

enum class Threats : std::uint8_t { Fours, FoursAndThrees };

struct ForcedWin {
  bool found = false;
  bool complete = false;   // the answer does not depend on the budget
  int plies = 0;           // to the five, against the longest defence
  std::vector<Move> line;  // those plies
  std::uint64_t nodes = 0;
};

// For the side to move. Whether the other side threatens such a win is asked of the position with the
// turn passed.
class ThreatSolver {
 public:
  using Position = Gomoku::Position;

  explicit ThreatSolver(const Gomoku& game, int megabytes = 4)
      : game_(game),
        patterns_(game),
        table_(std::bit_floor(std::size_t(std::max(megabytes, 1)) * 1024 * 1024 / sizeof(Entry))) {}

  // Deepens by one attacking move at a time, so a win by fours is the shortest there is.
  ForcedWin solve(const Position& p, Threats threats, const Budget& budget) {
    begin(p, threats, budget);
    ForcedWin win;
    for (int moves = 1; moves <= most_moves; ++moves) {
      const Attack a = attack(moves);
      if (stopped_) break;
      win.complete = a.state != State::Open;
      if (a.state == State::Open) continue;
      if (a.state == State::Won) {
        trace(moves, win.line);
        win.found = !stopped_;
        win.plies = int(win.line.size());
      }
      break;
    }
    win.complete &= !stopped_;
    win.nodes = nodes_;
    return win;
  }

 private:
  using Kind = gomoku::Kind;
  using CellSet = gomoku::CellSet;

  // Lost: no forced win however deep one looks. Open: none in so many moves.
  enum class State : std::uint8_t { Open, Lost, Won };
  struct Attack {
    State state = State::Lost;
    int plies = 0;  // to the five, where it is won
    Move move = kNoMove;
  };
  struct Entry {
    std::uint64_t key = 0;
    Move move = kNoMove;
    std::int16_t plies = 0;
    std::int16_t moves = 0;  // looked so deep
    State state = State::Open;
  };
  static constexpr int most_moves = 120;
  static constexpr int tail = 6;  // how many more moves fours may go on than threes

  void begin(const Position& p, Threats threats, const Budget& budget) {
    line_.assign(1, p);
    patterns_.reset(p);
    attacker_ = p.turn;
    defender_ = other(attacker_);
    threes_ = threats == Threats::FoursAndThrees;
    budget_ = &budget;
    nodes_ = 0;
    stopped_ = p.verdict != Verdict::Running || budget.over();
  }
  const Position& here() const { return line_.back(); }
  void push(Move m) {
    patterns_.push(m, here().turn);
    line_.push_back(game_.play(here(), m));
  }
  void pop() {
    line_.pop_back();
    patterns_.pop();
  }
  // Fours and fours-and-threes are different questions about one position.
  std::uint64_t key() const { return here().key ^ (threes_ ? mix(1) : mix(2)); }
  Entry& entry() { return table_[key() & (table_.size() - 1)]; }

  // The attacker is to move and may make so many moves, the five included.
  Attack attack(int moves) {
    if (stopped_ || (stopped_ = budget_->spent(++nodes_))) return {};
    if (const CellSet& fives = patterns_.with(attacker_, Kind::Five); !fives.empty())
      return {State::Won, 1, first_of(fives)};
    if (!threes_ && moves < 2) return {State::Open, 0, kNoMove};
    if (const Entry& e = entry(); e.key == key() && (e.state != State::Open || e.moves >= moves))
      if (e.state != State::Won || threes_ || e.plies <= 2 * moves - 1) return {e.state, e.plies, e.move};
    const Attack found = threes_ ? tried_fours_first(moves) : tried(moves);
    if (!stopped_) entry() = {key(), found.move, std::int16_t(found.plies), std::int16_t(moves), found.state};
    return found;
  }
  // Fours alone are cheap to look into, so they may go on where moves with threes must end.
  Attack tried_fours_first(int moves) {
    threes_ = false;
    const Attack fours = attack(moves + tail);
    threes_ = true;
    if (stopped_ || fours.state == State::Won) return fours;
    Attack all = moves < 2 ? Attack{State::Open, 0, kNoMove} : tried(moves);
    if (all.state == State::Lost) all.state = fours.state;
    return all;
  }
  Attack tried(int moves) {
    Attack result;
    for (const Move m : attacks()) {
      push(m);
      const Attack answered = defend(moves - 1);
      pop();
      if (answered.state == State::Won) return {State::Won, answered.plies + 1, m};
      if (answered.state == State::Open) result.state = State::Open;
      if (stopped_) break;
    }
    return result;
  }

  // Moves that force an answer, the most promising first. Against a five there is only the one move.
  std::vector<Move> attacks() const {
    if (const CellSet& fives = patterns_.with(defender_, Kind::Five); !fives.empty()) {
      std::vector<Move> block;
      if (fives.count() == 1) add_open(fives, block);
      return block;
    }
    std::vector<Move> moves;
    add_open(patterns_.with(attacker_, Kind::Win), moves);
    if (!moves.empty()) return {moves[0]};
    add_sorted(patterns_.with(attacker_, Kind::FourThree), moves);
    add_sorted(patterns_.with(attacker_, Kind::Four), moves);
    if (!threes_) return moves;
    add_sorted(patterns_.with(attacker_, Kind::TwoThrees), moves);
    add_sorted(patterns_.with(attacker_, Kind::Three), moves);
    return moves;
  }
  void add_open(const CellSet& cells, std::vector<Move>& out) const {
    cells.each([&](int cell) {
      if (patterns_.open_to(here().turn, cell, here())) out.push_back(Move(cell));
    });
  }
  void add_sorted(const CellSet& cells, std::vector<Move>& out) const {
    const auto before = std::ptrdiff_t(out.size());
    add_open(cells, out);
    std::sort(out.begin() + before, out.end(), [&](Move a, Move b) {
      const int x = worth(a), y = worth(b);
      return x != y ? x > y : a < b;
    });
  }
  int worth(Move m) const { return 2 * patterns_.appeal(attacker_, m) + patterns_.appeal(defender_, m); }

  // The defender is to move; the attacker has so many moves left. The longest of the ways to lose, or
  // the first way out.
  Attack defend(int moves) {
    if (here().verdict != Verdict::Running)
      return {here().verdict == win_for(attacker_) ? State::Won : State::Lost, 0, kNoMove};
    if (!patterns_.with(defender_, Kind::Five).empty()) return {};
    const CellSet& fives = patterns_.with(attacker_, Kind::Five);
    if (fives.count() > 1) return {moves >= 1 ? State::Won : State::Open, 2, kNoMove};
    std::vector<Move> replies;
    if (!fives.empty()) {
      add_open(fives, replies);
      return longest(replies, moves, 2);
    }
    const CellSet threats = threes_ ? sure_threats() : CellSet();
    if (threats.empty()) return {};
    if (moves < 2) return {State::Open, 0, kNoMove};
    add_open(parries(threats), replies);
    return longest(replies, moves, 4);
  }
  // `plies`: how long the attacker needs where none of the replies is played.
  Attack longest(const std::vector<Move>& replies, int moves, int plies) {
    Attack result{State::Won, plies, kNoMove};
    for (const Move m : replies) {
      push(m);
      const Attack a = attack(moves);
      pop();
      if (a.state != State::Won || stopped_) return {a.state, 0, m};
      if (a.plies + 1 >= result.plies) result = {State::Won, a.plies + 1, m};
    }
    return result;
  }
  // Cells on which the attacker would get a straight four or two fours, and may play whatever the
  // defender does meanwhile: black's double threes may become forbidden.
  CellSet sure_threats() const {
    CellSet sure = patterns_.with(attacker_, Kind::Win);
    if (game_.rule == Rule::Renju && attacker_ == Side::First)
      patterns_.with(attacker_, Kind::Win).each([&](int cell) {
        if (patterns_.two_threes(attacker_, cell)) sure.remove(cell);
      });
    return sure;
  }
  // Stones that spoil all the threats, and the defender's own fours.
  CellSet parries(const CellSet& threats) const {
    CellSet cells = patterns_.empty();
    threats.each([&](int cell) { cells = cells & patterns_.answers(attacker_, cell, Kind::Win); });
    for (Kind kind : {Kind::Four, Kind::FourThree, Kind::Win}) cells = cells | patterns_.with(defender_, kind);
    return cells;
  }
  static Move first_of(const CellSet& cells) {
    Move first = kNoMove;
    cells.any_of([&](int cell) { return first = Move(cell), true; });
    return first;
  }

  // Plays the win out, asking the table again at every move; the attacker is to move.
  void trace(int moves, std::vector<Move>& line) {
    const std::size_t depth = line_.size();
    while (here().verdict == Verdict::Running && !stopped_) {
      const bool attacking = here().turn == attacker_;
      Move m = (attacking ? attack(moves) : defend(moves)).move;
      if (m == kNoMove) m = any_reply();
      if (attacking) --moves;
      line.push_back(m);
      push(m);
    }
    while (line_.size() > depth) pop();
  }
  // Where nothing helps: still in the way, if that is allowed.
  Move any_reply() const {
    std::vector<Move> block;
    add_open(patterns_.with(attacker_, Kind::Five), block);
    add_open(patterns_.with(attacker_, Kind::Win), block);
    if (!block.empty()) return block[0];
    Moves<Gomoku> legal;
    game_.legal(here(), legal);
    return legal[0];
  }

  Gomoku game_;
  gomoku::Patterns patterns_;
  ZeroedTable<Entry> table_;
  std::vector<Position> line_;
  Side attacker_ = Side::First, defender_ = Side::Second;
  bool threes_ = false, stopped_ = false;
  const Budget* budget_ = nullptr;
  std::uint64_t nodes_ = 0;
};

// Plays a win against every legal reply, to the end, and within `plies`; where a reply leaves the line, the
// solver is asked again. For tests: the rules alone say who has won.
inline bool verify_forced_win(const Gomoku& game, const Gomoku::Position& p, Threats threats, int plies,
                              ThreatSolver& solver) {
  Moves<Gomoku> moves;
  game.legal(p, moves);
  for (Move m : moves)
    if (game.settled(game.play(p, m)) == win_for(p.turn)) return true;
  const Stop stop;
  const ForcedWin win = solver.solve(p, threats, Budget(stop));
  if (!win.found || win.plies > plies) return false;
  const Gomoku::Position after = game.play(p, win.line[0]);
  game.legal(after, moves);
  return !moves.empty() && std::all_of(moves.begin(), moves.end(), [&](Move reply) {
    const Gomoku::Position next = game.play(after, reply);
    return game.settled(next) == Verdict::Running && verify_forced_win(game, next, threats, plies - 2, solver);
  });
}

}  // namespace kishi
