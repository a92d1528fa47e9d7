#include "bind/engines.hpp"

#include <algorithm>
#include <cmath>

#include "eval/search_info.hpp"
#include "play/match.hpp"
#include "play/matrix.hpp"

namespace kishi::bind {
namespace {

using Counts = nb::ndarray<std::int32_t, nb::numpy, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Margins = nb::ndarray<double, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

SearchResult choose(const PyEngine& t, const PyLine& line, SearchControl& control, double seconds, std::uint64_t nodes,
                    int depth, double clock, double increment, double cpu) {
  return std::visit(
      [&]<Game G>(const Owned<G>& own) {
        if (line.empty()) throw std::invalid_argument("a line needs at least one position");
        Line<G> played(own.game, positions_of(own.game, line));
        if (played.judge() != Verdict::Running)
          throw std::invalid_argument("the game is over: there is no move to choose");
        const std::scoped_lock one_at_a_time(*own.busy);
        SearchResult found =
            measured(*own.engine, played, Limits{seconds, nodes, depth, clock, increment, cpu}, control);
        own.engine->tell_moves(played, found);
        return found;
      },
      t.any);
}

void prepare(const PyEngine& t) {
  std::visit(
      [](const auto& own) {
        const std::scoped_lock one_at_a_time(*own.busy);
        own.engine->prepare();
      },
      t.any);
}

template <Game G>
std::vector<std::vector<typename G::Position>> lines_of(
    const G& game, const std::vector<std::tuple<PyLine, bool, std::uint64_t>>& given) {
  std::vector<std::vector<typename G::Position>> lines;
  for (const auto& fixture : given) {
    if (std::get<0>(fixture).empty()) throw std::invalid_argument("an opening has at least one position");
    lines.push_back(positions_of(game, std::get<0>(fixture)));
  }
  return lines;
}

std::vector<PlayedGame> play_fixtures_of(const PyEngine& a, const PyEngine& b,
                                         const std::vector<std::tuple<PyLine, bool, std::uint64_t>>& given,
                                         std::uint64_t nodes, double cpu, int most_plies, int threads,
                                         SearchControl& control) {
  return std::visit(
      [&]<Game G>(const Owned<G>& own) {
        const auto* theirs = std::get_if<Owned<G>>(&b.any);
        if (!theirs || theirs->game != own.game) throw std::invalid_argument("the two players play different games");
        if (threads < 1 || threads > 1024) throw std::invalid_argument("threads: 1 to 1024");
        const auto lines = lines_of(own.game, given);
        std::vector<Fixture<G>> fixtures;
        for (std::size_t i = 0; i < given.size(); ++i)
          fixtures.push_back({&lines[i], std::get<1>(given[i]), std::get<2>(given[i])});
        return play_fixtures(own.game, *own.engine, *theirs->engine, fixtures,
                             GameTerms{.limits = {.nodes = nodes, .cpu = cpu}, .most_plies = most_plies}, threads,
                             control);
      },
      a.any);
}

template <Game G>
std::vector<const Engine<G>*> engines_of(const G& game, const std::vector<const PyEngine*>& given) {
  std::vector<const Engine<G>*> engines;
  for (const PyEngine* t : given) {
    const auto* own = std::get_if<Owned<G>>(&t->any);
    if (!own || own->game != game) throw std::invalid_argument("players of different games in one matrix");
    engines.push_back(own->engine.get());
  }
  return engines;
}

// Fills counts[i][j] = wins, draws, losses and margins[i][j].
void play_matrix_of(const std::vector<const PyEngine*>& candidates, const std::vector<const PyEngine*>& opponents,
                    const std::vector<PyLine>& openings, const Counts& counts, const Margins& margins, int most_plies,
                    std::uint64_t seed, int threads, SearchControl& control) {
  if (candidates.empty() || opponents.empty() || openings.empty())
    throw std::invalid_argument("a matrix needs candidates, opponents and openings");
  if (threads < 1 || threads > 1024) throw std::invalid_argument("threads: 1 to 1024");
  if (counts.shape(0) != candidates.size() || counts.shape(1) != opponents.size() || counts.shape(2) != 3 ||
      margins.shape(0) != candidates.size() || margins.shape(1) != opponents.size())
    throw std::invalid_argument("arrays of the wrong shape for this matrix");
  std::visit(
      [&]<Game G>(const Owned<G>& own) {
        std::vector<Line<G>> lines;
        for (const PyLine& l : openings) {
          if (l.empty()) throw std::invalid_argument("an opening has at least one position");
          lines.emplace_back(own.game, positions_of(own.game, l));
        }
        const auto cells = play_matrix<G>(engines_of(own.game, candidates), engines_of(own.game, opponents), lines,
                                          most_plies, seed, threads, control);
        for (std::size_t i = 0; i < cells.size(); ++i) {
          counts.data()[3 * i] = cells[i].wins;
          counts.data()[3 * i + 1] = cells[i].draws;
          counts.data()[3 * i + 2] = cells[i].losses;
          margins.data()[i] = cells[i].margin;
        }
      },
      candidates[0]->any);
}

// As they are kept: the bytes of little-endian numbers. A million games become no Python numbers.
template <class T>
nb::bytes bytes_of(const std::vector<T>& numbers) {
  return nb::bytes(numbers.data(), sizeof(T) * numbers.size());
}
constexpr std::int16_t kNoValue = -32768;
std::int16_t packed_value(float v) { return std::int16_t(std::lrint(std::clamp(v, -1.0f, 1.0f) * 32767)); }
nb::bytes packed_values(const PlayedGame& g) {
  std::vector<std::int16_t> thoughts;
  thoughts.reserve(g.values.size());
  for (const float v : g.values) thoughts.push_back(packed_value(v));
  return bytes_of(thoughts);
}
std::pair<nb::bytes, nb::bytes> packed(const PlayedGame& g) { return {bytes_of(g.moves), packed_values(g)}; }

using Indexes = nb::ndarray<const std::int32_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Swapped = nb::ndarray<const bool, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Seeds = nb::ndarray<const std::uint64_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <Game G>
std::vector<typename G::Position> line_of(const G& game, const PyPosition& start, std::span<const Move> moves) {
  std::vector<typename G::Position> line = positions_of(game, {start});
  line.reserve(1 + moves.size());
  for (const Move move : moves) {
    if (int(move) >= game.moves() || !game.is_legal(line.back(), move))
      throw std::invalid_argument("an opening has an illegal move");
    line.push_back(game.play(line.back(), move));
  }
  return line;
}

// The moves in these bytes, which are those of little-endian numbers.
std::vector<Move> moves_in(const nb::bytes& bytes) {
  if (bytes.size() % sizeof(Move)) throw std::invalid_argument("moves are two bytes each");
  std::vector<Move> moves(bytes.size() / sizeof(Move));
  std::copy_n(static_cast<const char*>(bytes.data()), bytes.size(), reinterpret_cast<char*>(moves.data()));
  return moves;
}

// Some numbers after others, as bytes; nothing is copied twice.
template <class T>
nb::bytes joined(std::span<const T> before, std::span<const T> after) {
  auto bytes =
      nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, Py_ssize_t(sizeof(T) * (before.size() + after.size()))));
  if (!bytes.is_valid()) throw nb::python_error();
  std::ranges::copy(after, std::ranges::copy(before, reinterpret_cast<T*>(PyBytes_AS_STRING(bytes.ptr()))).out);
  return bytes;
}

