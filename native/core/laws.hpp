// Laws that every game obeys, checked at every fourth position or so of random games, and at their ends. A
// new game is tested by being listed. The answer is the first law that is broken, as a sentence, or "".
#pragma once

#include <algorithm>
#include <vector>

#include "core/line.hpp"
#include "core/random.hpp"

namespace kishi {

template <Game G>
class Laws {
 public:
  using Position = typename G::Position;

  explicit Laws(const G& game) : game_(game) {}

  // Plays one random game; the law broken first, with the position it was broken at.
  std::string broken_in_random_game(std::uint64_t seed) const {
    Random random(seed);
    Line<G> line(game_, {game_.start()});
    for (;;) {
      const bool over = line.judge() != Verdict::Running;
      if (over || random.below(4) == 0)  // many games tell more than all positions of few
        if (const std::string law = broken_at(line.top(), random); !law.empty())
          return law + " at " + game_.text(line.top());
      if (over) return "";
      Moves<G> moves;
      game_.legal(line.top(), moves);
      line.push(moves[int(random.below(std::uint32_t(moves.size())))]);
    }
  }

 private:
  std::string broken_at(const Position& p, Random& random) const {
    Moves<G> moves;
    game_.legal(p, moves);
    if ((game_.settled(p) == Verdict::Running) == moves.empty()) return "a running game has a move, a settled one none";
    if (const std::string law = list_law(p, moves); !law.empty()) return law;
    if (const std::string law = text_law(p, moves); !law.empty()) return law;
    const int symmetry = int(random.below(std::uint32_t(game_.symmetries())));
    if (const std::string law = symmetry_law(p, moves, symmetry); !law.empty()) return law;
    return move_law(p, moves);
  }

  std::string list_law(const Position& p, const Moves<G>& moves) const {
    std::vector<bool> listed(std::size_t(game_.moves()));
    for (Move m : moves) {
      if (m >= game_.moves()) return "a legal move is in the action space";
      if (listed[m]) return "a legal move is listed once";
      listed[m] = true;
    }
    for (int m = 0; m < game_.moves(); ++m)
      if (game_.is_legal(p, Move(m)) != listed[std::size_t(m)]) return "is_legal says what legal lists";
    if constexpr (requires { game_.count_legal(p); })
      if (game_.count_legal(p) != moves.size()) return "count_legal counts what legal lists";
    return "";
  }

  std::string text_law(const Position& p, const Moves<G>& moves) const {
    const Position again = game_.parse(game_.text(p));
    if (again != p) return "a position's text leads back to it";
    if (game_.key(again) != game_.key(p)) return "equal positions have equal keys";
    for (Move m : moves)
      if (game_.parse_move(game_.move_text(m)) != m) return "a move's text leads back to it";
    const Picture picture = game_.picture(p);
    if (int(picture.cells.size()) != game_.rows() * game_.cols()) return "a picture shows every cell";
    return "";
  }

  std::string symmetry_law(const Position& p, const Moves<G>& moves, int symmetry) const {
    const Position turned = game_.turned(p, symmetry);
    Moves<G> there;
    game_.legal(turned, there);
    std::vector<Move> expected, found(there.begin(), there.end());
    for (Move m : moves) expected.push_back(game_.turned_move(m, symmetry));
    std::sort(expected.begin(), expected.end());
    std::sort(found.begin(), found.end());
    if (found != expected) return "legal moves turn with the board";
    if (game_.settled(turned) != game_.settled(p)) return "the verdict does not depend on how one looks";
    if (!moves.empty() &&
        game_.turned(game_.play(p, moves[0]), symmetry) != game_.play(turned, game_.turned_move(moves[0], symmetry)))
      return "turning and playing commute";
    return "";
  }

  std::string move_law(const Position& p, const Moves<G>& moves) const {
    for (Move m : moves) {
      const Move seen = game_.seen_move(m, game_.turn(p));
      if (seen >= game_.moves() || game_.seen_move(seen, game_.turn(p)) != m) return "seen_move is its own inverse";
      const Path path = path_of(game_, p, m);
      if (path.to >= game_.rows() * game_.cols()) return "a move ends on the board";
      if (game_.turn(game_.play(p, m)) == game_.turn(p)) return "the players take turns";
    }
    return "";
  }

  G game_;
};

}  // namespace kishi
