// What the solver remembers of positions: bounds on their exact score and the move that gave them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "core/pages.hpp"
#include "games/othello_board.hpp"

namespace kishi::othello {

struct EndgameEntry {
  std::uint64_t key = 0;  // all 64 bits: two positions of one search share one less than once in 10^9 searches
  std::int8_t lower = 0, upper = 0;
  std::uint8_t best = kNoSquare;
  std::uint8_t work = 0;     // the logarithm of the nodes it cost, so that what was expensive is kept
  std::uint32_t search = 0;  // 0: nothing is known

  static constexpr std::uint8_t kNoSquare = 64;
};
static_assert(sizeof(EndgameEntry) == 16);

constexpr std::uint64_t position_key(Board mine, Board theirs) {
  std::uint64_t x = (mine * 0xd6e8feb86659fd93) ^ std::rotl(theirs * 0xa0761d6478bd642f, 29);
  x = (x ^ (x >> 32)) * 0xe7037ed1a0b428db;
  return x ^ (x >> 29);
}

// Buckets of four in one cache line. An entry of an earlier search is still true (scores are exact)
// but is the first to be replaced.
class EndgameTable {
 public:
  explicit EndgameTable(std::size_t megabytes)
      : memory_(std::bit_floor(std::max<std::size_t>(megabytes, 1) * (1 << 20) / sizeof(Bucket))) {}

  void begin_search() { ++search_; }

  void expect(std::uint64_t key) const { __builtin_prefetch(&memory_[key & (memory_.size() - 1)]); }

  const EndgameEntry* find(std::uint64_t key) const {
    for (const EndgameEntry& k : memory_[key & (memory_.size() - 1)].entries)
      if (k.key == key && k.search) return &k;
    return nullptr;
  }

  void store(std::uint64_t key, int lower, int upper, int best, std::uint64_t work) {
    const EndgameEntry now = {
        key, std::int8_t(lower), std::int8_t(upper), std::uint8_t(best), std::uint8_t(std::bit_width(work)), search_};
    EndgameEntry* place = nullptr;
    for (EndgameEntry& k : memory_[key & (memory_.size() - 1)].entries) {
      if (k.key == key && k.search) return merge(k, now);
      if (!place || worth(k) < worth(*place)) place = &k;
    }
    *place = now;
  }

 private:
  struct alignas(64) Bucket {
    std::array<EndgameEntry, 4> entries;
  };

  static void merge(EndgameEntry& k, const EndgameEntry& now) {
    if (now.lower > k.lower || k.best == EndgameEntry::kNoSquare) k.best = now.best;
    k = {k.key,  std::max(k.lower, now.lower), std::min(k.upper, now.upper),
         k.best, std::max(k.work, now.work),   now.search};
  }

  int worth(const EndgameEntry& k) const { return (k.search == search_ ? 256 : 0) + k.work; }

  ZeroedTable<Bucket> memory_;
  std::uint32_t search_ = 0;
};

}  // namespace kishi::othello
