// A simulation from the root of a search to the end of a game and back, again and again, without building the
// game up anew each time: where history matters a line is extended and cut back, else a position is copied.
#pragma once

#include <type_traits>

#include "play/random_games.hpp"

namespace kishi {

template <Game G>
class Simulation {
 public:
  using Position = typename G::Position;

  explicit Simulation(const Line<G>& line)
      : game_(line.game()), root_(line.top()), length_(line.length()), here_(at(line)) {}

  const G& game() const { return game_; }
  const Position& root() const { return root_; }
  const Position& top() const {
    if constexpr (kHistory)
      return here_.top();
    else
      return here_;
  }
  Verdict judge() const {
    if constexpr (kHistory)
      return here_.judge();
    else
      return game_.settled(here_);
  }
  void play(Move m) {
    if constexpr (kHistory)
      here_.push(m);
    else
      here_ = game_.play(here_, m);
  }
  // Random moves from here to the end of the game.
  Verdict finish(Random& random) {
    if constexpr (kHistory) {
      return play_randomly(here_, random);
    } else {
      int plies = 0;
      return play_randomly(game_, here_, random, plies);
    }
  }
  void back_to_root() {
    if constexpr (kHistory) {
      while (here_.length() > length_) here_.pop();
    } else {
      here_ = root_;
    }
  }

 private:
  static constexpr bool kHistory = G::repetitions > 0;
  using Here = std::conditional_t<kHistory, Line<G>, Position>;

  static const Here& at(const Line<G>& line) {
    if constexpr (kHistory)
      return line;
    else
      return line.top();
  }

  G game_;
  Position root_;
  int length_;
  Here here_;
};

// What a finished game is to one side: 1 won, 0 drawn, -1 lost.
constexpr int outcome_for(Side side, Verdict v) { return v == Verdict::Draw ? 0 : v == win_for(side) ? 1 : -1; }

}  // namespace kishi
