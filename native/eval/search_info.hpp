// What a search sees of a position beyond the rules, kept up to date along its line.
//
// `SearchInfo` answers the questions a general search asks of any game: is the mover in danger, which moves force
// matters, which move looks good before searching. A game that knows more than its rules has one specialisation, in
// the file named after it (eval/othello_search_info.hpp, ...), which eval/list.hpp includes. One whose answers need
// a board of patterns (Gomoku) keeps it here, and evaluators read it from here, so that no work is done twice.
#pragma once

#include <cstdint>

#include "core/game.hpp"

namespace kishi {

// Points for the side to move. A win in n plies is kWin - n; evaluations stay inside +-kMostPoints.
using Score = std::int32_t;
constexpr Score kWin = 1'000'000, kMostPoints = 900'000, kLongestWin = 1'000;
constexpr bool is_win(Score s) { return s >= kWin - kLongestWin; }
constexpr bool is_loss(Score s) { return s <= -kWin + kLongestWin; }

// Nothing special: never in check, nothing forcing, and every move looks as good as any other. A specialisation may
// begin with it and replace what its game knows better.
template <Game G>
class PlainSearchInfo {
 public:
  using Position = typename G::Position;
  static constexpr bool null_moves = false, quiescence = false, quick_end = true;
  static constexpr int moves_to_come = 30, slots = G::most_actions;

  explicit PlainSearchInfo(const G& game) : game_(game) {}

  // Everything is read from the position itself.
  void reset(const Position&) {}
  void push(const Position&, Move, const Position&) {}
  void pop() {}

  bool in_check(const Position&) const { return false; }
  void candidates(const Position& p, Moves<G>& moves) const { game_.legal(p, moves); }
  void forcing(const Position&, Moves<G>& moves) const { moves.clear(); }

  int slot(const Position&, Move m) const { return m; }

  struct Ordering {
    bool quiet(Move) const { return true; }
    int score(Move) const { return 0; }
  };
  Ordering ordering(const Position&) const { return {}; }

 protected:
  G game_;
};

template <class G>
class SearchInfo : public PlainSearchInfo<G> {
  using PlainSearchInfo<G>::PlainSearchInfo;
};

template <class G>
concept HasSearchInfo = Game<G> && requires(SearchInfo<G>& info, const SearchInfo<G>& seen, const G& g,
                                            const typename G::Position& p, Move m, Moves<G>& moves) {
  // Null move: may the mover be imagined to pass? Then `passed(p)` is the board after it, and `push`
  // is called with kNoMove.
  { SearchInfo<G>::null_moves } -> std::convertible_to<bool>;
  // Quiescence: are leaves searched on through forcing moves?
  { SearchInfo<G>::quiescence } -> std::convertible_to<bool>;
  // Is `settled` cheap enough to be asked at every node? Else the lack of a move tells.
  { SearchInfo<G>::quick_end } -> std::convertible_to<bool>;
  // For how many moves of its own a side should keep time on its clock.
  { SearchInfo<G>::moves_to_come } -> std::convertible_to<int>;

  SearchInfo<G>(g);
  { info.reset(p) } -> std::same_as<void>;       // begin here
  { info.push(p, m, p) } -> std::same_as<void>;  // before, move, after
  { info.pop() } -> std::same_as<void>;
  { seen.in_check(p) } -> std::same_as<bool>;  // the mover must answer a threat
  // Candidate moves for the main search: all legal ones, or those that can matter (never empty
  // while the game runs).
  { seen.candidates(p, moves) } -> std::same_as<void>;
  // Moves for quiescence: captures, promotions, checks, fours. May be empty.
  { seen.forcing(p, moves) } -> std::same_as<void>;
  // A move by what it does rather than by its number, below `slots`: what searches learn of pairs of moves is kept by
  // it.
  { SearchInfo<G>::slots } -> std::convertible_to<int>;
  { seen.slot(p, m) } -> std::same_as<int>;
  // How the moves of one position look before they are searched. What they have in common is worked
  // out once; then each is asked, so the answers must be cheap. It refers to the position.
  //   quiet: not forcing; such a move may be reduced and enters the killer and history tables.
  //   score: a guess how good the move is, for ordering; larger first, roughly in evaluation points.
  //   check, if there is one: the other side must answer; such a move is not quiet either.
  // A game in which a capture may be retaken also has `exchange(p, m)`: the balance of all captures where the move
  // goes to, and `gain(p, m)`, what the move takes. One in which a leaf may hide the end of the game among its quiet
  // moves has `winning_move(p)`: a move that wins at once, or kNoMove. `structure(p)`: a number for what positions
  // have in common that an evaluation gets wrong in the same way. `sure_end(p)`: in how many plies the mover wins
  // whatever is played, less than 0 if the other side does, 0 if it takes a search to tell. `promising(p, moves)`: the
  // forcing moves without those that seldom lead to anything.
  { seen.ordering(p).quiet(m) } -> std::same_as<bool>;
  { seen.ordering(p).score(m) } -> std::same_as<int>;
};

}  // namespace kishi
