// Iterative deepening around the principal-variation search, as a player: depth by depth with a narrow
// window, on one or several threads that share the table, until the budget is spent.
#pragma once

#include <deque>

#include "core/threads.hpp"
#include "search/principal.hpp"
#include "solve/root_solver.hpp"

namespace kishi {

struct SearchOptions {
  double seconds = 1;       // a move, where the limit says nothing
  std::uint64_t nodes = 0;  // never more than this, whatever the limit says; 0: no bound
  int depth = 0;            // likewise
  int megabytes = 64;
  int threads = 1;
  int lines = 1;      // how many best moves to tell apart
  bool exact = true;  // ask the game's solver
  SearchStyle style;
  SearchParameters parameters;
};

template <Game G, Evaluator<G> E>
class SearchEngine final : public Engine<G> {
 public:
  SearchEngine(const G& game, const E& eval, const SearchOptions& options)
      : game_(game), eval_(eval), options_(options), table_(table_size(options)), solver_(game) {}

  std::unique_ptr<Engine<G>> fresh() const override { return std::make_unique<SearchEngine>(game_, eval_, options_); }
  void restart(std::uint64_t seed) override {
    options_.style.noise_seed = seed;
    last_points_ = 0;
    if (used_) table_.clear();
    used_ = false;
  }
  void prepare() override { table_.touch(); }

  SearchResult choose(const Line<G>& line, const Limits& asked, SearchControl& thought) override {
    const Limits limits = bounded(asked);
    const Allotment time = allot(limits, SearchInfo<G>::moves_to_come);
    used_ = true;
    table_.grow_older();
    SolverAnswer answer;
    if (options_.exact && options_.lines == 1) answer = solver_.ask(line, limits, time, thought);
    if (answer.found) {
      thought.tell(*answer.found);
      return *answer.found;
    }
    const std::uint64_t nodes = limits.nodes > answer.nodes ? limits.nodes - answer.nodes : limits.nodes ? 1 : 0;
    const double seconds = time.hard > 0 ? std::max(0.001, time.hard - answer.seconds) : 0;
    const Budget budget(thought, seconds, nodes, time.by);
    SearchResult best = deepened(line, limits, time, budget, thought);
    best.nodes += answer.nodes;
    return best;
  }

 private:
  using Worker = PrincipalSearch<G, E>;

