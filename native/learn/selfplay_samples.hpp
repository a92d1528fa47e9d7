// From games of self-play to what a network learns: planes, and what it should have answered.
#pragma once

#include "core/line.hpp"
#include "learn/selfplay_record.hpp"
#include "mcts/simulation.hpp"

namespace kishi {

// One position: what the network sees, and what it should say. Spans into the arrays of a batch.
struct SampleRow {
  std::span<float> planes, policy, owner;  // the policy is -1 for moves that are not legal
  float& value;                            // how the game ended, for the mover
  float& soon;                             // short-term value target: what the next moves' searches found, fading
  float& owner_known;
};

// Who owns each square at the end, for those games where that is what they are about.
template <Game G>
bool fill_owner(const G& game, const typename G::Position& end, Side viewer, int symmetry, std::span<float> owner) {
  if constexpr (requires { game.owner(end, 0); }) {
    const typename G::Position turned = game.turned(end, symmetry);
    const int sign = game.turn(turned) == viewer ? 1 : -1;
    for (int i = 0; i < game.rows() * game.cols(); ++i) owner[std::size_t(i)] = float(sign * game.owner(turned, i));
    return true;
  }
  return false;
}

template <Game G>
class SelfPlaySamples {
 public:
  using Position = typename G::Position;

  explicit SelfPlaySamples(const G& game) : game_(game) {}

  // Games as they are on disk. Throws, and adds none, if one of them is not a game.
  void add(std::string_view bytes) {
    std::vector<SelfPlayRecord> added;
    for (RecordReader reader(bytes); reader.more();) {
      added.push_back(reader.next());
      check(added.back());
    }
    for (SelfPlayRecord& record : added) {
      for (std::size_t i = 0; i < record.plies.size(); ++i)
        if (!record.plies[i].target.empty()) places_.push_back({std::uint32_t(records_.size()), std::uint16_t(i)});
      records_.push_back(std::move(record));
    }
  }

  std::size_t count() const { return places_.size(); }
  std::size_t games() const { return records_.size(); }
  const G& game() const { return game_; }
  // How the last game ended, to be shown.
  Position last_end() const {
    Position p = game_.start();
    if (records_.empty()) return p;
    for (const Move m : records_.back().opening) p = game_.play(p, m);
    for (const MctsPly& ply : records_.back().plies) p = game_.play(p, ply.move);
    return p;
  }

  void fill(std::size_t sample, int symmetry, const SampleRow& row) const {
    const auto [number, ply] = places_[sample];
    const SelfPlayRecord& record = records_[number];
    Position p = game_.start();
    for (const Move m : record.opening) p = game_.play(p, m);
    for (std::size_t i = 0; i < ply; ++i) p = game_.play(p, record.plies[i].move);
    const Side mover = game_.turn(p);
    game_.encode(game_.turned(p, symmetry), row.planes);
    const auto policy_of = [&](Move m) -> float& {
      return row.policy[game_.seen_move(game_.turned_move(m, symmetry), mover)];
    };
    std::fill(row.policy.begin(), row.policy.end(), kIllegal);
    Moves<G> legal;
    game_.legal(p, legal);
    for (const Move m : legal) policy_of(m) = 0;
    for (const auto& [move, share] : record.plies[ply].target) policy_of(move) = share;
    row.value = float(outcome_for(mover, record.verdict));
    std::fill(row.owner.begin(), row.owner.end(), 0.f);
    row.owner_known = 0;
    if (record.reason != kResigned) {
      for (std::size_t i = ply; i < record.plies.size(); ++i) p = game_.play(p, record.plies[i].move);
      row.owner_known = fill_owner(game_, p, mover, symmetry, row.owner);
    }
    row.soon = soon(record, ply, row.value);
  }

 private:
  struct Place {
    std::uint32_t record;
    std::uint16_t ply;
  };
  static constexpr float kIllegal = -1;
  static constexpr float kFade = 5.f / 6;  // half of the weight lies within four plies

  static float soon(const SelfPlayRecord& record, std::size_t ply, float end_for_mover) {
    float sum = 0, weight = 1, sign = 1;
    for (std::size_t i = ply; i < record.plies.size(); ++i, weight *= kFade, sign = -sign)
      sum += (1 - kFade) * weight * sign * record.plies[i].value;
    return sum + weight * end_for_mover;
  }

  void check(const SelfPlayRecord& record) const {
    Position p = game_.start();
    const auto play = [&](Move m) {
      if (!game_.is_legal(p, m)) throw std::invalid_argument("a game of self-play has an illegal move");
      p = game_.play(p, m);
    };
    for (const Move m : record.opening) play(m);
    for (const MctsPly& ply : record.plies) {
      for (const auto& [move, share] : ply.target)
        if (!game_.is_legal(p, move)) throw std::invalid_argument("a target of self-play has an illegal move");
      play(ply.move);
    }
  }

  G game_;
  std::vector<SelfPlayRecord> records_;
  std::vector<Place> places_;
};

}  // namespace kishi
