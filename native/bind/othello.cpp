// What Othello alone has: value maps, patterns, and the Monte-Carlo write-up's player.
#include "bind/engines.hpp"
#include "bind/evaluators.hpp"
#include "learn/othello_fit.hpp"
#include "learn/othello_games.hpp"
#include "learn/othello_labels.hpp"
#include "learn/othello_start.hpp"
#include "learn/othello_td.hpp"
#include "mcts/othello_montecarlo.hpp"
#include "play/othello_one_ply.hpp"
#include "solve/othello_endgame_search.hpp"

namespace kishi::bind {
namespace {

using Learning = nb::ndarray<float, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

PyEngine greedy_engine(const PyGame& g, const Numbers& map, bool placed, std::uint64_t seed) {
  const Othello& game = only<Othello>(g, "greedy");
  const SquareValues values(game, floats(map));
  return owned(game, std::make_unique<MapEngine>(PhaseMaps{values, values}, 1, placed ? 1 : 0), seed);
}

PyEngine table_engine(const PyGame& g, const Numbers& weights, std::uint64_t seed) {
  const Othello& game = only<Othello>(g, "table");
  return owned(game, std::make_unique<MapEngine>(PhaseMaps::from(game, floats(weights)), 2, 1), seed);
}

int table_switch(const PyGame& g, const Numbers& weights) {
  return PhaseMaps::from(only<Othello>(g, "table"), floats(weights)).change;
}

Learned learn_patterns(const PyGame& g, const Learning& numbers, std::uint64_t games, float learning_rate,
                       float last_learning_rate, float epsilon, float lambda, float random_opponents,
                       std::uint64_t seed, const SearchControl& control) {
  PatternLearner learner(only<Othello>(g, "patterns"), {numbers.data(), numbers.size()});
  return learner.learn(games, LearningOptions{learning_rate, last_learning_rate, epsilon, lambda, random_opponents},
                       seed, control);
}

PyEngine patterns_engine(const PyGame& g, const Numbers& numbers, std::uint64_t seed) {
  const Othello& game = only<Othello>(g, "patterns");
  return owned(game, std::make_unique<PatternEngine>(OthelloPatterns(game, floats(numbers))), seed);
}

using Boards = nb::ndarray<const std::uint64_t, nb::numpy, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

DiscPositions positions_in(const Boards& boards) {
  const DiscPositions positions{{boards.data(), boards.size()}};
  for (std::size_t i = 0; i < positions.size(); ++i)
    if ((positions.mine(i) & positions.theirs(i)) || positions.discs(i) < 4)
      throw std::invalid_argument("a board has two discs on a square, or less than four");
  return positions;
}

// Boards (two uint64 a position) and scores (int16) as bytes.
std::pair<nb::bytes, nb::bytes> play_disc_games_for_python(const PyGame& g, const Numbers& numbers,
                                                           const Boards& openings, std::uint64_t seed, int games,
                                                           const DiscGamesPlan& plan, int threads,
                                                           const SearchControl& control) {
  const Othello& game = only<Othello>(g, "patterns");
  const DiscPositions begins = positions_in(openings);
  std::vector<std::uint64_t> boards;
  std::vector<std::int16_t> scores;
  {
    const nb::gil_scoped_release release;
    const auto by = [&](const auto& eval) {
      return play_disc_games(eval, plan, begins, seed, games, threads, control);
    };
    const auto played =
        numbers.size() == 0
            ? by(othello::GuessedDiscs{othello::Guess(8)})
            : by(othello::LearnedDiscs{disc_patterns::tables_of(game, {numbers.data(), numbers.size()})});
    for (const PlayedPosition& p : played) {
      boards.insert(boards.end(), {p.mine, p.theirs});
      scores.push_back(p.score);
    }
  }
  return {nb::bytes(boards.data(), boards.size() * sizeof boards[0]),
          nb::bytes(scores.data(), scores.size() * sizeof scores[0])};
}

void label_discs_for_python(const PyGame& g, const Numbers& numbers, const Boards& boards, const Learning& out,
                            int depth, int threads, const SearchControl& control) {
  const DiscPositions positions = positions_in(boards);
  if (out.size() != positions.size()) throw std::invalid_argument("as many numbers as positions are needed");
  if (depth < 1 || depth > 20) throw std::invalid_argument("depth is from 1 to 20; got " + std::to_string(depth));
  const auto tables = disc_patterns::tables_of(only<Othello>(g, "patterns"), {numbers.data(), numbers.size()});
  label_discs(tables, positions, depth, threads, control, {out.data(), out.size()});
}

double fit_discs(const Learning& weights, const Learning& squares, const Boards& boards, const Numbers& labels,
                 float learning_rate, std::uint64_t seed, int threads, const SearchControl& control) {
  const DiscPositions positions = positions_in(boards);
  if (labels.size() != positions.size()) throw std::invalid_argument("as many labels as positions are needed");
  DiscFit fit({weights.data(), weights.size()}, {squares.data(), squares.size()});
  return fit.learn(positions, {labels.data(), labels.size()}, learning_rate, seed, threads, control);
}

void small_searches(const PyGame& g, const Numbers& numbers, const Boards& boards, const Learning& out, int depth) {
  const DiscPositions positions = positions_in(boards);
  if (out.size() != positions.size()) throw std::invalid_argument("as many numbers as positions are needed");
  if (depth < 0 || depth > 20) throw std::invalid_argument("depth is from 0 to 20; got " + std::to_string(depth));
  const auto tables = disc_patterns::tables_of(only<Othello>(g, "patterns"), {numbers.data(), numbers.size()});
  const Stop stop;
  const Budget budget(stop);
  othello::EndgameTable table(1);
  othello::ExactSearch search(8, othello::Count::Official, table, budget, 1, tables.get());
  for (std::size_t i = 0; i < positions.size(); ++i)
    out.data()[i] = float(search.small_search(positions.mine(i), positions.theirs(i), depth));
}

std::pair<double, double> small_search_miss(int empties, int depth) {
  const othello::Miss miss = othello::kProbCut.miss(empties, depth);
  return {miss.mean, miss.deviation};
}

void predict_discs(const Learning& weights, const Boards& boards, const Learning& out) {
  const DiscPositions positions = positions_in(boards);
  if (out.size() != positions.size()) throw std::invalid_argument("as many numbers as positions are needed");
  const std::span<float> all(weights.data(), weights.size());
  DiscFit(all, all).predict(positions, {out.data(), out.size()});
}

PyEngine montecarlo_as_written(const PyGame& g, int first, std::uint64_t rollouts, double epsilon, std::uint64_t seed) {
  const MonteCarloOptions options{first, rollouts, epsilon};
  return owned(only<Othello>(g, "montecarlo as written"), std::make_unique<MonteCarloAsWritten>(options), seed);
}

}  // namespace

void bind_othello(nb::module_& m) {
  m.def("classic_map", [] { return kClassicMap; }, "The PSO write-up's value map: its upper left quarter.");
  m.def("standard_weights", [] { return kStandardWeights; }, "The standard weights of 1-ply Othello, likewise.");
  m.def("gene_of_square", [] { return kGeneOfSquare; }, "Which of ten weights stands on each square of a quarter.");
  m.def("greedy_engine", &greedy_engine, "game"_a, "map"_a, "placed"_a, "seed"_a,
        "Value map over the discs a move wins, and its own square if asked.");
  m.def("table_engine", &table_engine, "game"_a, "weights"_a, "seed"_a,
        "Own minus opponent's map sum after the move: one map, two and a move number, or 21 genes.");
  m.def("table_switch", &table_switch, "game"_a, "weights"_a,
        "The move at which the second of two tables takes over; 60: never.");
  nb::class_<Learned>(m, "Learned", "What a chunk of self-play brought.")
      .def_ro("games", &Learned::games)
      .def_ro("first_wins", &Learned::first_wins)
      .def_ro("draws", &Learned::draws)
      .def_ro("error", &Learned::error, "Mean square of target minus value.");
  m.attr("PATTERN_NUMBERS") = patterns::kNumbers;
  m.def("learn_patterns", &learn_patterns, "game"_a, "numbers"_a, "games"_a, nb::kw_only(), "learning_rate"_a,
        "last_learning_rate"_a, "epsilon"_a, "lambda_"_a, "random_opponents"_a, "seed"_a, "control"_a, Slow(),
        "Self-play by temporal differences that changes the weights in place: PATTERN_NUMBERS for each phase.");
  m.def("patterns_engine", &patterns_engine, "game"_a, "numbers"_a, "seed"_a, Slow(),
        "One move ahead with learned patterns.");
  nb::class_<DiscGamesPlan>(m, "DiscGamesPlan", "How games to learn discs from are played.")
      .def(
          "__init__",
          [](DiscGamesPlan* plan, int depth, int solved, int departures) {
            if (depth < 1 || depth > 20 || solved < 6 || solved > 24 || departures < 0 || departures > 100)
              throw std::invalid_argument("depth is from 1 to 20, solved from 6 to 24, departures from 0 to 100");
            new (plan) DiscGamesPlan{.departures = departures, .depth = depth, .solved = solved};
          },
          nb::kw_only(), "depth"_a, "solved"_a, "departures"_a);
  m.attr("DISC_POINTS") = disc_patterns::kPointsPerDisc;
  m.def("disc_weights", &disc_patterns::numbers_in_all, "How many weights the patterns in discs have.");
  m.def(
      "disc_stage_weights", [] { return disc_patterns::knot_begin(1); },
      "How many of them belong to one stage of the game; stage by stage they come first.");
  m.def("play_disc_games", &play_disc_games_for_python, "game"_a, "numbers"_a, "openings"_a, nb::kw_only(), "seed"_a,
        "games"_a, "plan"_a, "threads"_a, "control"_a,
        "Strong games with random departures: boards (uint64: the mover's discs, the other side's) and the final score "
        "of each (int16; DISC_NOT_PLAYED_OUT where there is none). Without weights, by a guess.");
  m.attr("DISC_NOT_PLAYED_OUT") = kNotPlayedOut;
  m.attr("DISC_STAGES") = disc_patterns::kKnots;
  m.def("label_discs", &label_discs_for_python, "game"_a, "numbers"_a, "boards"_a, "out"_a, nb::kw_only(), "depth"_a,
        "threads"_a, "control"_a, Slow(), "What a search of so many moves says of each position, in discs.");
  m.def(
      "discs_of_values",
      [](const PyGame& g, const Numbers& values, const Learning& out, float discs) {
        const auto made = discs_of_values(only<Othello>(g, "patterns"), {values.data(), values.size()}, discs);
        if (out.size() != made.size()) throw std::invalid_argument("there must be room for every weight");
        std::copy(made.begin(), made.end(), out.data());
      },
      "game"_a, "values"_a, "out"_a, "discs"_a, Slow(),
      "The weights that temporal differences have learned as patterns in discs, in points.");
  m.def(
      "fit_discs", &fit_discs, "weights"_a, "squares"_a, "boards"_a, "labels"_a, nb::kw_only(), "learning_rate"_a,
      "seed"_a, "threads"_a, "control"_a, Slow(),
      "Once through all positions: changes the weights (discs) and their sums of squared gradients in place. The mean "
      "squared error.");
  m.def("predict_discs", &predict_discs, "weights"_a, "boards"_a, "out"_a, Slow(), "What the weights say, in discs.");
  m.def("small_searches", &small_searches, "game"_a, "numbers"_a, "boards"_a, "out"_a, nb::kw_only(), "depth"_a, Slow(),
        "What the solver's small search of so many moves says of each position, in discs.");
  m.def("small_search_miss", &small_search_miss, "empties"_a, "depth"_a,
        "The mean and the deviation of exact scores minus such searches, as the solver takes them to be.");
  m.def(
      "solver_passes",
      [] {
        std::vector<std::pair<int, double>> passes;
        for (const othello::Selectivity& s : othello::kPasses) passes.emplace_back(s.percent, s.deviations);
        return passes;
      },
      "The selective passes of the solver: percent, and the deviations that its margins are wide.");
  m.def("montecarlo_as_written", &montecarlo_as_written, "game"_a, nb::kw_only(), "first"_a, "rollouts"_a, "epsilon"_a,
        "seed"_a, "The Monte-Carlo write-up's player, mistakes included.");
}

}  // namespace kishi::bind