// The same as play_fixtures for very many short games: they come as arrays and leave as columns, so that Python's part
// in a game is a microsecond.
struct PlayedColumns {
  nb::list moves, values, seconds;  // bytes of each game, those of its opening first; None where there are no numbers
  std::vector<int> verdicts, ended_by;
  std::array<Effort, 2> effort;  // of a and b, in the games that were measured

  void add(const std::vector<Move>& opening, const PlayedGame& g) {
    moves.append(joined<Move>(opening, g.moves));
    if (std::any_of(g.values.begin(), g.values.end(), [](float v) { return v != 0; })) {
      std::vector<std::int16_t> all(opening.size(), kNoValue);
      for (const float v : g.values) all.push_back(packed_value(v));
      values.append(bytes_of(all));
    } else {
      values.append(nb::none());
    }
    if (g.seconds.empty())
      seconds.append(nb::none());
    else
      seconds.append(joined<float>(std::vector<float>(opening.size()), g.seconds));
    verdicts.push_back(int(g.verdict));
    ended_by.push_back(int(g.ended_by));
  }
};

PlayedColumns play_columns(const PyEngine& a, const PyEngine& b, const std::vector<PyPosition>& starts,
                           const std::vector<nb::bytes>& openings, const Indexes& opening_of, const Swapped& swapped,
                           const Seeds& seeds, double seconds, std::uint64_t nodes, int depth, double cpu,
                           double margin, int most_plies, SearchControl& control) {
  const std::size_t games = opening_of.size();
  if (swapped.size() != games || seeds.size() != games)
    throw std::invalid_argument("each game has one opening, one order of players and one seed");
  if (starts.size() != openings.size()) throw std::invalid_argument("each opening has a start and moves");
  std::vector<std::vector<Move>> begun;
  begun.reserve(openings.size());
  for (const nb::bytes& opening : openings) begun.push_back(moves_in(opening));
  const std::vector<PlayedGame> played = std::visit(
      [&]<Game G>(const Owned<G>& own) {
        const auto* theirs = std::get_if<Owned<G>>(&b.any);
        if (!theirs || theirs->game != own.game) throw std::invalid_argument("the two players play different games");
        const nb::gil_scoped_release released;
        std::vector<std::vector<typename G::Position>> lines;
        lines.reserve(begun.size());
        for (std::size_t i = 0; i < begun.size(); ++i) lines.push_back(line_of(own.game, starts[i], begun[i]));
        std::vector<Fixture<G>> fixtures;
        fixtures.reserve(games);
        for (std::size_t i = 0; i < games; ++i) {
          const std::int32_t which = opening_of.data()[i];
          if (which < 0 || std::size_t(which) >= lines.size()) throw std::invalid_argument("there is no such opening");
          fixtures.push_back({&lines[std::size_t(which)], swapped.data()[i], seeds.data()[i]});
        }
        return play_fixtures(own.game, *own.engine, *theirs->engine, fixtures,
                             GameTerms{Limits{seconds, nodes, depth, 0, 0, cpu}, margin, most_plies}, 1, control);
      },
      a.any);
  PlayedColumns all;
  for (std::size_t i = 0; i < games; ++i) {
    const PlayedGame& g = played[i];
    for (const std::size_t side : {0, 1}) all.effort[side].add(g.effort[side != swapped.data()[i]]);
    all.add(begun[std::size_t(opening_of.data()[i])], g);
  }
  return all;
}

