// What the solver remembers of positions: bounds on their exact score and the move that gave them.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <optional>

#include "core/pages.hpp"
#include "games/othello_board.hpp"

namespace kishi::othello {

struct EndgameEntry {
  std::int8_t lower = 0, upper = 0;
  std::uint8_t best = kNoSquare;
  std::uint8_t work = 0;     // the logarithm of the nodes it cost, so that what was expensive is kept
  std::uint32_t search = 0;  // 0: nothing is known

  static constexpr std::uint8_t kNoSquare = 64;
};
static_assert(sizeof(EndgameEntry) == 8);

constexpr std::uint64_t position_key(Board mine, Board theirs) {
  std::uint64_t x = (mine * 0xd6e8feb86659fd93) ^ std::rotl(theirs * 0xa0761d6478bd642f, 29);
  x = (x ^ (x >> 32)) * 0xe7037ed1a0b428db;
  return x ^ (x >> 29);
}

// Buckets of four in one cache line. An entry of an earlier search is still true (scores are exact)
// but is the first to be replaced.
//
// Threads share it without locks: the key is kept xor the entry, so that a half-written pair belongs to no position.
// All 64 bits of a key count: two positions of one search share one less than once in 10^9 searches.
class EndgameTable {
 public:
  explicit EndgameTable(std::size_t megabytes)
      : memory_(std::bit_floor(std::max<std::size_t>(megabytes, 1) * (1 << 20) / sizeof(Bucket))) {}

  void begin_search() { ++search_; }
  // Written over, not given back to the system: it is small, and to get it again would take longer.
  void clear() {
    for (std::size_t i = 0; i < memory_.size(); ++i)
      for (Slot& slot : memory_[i].slots) {
        slot.check.store(0, std::memory_order_relaxed);
        slot.data.store(0, std::memory_order_relaxed);
      }
  }

  void expect(std::uint64_t key) const { __builtin_prefetch(&memory_[key & (memory_.size() - 1)]); }

  std::optional<EndgameEntry> find(std::uint64_t key) const {
    for (const Slot& slot : memory_[key & (memory_.size() - 1)].slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      if (data && (slot.check.load(std::memory_order_relaxed) ^ data) == key) return std::bit_cast<EndgameEntry>(data);
    }
    return {};
  }

  void store(std::uint64_t key, int lower, int upper, int best, std::uint64_t work) {
    EndgameEntry now = {std::int8_t(lower), std::int8_t(upper), std::uint8_t(best), std::uint8_t(std::bit_width(work)),
                        search_};
    Slot* place = nullptr;
    int least = 0;
    for (Slot& slot : memory_[key & (memory_.size() - 1)].slots) {
      const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
      const auto there = std::bit_cast<EndgameEntry>(data);
      if (data && (slot.check.load(std::memory_order_relaxed) ^ data) == key) {
        place = &slot;
        now = merged(there, now);
        break;
      }
      if (!place || worth(there) < least) place = &slot, least = worth(there);
    }
    const auto data = std::bit_cast<std::uint64_t>(now);
    place->check.store(key ^ data, std::memory_order_relaxed);
    place->data.store(data, std::memory_order_relaxed);
  }

 private:
  struct Slot {
    std::atomic<std::uint64_t> check{0}, data{0};  // data 0: empty
  };
  struct alignas(64) Bucket {
    std::array<Slot, 4> slots;
  };

  static EndgameEntry merged(const EndgameEntry& k, const EndgameEntry& now) {
    const bool newer = now.lower > k.lower || k.best == EndgameEntry::kNoSquare;
    return {std::max(k.lower, now.lower), std::min(k.upper, now.upper), newer ? now.best : k.best,
            std::max(k.work, now.work), now.search};
  }

  int worth(const EndgameEntry& k) const { return (k.search == search_ ? 256 : 0) + k.work; }

  ZeroedTable<Bucket> memory_;
  std::uint32_t search_ = 0;
};

}  // namespace kishi::othello
