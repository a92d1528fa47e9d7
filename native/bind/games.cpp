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

// What to say of a move that cannot be played: which can, as far as a line of text holds them.
template <Game G>
std::string refusal(const G& game, const typename G::Position& p, const std::string& move) {
  constexpr int told = 12;
  Moves<G> moves;
  game.legal(p, moves);
  if (moves.empty()) return "illegal move " + move + ": the game is over";
  std::string line = "illegal move " + move + " (legal: ";
  for (int i = 0; i < std::min(moves.size(), told); ++i) line += (i ? ", " : "") + game.move_text(moves[i]);
  return line + (moves.size() > told ? ", ...)" : ")");
}

PyPosition played(const PyPosition& p, long move) {
  return with(p, [&]<Game G>(const G& game, const typename G::Position& q) {
    if (move < 0 || move >= game.moves() || !game.is_legal(q, Move(move)))
      throw std::invalid_argument(refusal(game, q, name_of_move(game, move)));
    return held(game, game.play(q, Move(move)));
  });
}

PyPosition played_text(const PyPosition& p, std::string_view text) {
  return played(p, with(p, [&](const auto& game, const auto&) { return long(game.parse_move(text)); }));
}

std::vector<std::string> legal_texts(const PyPosition& p) {
  return with(p, []<Game G>(const G& game, const typename G::Position& q) {
    Moves<G> moves;
    game.legal(q, moves);
    std::vector<std::string> texts;
    for (const Move m : moves) texts.push_back(game.move_text(m));
    return texts;
  });
}

Verdict settled(const PyPosition& p) {
  return with(p, [](const auto& game, const auto& q) { return game.settled(q); });
}

std::optional<int> winner(const PyPosition& p) {
  const Verdict verdict = settled(p);
  if (verdict != Verdict::FirstWins && verdict != Verdict::SecondWins) return std::nullopt;
  return verdict == Verdict::FirstWins ? 0 : 1;
}

std::optional<int> score(const PyPosition& p) {
  return with(p, []<Game G>(const G& game, const typename G::Position& q) -> std::optional<int> {
    if (!CountsLeads<G> || game.settled(q) == Verdict::Running) return std::nullopt;
    return final_margin(game, q, Side::First);
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
      .def("play", &played_text, "move"_a, "The same for a move as it is written: position.play(\"f5\").")
      .def("legal_moves", &legal_moves, nb::sig("def legal_moves(self) -> list[int]"),
           "The legal moves as numbers; none when the game is over.")
      .def("legal_texts", &legal_texts, "The legal moves as they are written.")
      .def_prop_ro(
          "over", [](const PyPosition& p) { return settled(p) != Verdict::Running; },
          "Has the game ended here? Repetition is not seen by a position: ask the Record.")
      .def_prop_ro("winner", &winner, "0 or 1 for the player who has won; None for a draw, or a game that goes on.")
      .def_prop_ro("score", &score,
                   "The first player's lead in discs at the end, empty squares to the winner; None before the end, and "
                   "in games that count none.")
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
          "move"_a, "May this move be played here? Any number may be asked about.")
      .def_prop_ro(
          "game",
          [](const PyPosition& p) { return with(p, [](const auto& game, const auto&) { return PyGame{game}; }); },
          "The game it is a position of.")
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
      .def_prop_ro("name", fact([](const auto& g) { return g.name(); }), "Its name: othello, gomoku-15-renju, ...")
      .def_prop_ro("family", fact([]<Game G>(const G&) { return std::string(G::family); }),
                   "The name without its variant: othello, gomoku, minishogi.")
      .def_prop_ro("moves", fact([](const auto& g) { return g.moves(); }), "How many moves the action space has.")
      .def_prop_ro("symmetries", fact([](const auto& g) { return g.symmetries(); }),
                   "How many symmetries its board has, the identity among them.")
      .def_prop_ro("most_lead", fact([](const auto& g) { return most_lead(g); }),
                   "The highest lead that a game can end with, in discs; 0: it counts none.")
      .def_prop_ro("shape", fact([](const auto& g) { return std::tuple(g.planes(), g.rows(), g.cols()); }),
                   "Planes, rows, columns: what Position.encode fills.")
      .def("start", fact([](const auto& g) { return held(g, g.start()); }), "The position that a game begins with.")
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
          "move"_a, "The move as it is written: f5, h8, 5d5c+.")
      .def(
          "parse_move",
          [](const PyGame& g, std::string_view text) {
            return with(g, [&](const auto& game) { return int(game.parse_move(text)); });
          },
          "text"_a, "The number of a move as it is written; BadInput says what is wrong.")
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
          "move"_a, "symmetry"_a, "The move in one of the board's symmetries, as Position.turned turns.")
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