constexpr int most_tries = 1000;

// Plays so many random moves from the start into `moves`; the key of what the players then begin with: where history
// matters to the rules that of the whole line, else of the position at its end.
template <Game G>
std::uint64_t random_opening(const G& game, std::uint64_t seed, std::span<std::uint16_t> moves) {
  for (int attempt = 0; attempt < most_tries; ++attempt) {
    Random random(seed, std::uint64_t(attempt));
    if constexpr (G::repetitions == 0) {
      typename G::Position p = game.start();
      std::size_t ply = 0;
      for (; game.settled(p) == Verdict::Running && ply < moves.size(); ++ply)
        p = game.play(p, moves[ply] = random_move(game, p, random));
      if (ply == moves.size() && game.settled(p) == Verdict::Running) return game.key(p);
    } else {
      Line<G> line(game, {game.start()});
      line.reserve(int(moves.size()));
      std::uint64_t key = game.key(line.top());
      std::size_t ply = 0;
      for (; line.judge() == Verdict::Running && ply < moves.size(); ++ply) {
        line.push(moves[ply] = random_move(game, line.top(), random));
        key = mix(key) ^ game.key(line.top());
      }
      if (ply == moves.size() && line.judge() == Verdict::Running) return key;
    }
  }
  throw std::invalid_argument("random openings of " + std::to_string(moves.size()) + " plies end the game: give fewer");
}

std::vector<std::vector<int>> random_openings(const PyGame& g, int plies, const std::vector<std::uint64_t>& seeds) {
  return with(g, [&]<Game G>(const G& game) {
    std::vector<std::vector<int>> all;
    all.reserve(seeds.size());
    std::vector<std::uint16_t> moves(std::size_t(std::max(0, plies)));
    for (const std::uint64_t seed : seeds) {
      random_opening(game, seed, moves);
      all.emplace_back(moves.begin(), moves.end());
    }
    return all;
  });
}

int plies_to_end(double points) {
  const Score score = Score(points);
  return is_win(score) || is_loss(score) ? kWin - std::abs(score) : 0;
}

