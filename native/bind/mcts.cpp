#include "bind/any.hpp"
#include "core/clock.hpp"
#include "learn/selfplay.hpp"
#include "learn/selfplay_samples.hpp"
#include "solve/list.hpp"

namespace kishi::bind {
namespace {

using Planes = nb::ndarray<float, nb::numpy, nb::ndim<4>, nb::c_contig, nb::device::cpu>;
using Policies = nb::ndarray<float, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Boards = nb::ndarray<float, nb::numpy, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
using Values = nb::ndarray<float, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Logits = nb::ndarray<const float, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Answers = nb::ndarray<const float, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Indexes = nb::ndarray<const std::int64_t, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class>
struct Variants;
template <class... G>
struct Variants<std::variant<G...>> {
  using games = std::variant<std::unique_ptr<SelfPlayGames<G>>...>;
  using samples = std::variant<std::unique_ptr<SelfPlaySamples<G>>...>;
};

// A search for a player: its own solver, and leaves of one tree.
template <Game G>
struct OwnSearch {
  OwnSearch(const G& g, const MctsOptions& options, bool exact)
      : game(g),
        solver(exact ? std::make_unique<LeafSolver<G>>(g, /*deep=*/true) : nullptr),
        search(options, solver.get(), false) {}

  G game;
  std::unique_ptr<LeafSolver<G>> solver;
  NetworkSearch<G> search;
  int waiting = 0;
};
template <class>
struct SearchVariant;
template <class... G>
struct SearchVariant<std::variant<G...>> {
  using type = std::variant<std::unique_ptr<OwnSearch<G>>...>;
};

struct PyMctsGames {
  Variants<AnyGame>::games any;
};
struct PyMctsSearch {
  SearchVariant<AnyGame>::type any;
};
struct PySelfPlaySamples {
  Variants<AnyGame>::samples any;
};

void must_be(bool right, const char* what) {
  if (!right) throw std::invalid_argument(what);
}
template <Game G>
void check_planes(const G& game, const Planes& planes, std::size_t rows) {
  must_be(planes.shape(0) >= rows && planes.shape(1) == std::size_t(game.planes()) &&
              planes.shape(2) == std::size_t(game.rows()) && planes.shape(3) == std::size_t(game.cols()),
          "planes are (positions, planes, rows, columns) of the game, with room for all its leaves");
}
template <Game G>
void check_answers(const G& game, int waiting, const Logits& logits, const Answers& values, const Answers& draws) {
  must_be(logits.shape(0) == std::size_t(waiting) && values.shape(0) == std::size_t(waiting) &&
              draws.shape(0) == std::size_t(waiting) && logits.shape(1) == std::size_t(game.moves()),
          "each leaf is answered by a logit for every action, a value and the chance of a draw");
  for (std::size_t i = 0; i < draws.size(); ++i)
    must_be(draws.data()[i] >= 0 && draws.data()[i] <= 1.001f, "a chance lies between 0 and 1");
  for (std::size_t i = 0; i < values.size(); ++i)
    must_be(std::abs(values.data()[i]) <= 1.001f, "a value lies between -1 and 1");
  for (std::size_t i = 0; i < logits.size(); ++i)
    must_be(std::isfinite(logits.data()[i]), "the network answered with something that is no number");
}

std::vector<std::vector<Move>> checked_openings(const auto& game, const std::vector<std::vector<int>>& given) {
  std::vector<std::vector<Move>> openings;
  for (const std::vector<int>& moves : given) {
    auto p = game.start();
    std::vector<Move> opening;
    for (const int m : moves) {
      must_be(m >= 0 && m < game.moves() && game.is_legal(p, Move(m)), "an opening has an illegal move");
      opening.push_back(Move(m));
      p = game.play(p, Move(m));
    }
    must_be(game.settled(p) == Verdict::Running, "an opening ends the game");
    openings.push_back(std::move(opening));
  }
  return openings;
}

PyMctsGames make_games(const PyGame& g, const SelfPlayOptions& options, const std::vector<std::vector<int>>& openings,
                       int slots, std::uint64_t seed) {
  must_be(slots >= 1 && slots <= 65536, "slots: 1 to 65536");
  return with(g, [&]<Game G>(const G& game) {
    return PyMctsGames{
        std::make_unique<SelfPlayGames<G>>(game, options, checked_openings(game, openings), slots, seed)};
  });
}

nb::bytes packed_games(const PyMctsGames& g) {
  RecordWriter writer;
  std::visit(
      [&](const auto& games) {
        for (const SelfPlayRecord& record : games->records())
          if (record.verdict != Verdict::Running) writer.add(record);
      },
      g.any);
  return nb::bytes(writer.bytes().data(), writer.bytes().size());
}

int search_leaves(PyMctsSearch& s, const Planes& planes) {
  return std::visit(
      [&]<Game G>(const std::unique_ptr<OwnSearch<G>>& own) {
        check_planes(own->game, planes, 1);
        const std::size_t row = planes.shape(1) * planes.shape(2) * planes.shape(3);
        int& n = own->waiting;
        must_be(n == 0, "the last leaves have not been answered");
        while (std::size_t(n) < planes.shape(0) && own->search.simulate() == NetworkSearch<G>::State::Leaf) {
          own->search.encode({planes.data() + row * std::size_t(n), row});
          ++n;
        }
        return n;
      },
      s.any);
}

void search_answer(PyMctsSearch& s, const Logits& logits, const Answers& values, const Answers& draws) {
  std::visit(
      [&]<Game G>(const std::unique_ptr<OwnSearch<G>>& own) {
        check_answers(own->game, own->waiting, logits, values, draws);
        const std::size_t row = std::size_t(own->game.moves());
        for (int i = 0; i < own->waiting; ++i)
          own->search.answer({logits.data() + row * std::size_t(i), row}, values.data()[i], draws.data()[i]);
        own->waiting = 0;
      },
      s.any);
}

void search_begin(PyMctsSearch& s, const PyLine& line, int simulations, std::uint64_t seed, bool exploring, float draw,
                  double solving) {
  std::visit(
      [&]<Game G>(const std::unique_ptr<OwnSearch<G>>& own) {
        const Line<G> played(own->game, positions_of(own->game, line));
        must_be(played.judge() == Verdict::Running, "the game is over: there is no move to choose");
        must_be(simulations >= 1, "a search needs at least one simulation");
        must_be(std::abs(draw) < 1, "a draw lies between a loss and a win: draw is above -1 and below 1");
        own->waiting = 0;
        const float of_first = own->game.turn(played.top()) == Side::First ? draw : -draw;
        own->search.begin(played, simulations, exploring, seed, of_first, solving);
      },
      s.any);
}

void fill_samples(const PySelfPlaySamples& s, const Indexes& which, const Indexes& symmetries, const Planes& planes,
                  const Policies& policy, const Values& value, const Values& soon, const Boards& owner,
                  const Values& owner_known) {
  std::visit(
      [&]<Game G>(const std::unique_ptr<SelfPlaySamples<G>>& samples) {
        const G& game = samples->game();
        const std::size_t n = which.size(), actions = std::size_t(game.moves());
        const std::size_t cells = std::size_t(game.rows()) * std::size_t(game.cols());
        const std::size_t row = cells * planes.shape(1);
        check_planes(game, planes, n);
        must_be(symmetries.size() == n && planes.shape(0) == n && policy.shape(0) == n && policy.shape(1) == actions &&
                    value.size() == n && soon.size() == n && owner.size() == n * cells && owner_known.size() == n,
                "the arrays of a batch do not fit each other");
        for (std::size_t i = 0; i < n; ++i) {
          const std::int64_t sample = which.data()[i], symmetry = symmetries.data()[i];
          must_be(sample >= 0 && std::size_t(sample) < samples->count(), "there is no such sample");
          must_be(symmetry >= 0 && symmetry < game.symmetries(), "there is no such symmetry");
          samples->fill(std::size_t(sample), int(symmetry),
                        SampleRow{{planes.data() + row * i, row},
                                  {policy.data() + actions * i, actions},
                                  {owner.data() + cells * i, cells},
                                  value.data()[i],
                                  soon.data()[i],
                                  owner_known.data()[i]});
        }
      },
      s.any);
}

void bind_options(nb::module_& m) {
  nb::class_<MctsOptions>(m, "MctsOptions", "How an MCTS search chooses among moves.")
      .def(
          "__init__",
          [](MctsOptions* o, bool gumbel, float exploration, int considered) {
            must_be(considered >= 1, "considered: at least 1");
            new (o) MctsOptions{gumbel, exploration, considered};
          },
          nb::kw_only(), "gumbel"_a = true, "exploration"_a = 1.5f, "considered"_a = 16);
  nb::class_<SelfPlayOptions>(m, "SelfPlayOptions", "How games of self-play are played.")
      .def(
          "__init__",
          [](SelfPlayOptions* o, int full, int fast, float full_share, float resign, float verify, float draw_contempt,
             int most_plies, bool exact) {
            must_be(full >= 1 && fast >= 1 && most_plies >= 1, "searches and games have at least one step");
            must_be(draw_contempt >= 0 && draw_contempt < 1, "draw_contempt: 0 or more, below 1");
            new (o) SelfPlayOptions{full, fast, full_share, resign, verify, draw_contempt, most_plies, exact};
          },
          nb::kw_only(), "full"_a = 64, "fast"_a = 16, "full_share"_a = 0.25f, "resign"_a = 0.95f, "verify"_a = 0.1f,
          "draw_contempt"_a = 0.f, "most_plies"_a = 500, "exact"_a = true);
  nb::class_<SelfPlayCounts>(m, "SelfPlayCounts", "What games of self-play took.")
      .def_ro("finished", &SelfPlayCounts::finished)
      .def_ro("plies", &SelfPlayCounts::plies)
      .def_ro("simulations", &SelfPlayCounts::simulations)
      .def_ro("evaluations", &SelfPlayCounts::evaluations)
      .def_ro("resigned", &SelfPlayCounts::resigned)
      .def_ro("verified", &SelfPlayCounts::verified, "Games played on after somebody would have resigned.")
      .def_ro("wrongly", &SelfPlayCounts::wrongly, "Those of them that were not lost.");
}

}  // namespace

void bind_mcts(nb::module_& m) {
  bind_options(m);
  nb::class_<PyMctsGames>(m, "SelfPlayGames", "Games of self-play, many at once; a network answers for their leaves.")
      .def(
          "__init__",
          [](PyMctsGames* self, const PyGame& game, const SelfPlayOptions& options,
             const std::vector<std::vector<int>>& openings, int slots,
             std::uint64_t seed) { new (self) PyMctsGames(make_games(game, options, openings, slots, seed)); },
          "game"_a, "options"_a, "openings"_a, nb::kw_only(), "slots"_a, "seed"_a)
      .def(
          "leaves",
          [](PyMctsGames& g, const Planes& planes) {
            return std::visit(
                [&](const auto& games) {
                  must_be(games->waiting() == 0, "the last leaves have not been answered");
                  check_planes(games->game(), planes, std::size_t(games->slots()));
                  return games->leaves({planes.data(), planes.size()});
                },
                g.any);
          },
          "planes"_a, Slow(), "Fills planes for the next leaves and says how many; 0: all games are finished.")
      .def(
          "answer",
          [](PyMctsGames& g, const Logits& policy, const Answers& value, const Answers& draw) {
            std::visit(
                [&](const auto& games) {
                  check_answers(games->game(), games->waiting(), policy, value, draw);
                  games->answer({policy.data(), policy.size()}, {value.data(), value.size()},
                                {draw.data(), draw.size()});
                },
                g.any);
          },
          "policy"_a, "value"_a, "draw"_a, Slow(),
          "The network's logits, values and chances of a draw for those leaves.")
      .def_prop_ro(
          "counts",
          [](const PyMctsGames& g) { return std::visit([](const auto& games) { return games->counts(); }, g.any); })
      .def("packed", &packed_games, "The finished games, as they are kept on disk.");
  nb::class_<PyMctsSearch>(m, "NetworkSearch", "One search; a network answers for its leaves.")
      .def(
          "__init__",
          [](PyMctsSearch* self, const PyGame& g, const MctsOptions& options, bool exact) {
            new (self) PyMctsSearch(with(g, [&]<Game G>(const G& game) {
              return PyMctsSearch{std::make_unique<OwnSearch<G>>(game, options, exact)};
            }));
          },
          "game"_a, "options"_a, nb::kw_only(), "exact"_a = true)
      .def("begin", &search_begin, "line"_a, "simulations"_a, nb::kw_only(), "seed"_a = 0, "exploring"_a = false,
           "draw"_a = 0.f, "solving"_a = 0.0, Slow(),
           "The next search; what is known below its root is kept where the line goes on from the last one. `draw` is "
           "what "
           "one is worth to whoever is to move. A solver has `solving` seconds for the root; 0: as it needs.")
      .def("leaves", &search_leaves, "planes"_a, Slow(), "Fills planes for the next leaves and says how many; 0: done.")
      .def("answer", &search_answer, "policy"_a, "value"_a, "draw"_a, Slow())
      .def("found",
           [](PyMctsSearch& s) { return std::visit([](const auto& own) { return own->search.found(); }, s.any); })
      .def(
          "tell",
          [](PyMctsSearch& s, SearchControl& control) {
            std::visit([&](const auto& own) { control.tell(own->search.found()); }, s.any);
          },
          "control"_a, "Lets those who watch see what has been found so far.")
      .def(
          "target",
          [](const PyMctsSearch& s) { return std::visit([](const auto& own) { return own->search.target(); }, s.any); },
          "What the policy at the root should become: moves and their shares.")
      .def_prop_ro("simulations", [](const PyMctsSearch& s) {
        return std::visit([](const auto& own) { return own->search.simulations(); }, s.any);
      });
  m.def(
      "allotted",
      [](double seconds, double clock, double increment, double cpu) {
        return allot(Limits{seconds, 0, 0, clock, increment, cpu}).soft;
      },
      nb::kw_only(), "seconds"_a = 0.0, "clock"_a = 0.0, "increment"_a = 0.0, "cpu"_a = 0.0,
      "How many seconds a move is worth under these limits, of CPU time if `cpu` is given; 0: as many as one likes.");
  nb::class_<PySelfPlaySamples>(m, "SelfPlaySamples", "Positions of games of self-play, to learn from.")
      .def(
          "__init__",
          [](PySelfPlaySamples* self, const PyGame& g) {
            new (self) PySelfPlaySamples(with(g, [](const auto& game) {
              return PySelfPlaySamples{std::make_unique<SelfPlaySamples<std::remove_cvref_t<decltype(game)>>>(game)};
            }));
          },
          "game"_a)
      .def(
          "add",
          [](PySelfPlaySamples& s, nb::bytes games) {
            const std::string_view bytes(games.c_str(), games.size());
            const nb::gil_scoped_release released;
            std::visit([&](const auto& samples) { samples->add(bytes); }, s.any);
          },
          "packed"_a, "Games as `SelfPlayGames.packed` gave them.")
      .def("__len__",
           [](const PySelfPlaySamples& s) {
             return std::visit([](const auto& samples) { return samples->count(); }, s.any);
           })
      .def_prop_ro("games",
                   [](const PySelfPlaySamples& s) {
                     return std::visit([](const auto& samples) { return samples->games(); }, s.any);
                   })
      .def_prop_ro(
          "last_end",
          [](const PySelfPlaySamples& s) {
            return std::visit([](const auto& samples) { return held(samples->game(), samples->last_end()); }, s.any);
          },
          "The position in which the last of the games ended.")
      .def("fill", &fill_samples, "which"_a, "symmetries"_a, nb::kw_only(), "planes"_a, "policy"_a, "value"_a, "soon"_a,
           "owner"_a, "owner_known"_a, Slow(),
           "Fills a row of each array for each sample, turned by its symmetry: what the network sees and should "
           "answer.");
}

}  // namespace kishi::bind
