#include "bind/any.hpp"
#include "core/line.hpp"
#include "play/matrix.hpp"

namespace kishi::bind {
namespace {

using Planes = nb::ndarray<float, nb::numpy, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

template <Game G>
Move checked_move(const G& game, long move) {
  if (move < 0 || move >= game.moves())
    throw std::invalid_argument("no move " + std::to_string(move) + ": " + game.name() + " has moves 0 to " +
                                std::to_string(game.moves() - 1));
  return Move(move);
}

template <Game G>
int checked_symmetry(const G& game, int symmetry) {
  if (symmetry < 0 || symmetry >= game.symmetries())
    throw std::invalid_argument("no symmetry " + std::to_string(symmetry) + ": " + game.name() + " has 0 to " +
                                std::to_string(game.symmetries() - 1));
  return symmetry;
}

template <Game G>
std::string name_of_move(const G& game, long move) {
  return move >= 0 && move < game.moves() ? game.move_text(Move(move)) : std::to_string(move);
}

PyPosition played(const PyPosition& p, long move) {
  return with(p, [&]<Game G>(const G& game, const typename G::Position& q) {
    if (move < 0 || move >= game.moves() || !game.is_legal(q, Move(move)))
      throw std::invalid_argument("illegal move " + name_of_move(game, move));
    return held(game, game.play(q, Move(move)));
  });
}

nb::object legal_moves(const PyPosition& p) {
  return with(p, []<Game G>(const G& game, const typename G::Position& q) {
    Moves<G> moves;
    game.legal(q, moves);
    return int_list(moves, moves.size());
  });
}

std::uint64_t counted(const PyPosition& p, int depth) {
  if (depth < 0) throw std::invalid_argument("depth is 0 or more; got " + std::to_string(depth));
  return with(p, [&](const auto& game, const auto& q) { return perft(game, q, depth); });
}

void encode(const PyPosition& p, Planes out) {
  with(p, [&](const auto& game, const auto& q) {
    if (int(out.shape(0)) != game.planes() || int(out.shape(1)) != game.rows() || int(out.shape(2)) != game.cols())
      throw std::invalid_argument("planes of the wrong shape for " + game.name() + ": see Game.shape");
    game.encode(q, std::span(out.data(), out.size()));
  });
}

bool same(const PyPosition& a, const PyPosition& b) {
  return a.any.index() == b.any.index() && with(a, [&]<Game G>(const G& game, const typename G::Position& q) {
           const auto& h = std::get<Held<G>>(b.any);
           return h.game == game && h.position == q;
         });
}

void bind_position(nb::module_& m) {
  nb::class_<PyPosition>(m, "Position", "A board and the side to move; it never changes.")
      .def("play", &played, "move"_a, "The position after a legal move; BadInput if it is not legal.")
      .def("legal_moves", &legal_moves, nb::sig("def legal_moves(self) -> list[int]"),
           "The legal moves; none when the game is over.")
      .def(
          "path",
          [](const PyPosition& p, long move) {
            return with(p, [&](const auto& game, const auto& q) {
              const Path path = path_of(game, q, checked_move(game, move));
              return std::tuple(path.from, path.to);
            });
          },
          "move"_a, "What one touches to make this legal move here: from, to (-1: nothing).")
      .def(
          "is_legal",
          [](const PyPosition& p, long move) {
            return with(p, [&](const auto& game, const auto& q) {
              return move >= 0 && move < game.moves() && game.is_legal(q, Move(move));
            });
          },
          "move"_a)
      .def_prop_ro(
          "game",
          [](const PyPosition& p) { return with(p, [](const auto& game, const auto&) { return PyGame{game}; }); })
      .def_prop_ro(
          "turn",
          [](const PyPosition& p) {
            return with(p, [](const auto& game, const auto& q) { return int(game.turn(q)); });
          },
          "Who moves: 0 the first player, 1 the second.")
      .def(
          "picture",
          [](const PyPosition& p) {
            return with(p, [](const auto& game, const auto& q) {
              const Picture view = game.picture(q);
              return std::tuple(view.cells, view.hands[0], view.hands[1]);
            });
          },
          "The pieces on each cell, and in each player's hand.")
      .def(
          "turned",
          [](const PyPosition& p, int symmetry) {
            return with(p, [&](const auto& game, const auto& q) {
              return held(game, game.turned(q, checked_symmetry(game, symmetry)));
            });
          },
          "symmetry"_a, "The position seen in one of the board's symmetries.")
      .def("encode", &encode, "out"_a, "Fill planes of Game.shape, seen from the side to move.")
      .def("perft", &counted, "depth"_a, Slow(), "Leaves of the tree of all lines of `depth` moves.")
      .def("__str__",
           [](const PyPosition& p) { return with(p, [](const auto& game, const auto& q) { return game.text(q); }); })
      .def("__repr__",
           [](const PyPosition& p) {
             return with(p,
                         [](const auto& game, const auto& q) { return "<" + game.name() + " " + game.text(q) + ">"; });
           })
      .def("__eq__", &same, nb::is_operator(), nb::sig("def __eq__(self, other: object) -> bool"))
      .def("__hash__",
           [](const PyPosition& p) { return with(p, [](const auto& game, const auto& q) { return game.key(q); }); });
}

void bind_game(nb::module_& m) {
  const auto fact = [](auto f) { return [f](const PyGame& g) { return with(g, f); }; };
  nb::class_<PyGame>(m, "Game", "The rules of one game; a value.")
      .def_prop_ro("name", fact([](const auto& g) { return g.name(); }))
      .def_prop_ro("family", fact([]<Game G>(const G&) { return std::string(G::family); }),
                   "The name without its variant: othello, gomoku, minishogi.")
      .def_prop_ro("moves", fact([](const auto& g) { return g.moves(); }), "How many moves the action space has.")
      .def_prop_ro("symmetries", fact([](const auto& g) { return g.symmetries(); }))
      .def_prop_ro("most_lead", fact([](const auto& g) { return most_lead(g); }),
                   "The highest lead that a game can end with, in discs; 0: it counts none.")
      .def_prop_ro("shape", fact([](const auto& g) { return std::tuple(g.planes(), g.rows(), g.cols()); }),
                   "Planes, rows, columns: what Position.encode fills.")
      .def("start", fact([](const auto& g) { return held(g, g.start()); }))
      .def(
          "parse",
          [](const PyGame& g, std::string_view text) {
            return with(g, [&](const auto& game) { return held(game, game.parse(text)); });
          },
          "text"_a, "The position with this canonical text; BadInput says what is wrong.")
      .def(
          "move_text",
          [](const PyGame& g, long move) {
            return with(g, [&](const auto& game) { return game.move_text(checked_move(game, move)); });
          },
          "move"_a)
      .def(
          "parse_move",
          [](const PyGame& g, std::string_view text) {
            return with(g, [&](const auto& game) { return int(game.parse_move(text)); });
          },
          "text"_a)
      .def(
          "path",
          [](const PyGame& g, long move) {
            return with(g, [&](const auto& game) {
              const Path path = game.path(checked_move(game, move));
              return std::tuple(path.from, path.to);
            });
          },
          "move"_a, "What one touches to make a move: from, to (-1: nothing).")
      .def(
          "turned_move",
          [](const PyGame& g, long move, int symmetry) {
            return with(g, [&](const auto& game) {
              return int(game.turned_move(checked_move(game, move), checked_symmetry(game, symmetry)));
            });
          },
          "move"_a, "symmetry"_a)
      .def(
          "seen_move",
          [](const PyGame& g, long move, int turn) {
            return with(g, [&](const auto& game) {
              return int(game.seen_move(checked_move(game, move), turn ? Side::Second : Side::First));
            });
          },
          "move"_a, "turn"_a, "The move as its player sees it; the same call leads back.")
      .def("__repr__", fact([](const auto& g) { return "<game " + g.name() + ">"; }))
      .def("__hash__", fact([](const auto& g) { return std::hash<std::string>{}(g.name()); }))
      .def(
          "__eq__", [](const PyGame& a, const PyGame& b) { return a.any == b.any; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object) -> bool"));
}

}  // namespace

void bind_games(nb::module_& m) {
  nb::enum_<Verdict>(m, "Verdict", "How a game stands.")
      .value("RUNNING", Verdict::Running)
      .value("FIRST_WINS", Verdict::FirstWins)
      .value("SECOND_WINS", Verdict::SecondWins)
      .value("DRAW", Verdict::Draw);
  bind_position(m);
  bind_game(m);
  m.def(
      "judge",
      [](const PyLine& line) {
        return with(line, []<Game G>(const G& game, std::vector<typename G::Position> positions) {
          return Line<G>(game, std::move(positions)).judge();
        });
      },
      "line"_a, "How a game stands after these positions, oldest first.");
  m.def(
      "all_games",
      [] {
        std::vector<PyGame> games;
        for (const AnyGame& g : all_games()) games.push_back({g});
        return games;
      },
      "Every game and variant there is.");
}

}  // namespace kishi::bind
