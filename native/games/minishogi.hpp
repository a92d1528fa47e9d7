// Minishogi: shogi on 5x5. The rules as a `Game`; the board, the moves and the texts have their own
// files beside this one.
#pragma once

#include <algorithm>

#include "core/random.hpp"
#include "games/minishogi_checks.hpp"
#include "games/minishogi_text.hpp"

namespace kishi {

struct Minishogi {
  using Position = minishogi::Position;

  static constexpr std::string_view family = "minishogi";
  static constexpr int most_moves = 593, most_actions = minishogi::kActions, repetitions = 4;
  static constexpr bool end_is_leaf = false;

  bool drop_mate = false;  // may a dropped pawn mate? The rules say no, some engines allow it.

  bool operator==(const Minishogi&) const = default;

  std::string name() const { return drop_mate ? "minishogi-dropmate" : "minishogi"; }
  int rows() const { return minishogi::kSize; }
  int cols() const { return minishogi::kSize; }
  int moves() const { return most_actions; }
  int planes() const { return 31; }
  int symmetries() const { return 2; }

  Position start() const { return parse("rbsgk/4p/5/P4/KGSBR b - 1"); }
  Side turn(const Position& p) const { return p.turn; }
  std::uint64_t key(const Position& p) const { return p.key; }

  void legal(const Position& p, Moves<Minishogi>& out) const {
    out.clear();
    give(p, minishogi::Lister<Moves<Minishogi>>{out});
  }
  int count_legal(const Position& p) const {
    minishogi::Counter counter;
    give(p, counter);
    return counter.count;
  }
  bool is_legal(const Position& p, Move m) const {
    return m < most_actions && give(p, minishogi::Finder{minishogi::action(m)});
  }
  // A uniformly random legal move, or kNoMove: for playouts, faster than drawing from a list.
  Move random_move(const Position& p, Random& random) const {
    minishogi::Picker picker;
    give(p, picker);
    return picker.count() ? picker[int(random.below(std::uint32_t(picker.count())))] : kNoMove;
  }
  Position play(const Position& p, Move m) const { return minishogi::played(p, m); }

  Verdict settled(const Position& p) const {
    return give(p, minishogi::AnyMove{}) ? Verdict::Running : win_for(other(p.turn));
  }

  // The side that did nothing but give check has lost; if neither did, or both, the first player has.
  Verdict repeated(std::span<const Position> line) const {
    const auto always_in_check = [&](Side side) {
      // The position that begins the line is also the one that ends it, so each is looked at once.
      return std::all_of(line.begin() + 1, line.end(),
                         [&](const Position& p) { return p.turn != side || in_check(p); });
    };
    return always_in_check(Side::First) && !always_in_check(Side::Second) ? Verdict::FirstWins : Verdict::SecondWins;
  }

  // Every move in check, else captures and promotions. A promotion stands for the same capture without
  // it, which is rarely better.
  void forcing(const Position& p, Moves<Minishogi>& out) const {
    out.clear();
    p.turn == Side::First ? give_forcing<Side::First>(p, out) : give_forcing<Side::Second>(p, out);
  }
  // The legal moves that give check.
  void checks(const Position& p, Moves<Minishogi>& out) const {
    out.clear();
    give(p, minishogi::CheckLister<Moves<Minishogi>>(p, out));
  }
  // A move that mates at once, or kNoMove.
  Move mating(const Position& p) const {
    return p.turn == Side::First ? give_mate<Side::First>(p) : give_mate<Side::Second>(p);
  }
  bool in_check(const Position& p) const {
    return p.turn == Side::First ? minishogi::checked<Side::First>(p) : minishogi::checked<Side::Second>(p);
  }

  std::string text(const Position& p) const { return minishogi::position_text(p); }
  Position parse(std::string_view text) const { return minishogi::SfenReader(text).read(); }
  std::string move_text(Move m) const { return minishogi::action_text(m); }
  Move parse_move(std::string_view text) const { return minishogi::read_move(text); }