using Words = nb::ndarray<std::uint16_t, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Keys = nb::ndarray<std::uint64_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// The same into arrays, with the key of each.
void draw_openings(const PyGame& g, const Seeds& seeds, const Words& moves, const Keys& keys) {
  if (moves.shape(0) != seeds.size() || keys.size() != seeds.size())
    throw std::invalid_argument("each seed has a row of moves and a key");
  with(g, [&]<Game G>(const G& game) {
    const std::size_t plies = moves.shape(1);
    for (std::size_t i = 0; i < seeds.size(); ++i)
      keys.data()[i] = random_opening(game, seeds.data()[i], std::span(moves.data() + i * plies, plies));
  });
}

void bind_found(nb::module_& m) {
  nb::class_<SearchResult>(m, "SearchResult", "A move, and what was found out about it.")
      .def_prop_ro("move", [](const SearchResult& f) { return int(f.move); })
      .def_ro("value", &SearchResult::value, "For the mover, in [-1, 1].")
      .def_ro("points", &SearchResult::points, "The value in the game's own unit.")
      .def_ro("exact", &SearchResult::exact)
      .def_ro("depth", &SearchResult::depth)
      .def_ro("selectivity", &SearchResult::selectivity,
              "Percent: how sure each cut of a solver's selective pass is; 0: it is not of one.")
      .def_ro("nodes", &SearchResult::nodes)
      .def_ro("table_full", &SearchResult::table_full, "Of a thousand places of the search's table.")
      .def_prop_ro(
          "plies", [](const SearchResult& f) { return f.exact ? plies_to_end(f.points) : 0; },
          "To the end of the game, where that is a proved win or loss by so many; else 0.")
      .def_prop_ro(
          "variations",
          [](const SearchResult& f) {
            std::vector<std::tuple<std::vector<int>, double, double, int>> rows;
            for (const RootMove& m : f.moves)
              if (!m.line.empty())
                rows.emplace_back(std::vector<int>(m.line.begin(), m.line.end()), m.value, m.points,
                                  plies_to_end(m.points));
            return rows;
          },
          "The lines that were told apart, best first: moves, value for the mover, points and plies.")
      .def_ro("cpu", &SearchResult::cpu, "Seconds of CPU time that it took.")
      .def_prop_ro("line", [](const SearchResult& f) { return std::vector<int>(f.line.begin(), f.line.end()); })
      .def_prop_ro(
          "moves",
          [](const SearchResult& f) {
            std::vector<std::tuple<int, double, std::uint64_t>> rows;
            for (const RootMove& l : f.moves) rows.emplace_back(l.move, l.value, l.visits);
            return rows;
          },
          "Root moves with their value for the mover and visits, best first.")
      .def_prop_ro(
          "priors",
          [](const SearchResult& f) { return std::vector<std::pair<int, float>>(f.priors.begin(), f.priors.end()); },
          "A network's shares of all root moves, where one was asked.")
      .def_prop_ro(
          "worths",
          [](const SearchResult& f) { return std::vector<std::pair<int, double>>(f.worths.begin(), f.worths.end()); },
          "What each root move is worth in the player's own points, where it counts in such.");
}

}  // namespace

