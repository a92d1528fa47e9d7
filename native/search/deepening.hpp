// Iterative deepening around the principal-variation search, as a player: depth by depth with a narrow
// window, on one or several threads (root_threads.hpp), until the budget is spent.
#pragma once

#include "search/root_threads.hpp"
#include "search/solved_root.hpp"

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
      : game_(game),
        eval_(eval),
        options_(options),
        selectivity_(options.parameters),
        table_(table_size(options)),
        under_way_(options.threads > 1 ? std::make_unique<UnderWay>() : nullptr),
        solver_(game) {
    if constexpr (requires { solver_.order_by(eval_); }) solver_.order_by(eval_);
  }

  std::unique_ptr<Engine<G>> fresh() const override { return std::make_unique<SearchEngine>(game_, eval_, options_); }
  void restart(std::uint64_t seed) override {
    options_.style.noise_seed = seed;
    last_points_ = 0;
    if (used_) {
      table_.clear();
      for (const auto& h : histories_) h->clear();
    }
    used_ = false;
  }
  void prepare() override { table_.touch(); }

  SearchResult choose(const Line<G>& line, const Limits& asked, SearchControl& thought) override {
    const Limits limits = bounded(asked);
    const Allotment time = allot(limits, SearchInfo<G>::moves_to_come);
    used_ = true;
    table_.grow_older();
    Moves<G> legal;
    game_.legal(line.top(), legal);
    const int lines = std::min(options_.lines, legal.size());
    solved_ = {};
    if (options_.exact) {
      RootQuestions<G> questions(solver_, limits, time, thought);
      solved_ = options_.lines == 1 ? questions.best(line) : questions.every_move(line);
    }
    if (solved_.best && (options_.lines == 1 || solved_.whole(legal.size()))) {
      const SearchResult best = options_.lines == 1 ? *solved_.best : told_apart({}, lines);
      thought.tell(best);
      return best;
    }
    const std::uint64_t spent = solved_.nodes;
    const std::uint64_t nodes = limits.nodes > spent ? limits.nodes - spent : limits.nodes ? 1 : 0;
    const double seconds = time.hard > 0 ? std::max(0.001, time.hard - solved_.seconds) : 0;
    const Budget budget(thought, seconds, nodes, time.by);
    SearchResult best = deepened(line, limits, time, budget, thought);
    best.nodes += spent;
    return best;
  }

 private:
  using Worker = PrincipalSearch<G, E>;
  using Threads = RootThreads<Worker>;

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

  // A thread's search. What its thread has learned of moves is kept from search to search.
  std::unique_ptr<Worker> made(const Line<G>& line, int thread, const Budget& budget) {
    while (int(histories_.size()) <= thread) histories_.push_back(std::make_unique<Histories<G>>());
    SearchStyle style = options_.style;
    style.solve = options_.exact;
    return std::make_unique<Worker>(eval_, line, table_, *histories_[std::size_t(thread)], budget, style, selectivity_,
                                    under_way_.get());
  }

  SearchResult deepened(const Line<G>& line, const Limits& limits, const Allotment& time, const Budget& budget,
                        SearchControl& thought) {
    Threads threads(made(line, 0, budget), budget);
    for (int i = 1; i < options_.threads; ++i) threads.add([&](const Budget& own) { return made(line, i, own); });
    SearchResult best = iterate(threads, line, limits, time, budget, thought);
    threads.end();
    best.nodes = threads.nodes();
    best.cpu += threads.helpers_cpu();
    return best;
  }

  SearchResult iterate(Threads& threads, const Line<G>& line, const Limits& limits, const Allotment& time,
                       const Budget& budget, SearchControl& thought) {
    Worker& worker = threads.main();
    Moves<G> legal;
    line.game().legal(line.top(), legal);
    SearchResult best;
    best.move = legal[0];
    best.line = {legal[0]};
    if (solved_.best) best = told_apart({}, options_.lines);
    const int lines = std::min(options_.lines, legal.size() - int(solved_.moves.size()));
    const int deepest = limits.depth ? std::min(limits.depth, Worker::kDeepest) : Worker::kDeepest;
    const bool hurried = limits.timed();
    int settled = 0;  // depths in a row that named the same move
    for (int depth = 1; depth <= deepest; ++depth) {
      SearchResult found = best;
      const Score before = last_points_;
      if (!one_depth(threads, depth, best, found, lines)) break;
      settled = found.move == best.move ? settled + 1 : 0;
      const double soft = time.soft * patience(settled, double(before - last_points_) / worker.margin(100));
      best = found;
      best.depth = depth;
      best.nodes = threads.counted();
      best.table_full = table_.full();
      thought.tell(best);
      if (worker.stopped()) break;
      if (decided(best) || (hurried && legal.size() == 1)) break;
      if (time.soft > 0 && time.soft < time.hard && budget.elapsed() > soft) break;
    }
    return best;
  }

  // A proved win or loss does not get better by looking deeper, unless more lines are asked for.
  bool decided(const SearchResult& f) const { return options_.style.prune && f.exact && options_.lines == 1; }

  // One depth for each of the asked lines; false if nothing came of it. A stopped depth still counts
  // where it has looked at its first move, which is the best of the depth before.
  bool one_depth(Threads& threads, int depth, const SearchResult& before, SearchResult& found, int lines) {
    const Worker& worker = threads.main();
    std::vector<Scored> ranked;
    std::vector<Move> left_out;
    for (const SearchResult& known : solved_.moves) left_out.push_back(known.move);
    for (int i = 0; i < lines; ++i) {
      auto [score, line] = aspired(threads, depth, last_points_, i == 0 && depth >= 4, left_out);
      if (line.empty()) break;
      if (worker.stopped()) {
        if (i > 0 || (line[0] != before.move && score <= last_points_)) break;  // not surely better
        if (line[0] == before.move) score = last_points_;
      }
      ranked.push_back({score, worker.value_of(score), worker.points_of(score), line});
      left_out.push_back(line[0]);
    }
    if (ranked.empty() || (worker.stopped() && int(ranked.size()) < lines)) return false;
    // Reductions differ from line to line, so a later one may turn out better.
    insertion_sort(ranked.begin(), ranked.end(), [](const Scored& a, const Scored& b) { return a.score > b.score; });
    last_points_ = ranked[0].score;
    found = told_apart(ranked, options_.lines);
    return true;
  }

  struct Scored {
    Score score;
    double value, points;
    std::vector<Move> line;
  };
  // The searched lines, and before them what the solver knows: no move is better than its best.
  SearchResult told_apart(const std::vector<Scored>& searched, int lines) const {
    SearchResult found;
    if (solved_.best) {
      found = *solved_.best;
    } else {
      found.points = searched[0].points;
      found.value = searched[0].value;
      found.line = searched[0].line;
      found.move = found.line[0];
      found.exact = is_win(searched[0].score) || is_loss(searched[0].score);
    }
    for (const SearchResult& known : solved_.moves) {
      found.moves.push_back({known.move, known.value, 0, known.points, known.line});
      const Score points = Score(known.points);
      if (!is_win(points) && !is_loss(points)) found.worths.emplace_back(known.move, known.points);
    }
    const double most = solved_.best ? solved_.best->value : 1;
    for (const Scored& s : searched) found.moves.push_back({s.line[0], std::min(s.value, most), 0, s.points, s.line});
    best_first(found.moves);
    found.moves.resize(std::min(found.moves.size(), std::size_t(lines)));
    found.nodes = solved_.nodes;
    return found;
  }

  // The window is narrow around the last depth's score and opens where the score falls outside.
  RootResult aspired(Threads& threads, int depth, Score guess, bool narrow, const std::vector<Move>& left_out) const {
    const Worker& worker = threads.main();
    Score step = std::max(1, worker.margin(options_.parameters.aspiration_margin));
    Score alpha = narrow ? std::max(-kWin, guess - step) : -kWin, beta = narrow ? std::min(kWin, guess + step) : kWin;
    for (;;) {
      const RootResult found = threads.search(depth, alpha, beta, left_out);
      const Score score = found.score;
      if (worker.stopped() || (score > alpha && score < beta)) return found;
      if (score <= alpha && alpha == -kWin) return found;
      if (score >= beta && beta == kWin) return found;
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
  Selectivity selectivity_;
  Table table_;
  std::unique_ptr<UnderWay> under_way_;                   // null: one thread
  std::vector<std::unique_ptr<Histories<G>>> histories_;  // one for each thread
  RootSolver<G> solver_;
  SolvedRoot<G> solved_;   // what it said of the position that is searched
  Score last_points_ = 0;  // of the last finished depth
  bool used_ = false;
};

}  // namespace kishi