  Picture picture(const Position& p) const {
    Picture view;
    for (int s = 0; s < minishogi::kSquares; ++s) {
      const int kind = p.kind_at(s);
      const Side side = p.sides[0] & minishogi::bit(s) ? Side::First : Side::Second;
      view.cells.push_back(kind ? minishogi::piece_text(side, kind) : "");
    }
    for (Side side : {Side::First, Side::Second})
      for (int h = 0; h < minishogi::kHandKinds; ++h)
        view.hands[int(side)].insert(view.hands[int(side)].end(), std::size_t(p.in_hand(side, h)),
                                     minishogi::piece_text(side, h + 1));
    return view;
  }
  Path path(Move m) const { return {minishogi::action(m).from, minishogi::action(m).to}; }

  // Ten kinds of mine, ten of theirs, five hands of mine and of theirs (half a plane for each piece),
  // and whether the mover is the first player. The mover always plays up the board.
  void encode(const Position& p, std::span<float> out) const {
    constexpr int cells = minishogi::kSquares;
    std::fill_n(out.begin(), planes() * cells, 0.f);
    float* plane = out.data();
    for (Side side : {p.turn, other(p.turn)})
      for (int kind : minishogi::kKinds) {
        for (minishogi::Bits b = p.of_kind(kind) & p.sides[int(side)]; b;)
          plane[seen_square(minishogi::take(b), p.turn)] = 1;
        plane += cells;
      }
    for (Side side : {p.turn, other(p.turn)})
      for (int h = 0; h < minishogi::kHandKinds; ++h, plane += cells)
        std::fill_n(plane, cells, float(p.in_hand(side, h)) / 2);
    std::fill_n(plane, cells, p.turn == Side::First ? 1.f : 0.f);
  }
  Move seen_move(Move m, Side side) const {
    return moved_by(m, [&](int square) { return seen_square(square, side); });
  }

  Position turned(const Position& p, int symmetry) const {
    Position q;
    q.hands = p.hands;
    q.turn = p.turn;
    for (Side side : {Side::First, Side::Second})
      for (minishogi::Bits b = p.sides[int(side)]; b;) {
        const int square = minishogi::take(b);
        minishogi::put(q, side, p.kind_at(square), turned_square(square, minishogi::kSize, symmetry));
      }
    q.key = minishogi::fresh_key(q);
    return q;
  }
  Move turned_move(Move m, int symmetry) const {
    return moved_by(m, [&](int square) { return turned_square(square, minishogi::kSize, symmetry); });
  }

 private:
  template <class Sink>
  bool give(const Position& p, Sink&& sink) const {
    using minishogi::Scene, minishogi::generate;
    return p.turn == Side::First ? generate(Scene<Side::First>(p), p.hands[0], drop_mate, sink)
                                 : generate(Scene<Side::Second>(p), p.hands[1], drop_mate, sink);
  }
  template <Side S>
  void give_forcing(const Position& p, Moves<Minishogi>& out) const {
    const minishogi::Scene<S> scene(p);
    const minishogi::Lister<Moves<Minishogi>> all{out};
    const minishogi::Bits theirs = scene.theirs.all;
    if (scene.checkers)
      generate(scene, p.hands[int(S)], drop_mate, minishogi::Lister<Moves<Minishogi>>(all));
    else
      generate(scene, 0, drop_mate, minishogi::ForcingLister<Moves<Minishogi>>{theirs, all}, theirs);
  }
  template <Side S>
  Move give_mate(const Position& p) const {
    minishogi::MateFinder<S> finder(p, drop_mate);
    generate(minishogi::Scene<S>(p), p.hands[int(S)], drop_mate, finder);
    return finder.found();
  }

  static constexpr int seen_square(int square, Side by) {
    return by == Side::First ? square : minishogi::kSquares - 1 - square;
  }
  template <class F>
  static Move moved_by(Move m, F&& map) {
    const minishogi::Action a = minishogi::action(m);
    if (a.drop()) return minishogi::drop_move(a.from - minishogi::kSquares, map(a.to));
    return minishogi::move_between(map(a.from), map(a.to), a.promotion());
  }
};

static_assert(Game<Minishogi>);

}  // namespace kishi
