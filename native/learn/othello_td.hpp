// Temporal differences: the weights of eval/othello_patterns.hpp from self-play, and the player that
// looks one move ahead with them.
#pragma once

#include "core/engine.hpp"
#include "eval/othello_disc_map.hpp"
#include "eval/othello_patterns.hpp"

namespace kishi {

struct LearningOptions {
  float learning_rate = 0.1f;       // how far a value moves towards its target, shared by the instances
  float last_learning_rate = 0.1f;  // the same at the end: it falls in a straight line between the two
  float epsilon = 0.1f;             // how often a move is a random one
  float lambda = 0.f;               // 0: the target is the next position's value, 1: the game's result
  float random_opponents = 0.f;     // share of games in which one side plays by some value map
};

struct Learned {
  std::uint64_t games = 0, first_wins = 0, draws = 0;
  double error = 0;  // mean square of target minus value over all the positions
};

// Plays against itself and learns after each game, from its end to its beginning. A position's target is
// what the best move led to, whichever was played, so random moves and random opponents teach nothing
// wrong. Those are there because a player that has only met its own kind is lost against any other.
class PatternLearner {
 public:
  PatternLearner(const Othello& game, std::span<float> numbers)
      : game_(game), phases_(patterns::phases_in(game, numbers.size())), numbers_(numbers) {}

  // Game i of these uses the i-th stream of the seed.
  Learned learn(std::uint64_t games, const LearningOptions& options, std::uint64_t seed, const Stop& stop) {
    Learned learned;
    std::uint64_t positions = 0;
    for (std::uint64_t i = 0; i < games && !stop.told.load(std::memory_order_relaxed); ++i) {
      Random random(seed, i);
      play(options, random);
      const float done = float(i) / float(games);
      const float rate = options.learning_rate + done * (options.last_learning_rate - options.learning_rate);
      learned.error += update(rate / float(patterns::kInstances), options.lambda);
      positions += visited_.size();
      ++learned.games;
      learned.first_wins += verdict_ == Verdict::FirstWins;
      learned.draws += verdict_ == Verdict::Draw;
    }
    learned.error /= double(std::max<std::uint64_t>(positions, 1));
    return learned;
  }

 private:
  // What a move leads to.
  struct Outlook {
    alignas(32) patterns::Lanes indices;  // as whoever moves then sees them
    Side turn;
    int phase;
    bool ended;
    float result;  // for the one who made the move, if the game has ended
  };
  // A position with a choice to make, as its mover saw it.
  struct Visited {
    alignas(32) patterns::Lanes indices;
    Side turn;
    int phase;
    bool explored;  // another move than the best was played here
    Outlook best;
  };

  void play(const LearningOptions& options, Random& random) {
    visited_.clear();
    meet(options, random);
    Othello::Position p = game_.start();
    patterns::Indices indices;
    indices.reset(p);
    while ((verdict_ = game_.settled(p)) == Verdict::Running) {
      othello::Board places = game_.mobility(p);
      if (!places) {
        p = Othello::passed(p);
        continue;
      }
      visit(p, indices, places);
      Visited& here = visited_.back();
      int square = best_;
      if (random.unit() < double(options.epsilon))
        square = nth(places, int(random.below(std::uint32_t(std::popcount(places)))));
      else if (has_random_opponent_ && p.turn == random_opponents_side_)
        square = random_opponents_move(p, places);
      here.explored = square != best_;
      const othello::Board turned_over = othello::flips(p.mine, p.theirs, square);
      indices.play(p, square, turned_over);
      p = Othello::placed(p, square);
    }
  }

  // Decides whether a random opponent plays this game, which side, and by which map.
  void meet(const LearningOptions& options, Random& random) {
    has_random_opponent_ = random.unit() < double(options.random_opponents);
    if (!has_random_opponent_) return;
    random_opponents_side_ = random.below(2) ? Side::First : Side::Second;
    std::array<float, 10> genes;
    for (float& gene : genes) gene = float(2 * random.unit() - 1);
    map_ = symmetric_map(game_, genes);
  }

  int random_opponents_move(const Othello::Position& p, othello::Board places) const {
    int chosen = 0;
    float most = -std::numeric_limits<float>::max();
    for (; places; places &= places - 1) {
      const int square = std::countr_zero(places);
      const float gain = 2 * map_.over(othello::flips(p.mine, p.theirs, square)) + map_.at(square);
      if (gain > most) most = gain, chosen = square;
    }
    return chosen;
  }

  static int nth(othello::Board set, int n) {
    for (; n; --n) set &= set - 1;
    return std::countr_zero(set);
  }

  // Finds the best move here and notes what it leads to.
  void visit(const Othello::Position& p, const patterns::Indices& indices, othello::Board places) {
    Visited& here = visited_.emplace_back();
    here.indices = indices.seen_by(p.turn);
    here.turn = p.turn;
    here.phase = patterns::phase_of(p, phases_);
    constexpr float never = -std::numeric_limits<float>::max(), decided = 1e9f;
    float most = never;
    for (; places; places &= places - 1) {
      const int square = std::countr_zero(places);
      const Outlook seen = after(p, indices, square, othello::flips(p.mine, p.theirs, square));
      const float sum = seen.ended ? seen.result * decided : sum_for(p.turn, seen);
      if (sum <= most) continue;
      most = sum;
      best_ = square;
      here.best = seen;
    }
  }

