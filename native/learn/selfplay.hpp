// Self-play: many games at once, each with a mcts search of its own, one leaf of each at a time.
#pragma once

#include "learn/selfplay_record.hpp"
#include "mcts/network_search.hpp"

namespace kishi {

struct SelfPlayOptions {
  // Playout cap randomisation: only full searches are learned from, fast ones bring the game forward.
  int full = 64, fast = 16;
  float full_share = 0.25f;
  // Whoever has been this sure to lose at a few moves running resigns, except in a share of games that are played
  // on to see whether that was right.
  float resign = 0.95f, verify = 0.1f;
  float draw_contempt = 0;  // to one side, drawn by lot for each game, a draw is worth so much less, to the other more
  int most_plies = 500;     // a longer game is a draw
  bool exact = true;        // ask the solvers
};

constexpr int kVariedPlies = 10;  // after its opening a game is varied for so long, also by fast searches

// What all the games together took.
struct SelfPlayCounts {
  std::uint64_t finished = 0, plies = 0, simulations = 0, evaluations = 0;
  std::uint64_t resigned = 0, verified = 0, wrongly = 0;  // of the verified, how many would not have been lost
};

template <Game G>
class SelfPlayGames {
 public:
  // A game for each opening, at most `slots` of them at once. A game depends on its number and the seed alone, as
  // far as the network's answers do not depend on what else it is asked.
  SelfPlayGames(const G& game, const SelfPlayOptions& options, std::vector<std::vector<Move>> openings, int slots,
                std::uint64_t seed)
      : game_(game), options_(options), openings_(std::move(openings)), seed_(seed), records_(openings_.size()) {
    if (options.exact) solver_ = std::make_unique<LeafSolver<G>>(game, /*deep=*/false);
    for (int i = 0; i < std::min(slots, int(openings_.size())); ++i)
      slots_.push_back(std::make_unique<Slot>(NetworkSearch<G>(MctsOptions{}, solver_.get(), /*turning=*/true)));
  }

  // Fills a row of planes for each game that needs the network; 0: all games are finished.
  int leaves(std::span<float> planes) {
    const std::size_t row = std::size_t(game_.planes()) * std::size_t(game_.rows()) * std::size_t(game_.cols());
    waiting_.clear();
    for (const std::unique_ptr<Slot>& slot : slots_)
      if (advance(*slot)) {
        slot->search.encode(planes.subspan(row * waiting_.size(), row));
        waiting_.push_back(slot.get());
      }
    counts_.evaluations += waiting_.size();
    return int(waiting_.size());
  }
  // The answers to those rows.
  void answer(std::span<const float> logits, std::span<const float> values, std::span<const float> draws) {
    const std::size_t row = std::size_t(game_.moves());
    for (std::size_t i = 0; i < waiting_.size(); ++i)
      waiting_[i]->search.answer(logits.subspan(row * i, row), values[i], draws[i]);
    waiting_.clear();
  }

  int slots() const { return int(slots_.size()); }
  int waiting() const { return int(waiting_.size()); }
  const G& game() const { return game_; }
  const SelfPlayCounts& counts() const { return counts_; }
  // In the order of the openings; those not yet finished have no verdict.
  const std::vector<SelfPlayRecord>& records() const { return records_; }

 private:
  static constexpr int kSureMoves = 3;  // of one player, running

  struct Slot {
    explicit Slot(NetworkSearch<G> s) : search(std::move(s)) {}

    NetworkSearch<G> search;
    std::optional<Line<G>> line;
    std::size_t number = 0;
    Random random{0};
    bool full = false, verifying = false;
    float draw = 0;             // what one is worth to the first player
    std::array<int, 2> sure{};  // how many moves running each has been sure to lose
    std::optional<Side> would_resign;
  };

  // Until the slot's search has a leaf; false: no games are left for it.
  bool advance(Slot& slot) {
    for (;;) {
      if (!slot.line && !start(slot)) return false;
      if (slot.search.simulate() == NetworkSearch<G>::State::Leaf) return true;
      finish_move(slot);
    }
  }

  bool start(Slot& slot) {
    if (next_ == openings_.size()) return false;
    slot.number = next_++;
    slot.random = Random(seed_, slot.number);
    slot.line.emplace(game_, std::vector{game_.start()});
    for (const Move m : openings_[slot.number]) slot.line->push(m);
    slot.verifying = slot.random.unit() < options_.verify;
    if (options_.draw_contempt > 0)
      slot.draw = slot.random.unit() < 0.5 ? options_.draw_contempt : -options_.draw_contempt;
    slot.sure = {};
    slot.would_resign.reset();
    slot.search.forget();
    records_[slot.number].opening = openings_[slot.number];
    begin_move(slot);
    return true;
  }
  SelfPlayRecord& record(const Slot& slot) { return records_[slot.number]; }

  bool varied(const Slot& slot) const { return int(records_[slot.number].plies.size()) < kVariedPlies; }
  void begin_move(Slot& slot) {
    slot.full = slot.random.unit() < options_.full_share;
    slot.search.begin(*slot.line, slot.full ? options_.full : options_.fast, slot.full || varied(slot),
                      slot.random.next(), slot.draw);
  }

  void finish_move(Slot& slot) {
    MctsPly ply{slot.search.best(), slot.search.value(), {}};
    if (slot.full) ply.target = most_likely(slot.search.target());
    counts_.simulations += std::uint64_t(slot.search.simulations());
    ++counts_.plies;
    const Side mover = game_.turn(slot.line->top());
    record(slot).plies.push_back(ply);
    slot.line->push(ply.move);
    if (const Verdict v = slot.line->judge(); v != Verdict::Running) return finish_game(slot, v);
    if (int(record(slot).plies.size()) >= options_.most_plies) return finish_game(slot, Verdict::Draw, kTooLong);
    if (solver_ && solver_->drawn(slot.line->top())) return finish_game(slot, Verdict::Draw, kAdjudicated);
    // What is proved is played out at no cost, and its end is worth knowing.
    if (!slot.search.proved() && resigns(slot, mover, ply.value))
      return finish_game(slot, win_for(other(mover)), kResigned);
    begin_move(slot);
  }

  bool resigns(Slot& slot, Side mover, float value) {
    int& sure = slot.sure[std::size_t(mover)];
    sure = value < -options_.resign ? sure + 1 : 0;
    if (sure < kSureMoves || slot.would_resign) return false;
    if (slot.verifying) slot.would_resign = mover;
    return !slot.verifying;
  }

  void finish_game(Slot& slot, Verdict v, std::string_view reason = {}) {
    record(slot).verdict = v;
    record(slot).reason = reason;
    ++counts_.finished;
    counts_.resigned += reason == kResigned;
    if (slot.would_resign) {
      ++counts_.verified;
      counts_.wrongly += v != win_for(other(*slot.would_resign));
    }
    slot.line.reset();
  }

  G game_;
  SelfPlayOptions options_;
  std::vector<std::vector<Move>> openings_;
  std::uint64_t seed_;
  std::unique_ptr<LeafSolver<G>> solver_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<Slot*> waiting_;
  std::vector<SelfPlayRecord> records_;
  std::size_t next_ = 0;
  SelfPlayCounts counts_;
};

}  // namespace kishi