void bind_engines(nb::module_& m) {
  bind_found(m);
  nb::class_<SearchControl>(m, "SearchControl",
                            "Made by whoever asks for a search: stops it, and shows what it thinks meanwhile.")
      .def(nb::init<>())
      .def("stop", [](SearchControl& t) { t.told = true; })
      .def_prop_ro("stopped", [](const SearchControl& t) { return t.told.load(); })
      .def("latest", &SearchControl::latest, "The newest report and its number (0: none yet).");
  nb::class_<PyEngine>(m, "Engine", "A player of the native core.")
      .def("choose", &choose, "line"_a, "control"_a, nb::kw_only(), "seconds"_a = 0.0, "nodes"_a = 0, "depth"_a = 0,
           "clock"_a = 0.0, "increment"_a = 0.0, "cpu"_a = 0.0, Slow(),
           "A move for the end of the line; limits of 0 are none.")
      .def("prepare", &prepare, Slow(), "Get what the first search would else have to get on its own time.");
  nb::class_<Effort>(m, "Effort", "What a player's moves have cost.")
      .def_ro("moves", &Effort::moves)
      .def_ro("seconds", &Effort::seconds, "By the clock.")
      .def_ro("cpu", &Effort::cpu, "Seconds of CPU time.")
      .def_ro("nodes", &Effort::nodes)
      .def_ro("depth", &Effort::depth, "Of all moves together.")
      .def_ro("early", &Effort::early, "Moves answered in less than half of the time they were given.")
      .def_ro("early_cpu", &Effort::early_cpu, "Seconds of CPU time of those.");
  nb::class_<PlayedColumns>(m, "PlayedColumns", "Games played by `play_columns`.")
      .def_prop_ro(
          "moves", [](const PlayedColumns& p) -> nb::typed<nb::list, nb::bytes> { return p.moves; },
          "Of each game, from its opening on: little-endian uint16.")
      .def_prop_ro(
          "values", [](const PlayedColumns& p) -> nb::typed<nb::list, std::optional<nb::bytes>> { return p.values; },
          "x 32767 as int16, -32768 in the opening; None: no value.")
      .def_prop_ro(
          "seconds", [](const PlayedColumns& p) -> nb::typed<nb::list, std::optional<nb::bytes>> { return p.seconds; },
          "float32; None without a limit of time.")
      .def_ro("verdicts", &PlayedColumns::verdicts, "As numbers; 0: it was stopped.")
      .def_ro("ended_by", &PlayedColumns::ended_by, "0 the rules, 1 its length, 2 time.")
      .def_prop_ro(
          "effort", [](const PlayedColumns& p) { return std::pair(p.effort[0], p.effort[1]); },
          "Of a and of b, in those of the games in which it was measured.");
  nb::class_<PlayedGame>(m, "PlayedGame", "A game played by `play_fixtures`.")
      .def_prop_ro("moves", [](const PlayedGame& g) { return std::vector<int>(g.moves.begin(), g.moves.end()); })
      .def_prop_ro("packed", &packed, "Moves (uint16) and values x 32767 (int16) as little-endian bytes.")
      .def_ro("verdict", &PlayedGame::verdict, "Running: it was stopped.")
      .def_prop_ro("too_long", [](const PlayedGame& g) { return g.ended_by == EndedBy::Length; })
      .def_prop_ro(
          "effort", [](const PlayedGame& g) { return std::pair(g.effort[0], g.effort[1]); },
          "Of the first mover and the second; of some games of very quick players only.");
  m.def("play_fixtures", &play_fixtures_of, "a"_a, "b"_a, "fixtures"_a, nb::kw_only(), "nodes"_a = 0, "cpu"_a = 0.0,
        "most_plies"_a = 0, "threads"_a = 1, "control"_a, Slow(),
        "Games between two engines: each fixture is an opening line, whether b moves first, and a seed.");
  m.def("play_columns", &play_columns, "a"_a, "b"_a, "starts"_a, "openings"_a, "opening_of"_a, "swapped"_a, "seeds"_a,
        nb::kw_only(), "seconds"_a = 0.0, "nodes"_a = 0, "depth"_a = 0, "cpu"_a = 0.0, "margin"_a = 0.0,
        "most_plies"_a = 0, "control"_a,
        "Very many games between two engines, on one thread; an opening is a start and the bytes of moves from it.");
  m.def("play_matrix", &play_matrix_of, "candidates"_a, "opponents"_a, "openings"_a, "counts"_a, "margins"_a,
        nb::kw_only(), "most_plies"_a, "seed"_a, "threads"_a, "control"_a, Slow(),
        "Every candidate against every opponent from every opening with both colours: fills wins, draws, losses "
        "and the sum of final leads.");
  m.def("random_openings", &random_openings, "game"_a, "plies"_a, "seeds"_a, Slow(),
        "So many random moves for each seed, after which the game still runs.");
  m.def("draw_openings", &draw_openings, "game"_a, "seeds"_a, "moves"_a, "keys"_a, Slow(),
        "The same into an array [seeds, plies]; openings with equal keys leave the players the same game.");
  m.def(
      "random_engine",
      [](const PyGame& g, std::uint64_t seed) {
        return with(g, [&]<Game G>(const G& game) { return owned(game, std::make_unique<RandomEngine<G>>(), seed); });
      },
      "game"_a, "seed"_a);
}

}  // namespace kishi::bind