  Outlook after(const Othello::Position& p, const patterns::Indices& indices, int square,
                othello::Board turned_over) const {
    Outlook seen;
    const Othello::Position next{p.theirs ^ turned_over, p.mine | turned_over | othello::Board{1} << square,
                                 other(p.turn)};
    seen.phase = patterns::phase_of(next, phases_);
    seen.ended = false;
    seen.turn = next.turn;
    indices.seen_after(p, square, turned_over, seen.indices);
    if (game_.mobility(next)) return seen;
    if (!game_.mobility(Othello::passed(next))) {
      const int lead = game_.lead(next);
      seen.ended = true;
      seen.result = lead > 0 ? -1.f : lead < 0 ? 1.f : 0.f;
      return seen;
    }
    patterns::Indices moved = indices;  // the other side passes
    moved.play(p, square, turned_over);
    seen.turn = p.turn;
    seen.indices = moved.seen_by(p.turn);
    return seen;
  }

  float* table(int phase) { return numbers_.data() + std::size_t(phase) * patterns::kNumbers; }
  float value(const patterns::Lanes& indices, int phase) {
    return std::tanh(patterns::sum_over(table(phase), indices));
  }
  float sum_for(Side side, const Outlook& seen) {
    const float sum = patterns::sum_over(table(seen.phase), seen.indices);
    return seen.turn == side ? sum : -sum;
  }

  // Moves every value of the game towards its target; the sum of the squared errors.
  double update(float rate, float lambda) {
    double squares = 0;
    float later = 0;  // the target of the position after, for `later_turn`
    Side later_turn = Side::First;
    for (std::size_t i = visited_.size(); i-- > 0;) {
      Visited& v = visited_[i];
      float target = v.best.ended ? v.best.result : std::tanh(sum_for(v.turn, v.best));
      if (!v.explored && i + 1 < visited_.size()) target += lambda * ((later_turn == v.turn ? later : -later) - target);
      const float error = target - value(v.indices, v.phase);
      squares += double(error) * double(error);
      step(v, rate * error);
      later = target;
      later_turn = v.turn;
    }
    return squares;
  }

  void step(const Visited& v, float by) {
    float* numbers = table(v.phase);
    const std::vector<std::int32_t>& symmetric_of = patterns::symmetric_indices();
    for (int i = 0; i < patterns::kInstances; ++i) {
      const int at = patterns::kInstance.begin[i] + v.indices[i], symmetric = symmetric_of[std::size_t(at)];
      numbers[at] += by;
      if (symmetric != at) numbers[symmetric] += by;
    }
  }

  Othello game_;
  int phases_;
  std::span<float> numbers_;
  std::vector<Visited> visited_;
  Verdict verdict_ = Verdict::Running;
  int best_ = 0;
  bool has_random_opponent_ = false;
  Side random_opponents_side_ = Side::First;
  SquareValues map_;
};

// One move ahead with learned patterns; of equals the first in reading order.
//
// A move that lets the other side take the last disc at once is a lost one. Good players keep few discs and are hardly
// ever punished for it by their own kind, so the weights do not know; greedy ones punish it at once.
class PatternEngine final : public CopiedEngine<Othello, PatternEngine> {
 public:
  explicit PatternEngine(const OthelloPatterns& patterns) : patterns_(patterns) {}

  SearchResult choose(const Line<Othello>& line, const Limits&, SearchControl&) override {
    const Othello& game = line.game();
    const Othello::Position& p = line.top();
    SearchResult found;
    othello::Board places = game.mobility(p);
    if (!places) {
      found.move = game.pass();
      return found;
    }
    indices_.reset(p);
    Score most = -kMostPoints - 1;
    for (; places; places &= places - 1) {
      const int square = std::countr_zero(places);
      const Score points = points_after(game, p, square);
      if (points <= most) continue;
      most = points;
      found.move = game.move_at(square);
    }
    found.value = std::tanh(double(most) / OthelloPatterns::kUnit);
    found.points = std::clamp<double>(most / points_in_unit<Othello>(patterns_), -64, 64);
    found.depth = 1;
    return found;
  }

  void tell_moves(const Line<Othello>& line, SearchResult& found) override {
    const Othello::Position& p = line.top();
    indices_.reset(p);
    for (othello::Board places = line.game().mobility(p); places; places &= places - 1) {
      const int square = std::countr_zero(places);
      const double points = double(points_after(line.game(), p, square)) / OthelloPatterns::kUnit;
      found.moves.push_back({line.game().move_at(square), std::tanh(points), 0});
    }
    best_first(found.moves);
  }

 private:
  Score points_after(const Othello& game, const Othello::Position& p, int square) const {
    const Othello::Position next = Othello::placed(p, square);
    const int discs = std::popcount(next.mine | next.theirs);
    const othello::Board turned_over = p.theirs & next.theirs;
    if (const othello::Board replies = game.mobility(next)) {
      if (othello::wiping_out(next.mine, next.theirs, replies) < 64) return -kMostPoints;
      patterns::Lanes seen;
      indices_.seen_after(p, square, turned_over, seen);
      return -patterns_.points_of(seen, discs);
    }
    if (!game.mobility(Othello::passed(next))) {
      const int lead = -game.lead(next);
      return lead > 0 ? kMostPoints : lead < 0 ? -kMostPoints : 0;
    }
    patterns::Indices moved = indices_;
    moved.play(p, square, turned_over);
    return patterns_.points_of(moved.seen_by(p.turn), discs);
  }

  OthelloPatterns patterns_;
  patterns::Indices indices_;
};

}  // namespace kishi
