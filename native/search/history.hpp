// What a search has learned of moves while it searched: which refuted others lately, by themselves, as an answer to the
// move before and as a follow-up of the own move before that; and by how much the evaluation was wrong.
#pragma once

#include <array>
#include <cstdlib>
#include <span>
#include <vector>

#include "eval/search_info.hpp"

namespace kishi {

// A number that moves towards the newest outcomes and stays within +-kMost.
class Gauge {
 public:
  static constexpr int kMost = 16384;

  int value() const { return value_; }
  void add(int change) { value_ = std::int16_t(value_ + change - value_ * std::abs(change) / kMost); }

 private:
  std::int16_t value_ = 0;
};

template <Game G>
class Histories {
 public:
  static constexpr int kSlots = SearchInfo<G>::slots, kNoSlot = kSlots;  // no move before: the root, or a null move

  Histories() : answers_(std::size_t(kSlots + 1) * kSlots), follow_ups_(std::size_t(kSlots + 1) * kSlots) {}

  void clear() { *this = Histories(); }

  // Of quiet moves.
  Gauge& own(int side, Move m) { return own_[std::size_t(side * G::most_actions + m)]; }
  Gauge& answer(int before, int slot) { return answers_[std::size_t(before * kSlots + slot)]; }
  Gauge& follow_up(int before, int slot) { return follow_ups_[std::size_t(before * kSlots + slot)]; }
  // Of captures and the like.
  Gauge& forcing(int slot) { return forcing_[std::size_t(slot)]; }
  // The error of the evaluation: by the move that led here, and by what the game says matters.
  Gauge& error_after(int side, int before) { return error_after_[std::size_t(side * (kSlots + 1) + before)]; }
  Gauge& error_of(int side, std::uint32_t structure) {
    return error_of_[std::size_t(side * kStructures) + structure % kStructures];
  }

 private:
  static constexpr std::size_t kStructures = 8192;

  std::array<Gauge, 2 * G::most_actions> own_{};
  std::vector<Gauge> answers_, follow_ups_;
  std::array<Gauge, kSlots> forcing_{};
  std::array<Gauge, 2 * (kSlots + 1)> error_after_{};
  std::array<Gauge, 2 * kStructures> error_of_{};
};

}  // namespace kishi