  // Never larger than the nodes could fill: clearing it for each game would cost more than the search.
  static std::size_t table_size(const SearchOptions& o) {
    const std::size_t most = std::size_t(o.megabytes);
    return o.nodes ? std::min<std::size_t>(most, 1 + o.nodes / 32'768) : most;
  }

  Limits bounded(Limits l) const {
    if (!l.any()) l.seconds = options_.nodes || options_.depth ? 0 : options_.seconds;
    if (options_.nodes) l.nodes = l.nodes ? std::min(l.nodes, options_.nodes) : options_.nodes;
    if (options_.depth) l.depth = l.depth ? std::min(l.depth, options_.depth) : options_.depth;
    l.cpu /= options_.threads;  // which begin and end together
    return l;
  }

  SearchResult deepened(const Line<G>& line, const Limits& limits, const Allotment& time, const Budget& budget,
                        SearchControl& thought) {
    Stop helpers_stop;  // helpers have no limits of their own: they end with the main thread
    std::deque<Budget> helpers_budgets;
    std::vector<std::unique_ptr<Worker>> helpers;
    std::vector<double> helpers_cpu(std::size_t(options_.threads));
    JoinedThreads running;
    for (int i = 1; i < options_.threads; ++i) {
      const Budget& own = helpers_budgets.emplace_back(helpers_stop);
      helpers.push_back(std::make_unique<Worker>(eval_, line, table_, own, options_.style, options_.parameters));
      running.start([&worker = *helpers.back(), &cpu = helpers_cpu[std::size_t(i)], i] {
        for (int d = 1 + i % 2; d < Worker::kDeepest && !worker.stopped(); ++d) worker.root(d, -kWin, kWin, {});
        cpu = thread_cpu_seconds();
      });
    }
    Worker worker(eval_, line, table_, budget, options_.style, options_.parameters);
    SearchResult best = iterate(worker, line, limits, time, budget, helpers_budgets, thought);
    helpers_stop.told = true;
    running.join();
    best.nodes = worker.nodes();
    for (const auto& h : helpers) best.nodes += h->nodes();
    for (const double cpu : helpers_cpu) best.cpu += cpu;
    return best;
  }

  SearchResult iterate(Worker& worker, const Line<G>& line, const Limits& limits, const Allotment& time,
                       const Budget& budget, const std::deque<Budget>& helpers, SearchControl& thought) {
    Moves<G> legal;
    line.game().legal(line.top(), legal);
    SearchResult best;
    best.move = legal[0];
    best.line = {legal[0]};
    const int deepest = limits.depth ? std::min(limits.depth, Worker::kDeepest) : Worker::kDeepest;
    const bool hurried = limits.timed();
    for (int depth = 1; depth <= deepest; ++depth) {
      SearchResult found = best;
      if (!one_depth(worker, depth, best, found, std::min(options_.lines, legal.size()))) break;
      best = found;
      best.depth = depth;
      best.nodes = worker.nodes();
      for (const Budget& helper : helpers) best.nodes += helper.counted();
      best.table_full = table_.full();
      thought.tell(best);
      if (worker.stopped()) break;
      if (decided(best) || (hurried && legal.size() == 1)) break;
      if (time.soft > 0 && time.soft < time.hard && budget.elapsed() > time.soft) break;
    }
    return best;
  }

  // A proved win or loss does not get better by looking deeper, unless more lines are asked for.
  bool decided(const SearchResult& f) const { return options_.style.prune && f.exact && options_.lines == 1; }

  // One depth for each of the asked lines; false if nothing came of it. A stopped depth still counts
  // where it has looked at its first move, which is the best of the depth before.
  bool one_depth(Worker& worker, int depth, const SearchResult& before, SearchResult& found, int lines) {
    struct Scored {
      Score score;
      std::vector<Move> line;
    };
    std::vector<Scored> ranked;
    std::vector<Move> left_out;
    for (int i = 0; i < lines; ++i) {
      Score score = aspired(worker, depth, last_points_, i == 0 && depth >= 4, left_out);
      const std::vector<Move> line = worker.best_line();
      if (line.empty()) break;
      if (worker.stopped()) {
        if (i > 0 || (line[0] != before.move && score <= last_points_)) break;  // not surely better
        if (line[0] == before.move) score = last_points_;
      }
      ranked.push_back({score, line});
      left_out.push_back(line[0]);
    }
    if (ranked.empty() || (worker.stopped() && int(ranked.size()) < lines)) return false;
    // Reductions differ from line to line, so a later one may turn out better.
    std::stable_sort(ranked.begin(), ranked.end(), [](const Scored& a, const Scored& b) { return a.score > b.score; });
    last_points_ = ranked[0].score;
    found.move = ranked[0].line[0];
    found.line = ranked[0].line;
    found.points = last_points_;
    found.value = as_value(last_points_, worker.scale());
    found.exact = is_win(last_points_) || is_loss(last_points_);
    found.moves.clear();
    for (const Scored& r : ranked)
      found.moves.push_back({r.line[0], as_value(r.score, worker.scale()), 0, double(r.score), r.line});
    return true;
  }

  // The window is narrow around the last depth's score and opens where the score falls outside.
  Score aspired(Worker& worker, int depth, Score guess, bool narrow, const std::vector<Move>& left_out) const {
    Score step = std::max(1, worker.margin(options_.parameters.aspiration_margin));
    Score alpha = narrow ? std::max(-kWin, guess - step) : -kWin, beta = narrow ? std::min(kWin, guess + step) : kWin;
    for (;;) {
      const Score score = worker.root(depth, alpha, beta, left_out);
      if (worker.stopped() || (score > alpha && score < beta)) return score;
      if (score <= alpha && alpha == -kWin) return score;
      if (score >= beta && beta == kWin) return score;
      step = step > kMostPoints / 4 ? kWin : step * 3;
      if (score <= alpha)
        alpha = std::max(-kWin, score - step);
      else
        beta = std::min(kWin, score + step);
    }
  }

  G game_;
  E eval_;
  SearchOptions options_;
  Table table_;
  RootSolver<G> solver_;
  Score last_points_ = 0;  // of the last finished depth
  bool used_ = false;
};

}  // namespace kishi
