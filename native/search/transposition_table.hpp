// The transposition table: what is known of positions met before, shared by all threads of a search
// without locks. An entry is two words, the second xored into the first, so that a torn write is seen
// as a foreign position.
#pragma once

#include <atomic>
#include <bit>

#include "core/pages.hpp"
#include "eval/search_info.hpp"

namespace kishi {

enum class Bound : std::uint8_t { None, Lower, Upper, Exact };

constexpr Score kUnknown = kWin + 1;  // no static evaluation: the mover is in check, or nobody asked

struct TableEntry {
  Score score = 0;
  Move move = kNoMove;
  int depth = 0;
  Bound bound = Bound::None;
  Score eval = kUnknown;
};

class Table {
 public:
  explicit Table(std::size_t megabytes)
      : bucket_(std::bit_floor(std::max<std::size_t>(megabytes, 1) * 1024 * 1024 / sizeof(Bucket))) {}

  void clear() {
    bucket_.clear();
    age_ = 0;
  }
  void touch() { bucket_.touch(); }

  // How many of a thousand places hold what this search has found out: looked at in the first ones, into which
  // positions fall as they do into all others.
  int full() const {
    const std::size_t looked = std::min<std::size_t>(bucket_.size(), 250);
    int held = 0;
    for (std::size_t i = 0; i < looked; ++i)
      for (const Entry& e : bucket_[i].entries) {
        const std::uint64_t data = e.data.load(std::memory_order_relaxed);
        held += data && age_of(e.check.load(std::memory_order_relaxed) ^ data) == age_;
      }
    return int(std::size_t(held) * 1000 / (4 * looked));
  }
  // A new search: older entries may now be replaced first.
  void grow_older() { age_ = (age_ + 1) & 63; }

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket_[key & (bucket_.size() - 1)]); }

  // `ply` turns wins counted from here into wins counted from the root.
  bool probe(std::uint64_t key, int ply, TableEntry& known) const {
    for (const Entry& e : bucket_[key & (bucket_.size() - 1)].entries) {
      const std::uint64_t data = e.data.load(std::memory_order_relaxed);
      const std::uint64_t check = e.check.load(std::memory_order_relaxed) ^ data;
      if (((check ^ key) & kKeyBits) || !data) continue;
      known = unpacked(check, data);
      if (is_win(known.score)) known.score -= ply;
      if (is_loss(known.score)) known.score += ply;
      return true;
    }
    return false;
  }

  void store(std::uint64_t key, int ply, TableEntry known) {
    if (is_win(known.score)) known.score += ply;
    if (is_loss(known.score)) known.score -= ply;
    Entry* worst = nullptr;
    int least = 1 << 30;
    for (Entry& e : bucket_[key & (bucket_.size() - 1)].entries) {
      const std::uint64_t data = e.data.load(std::memory_order_relaxed);
      const std::uint64_t check = e.check.load(std::memory_order_relaxed) ^ data;
      if (data && !((check ^ key) & kKeyBits)) {
        if (known.move == kNoMove) known.move = unpacked(check, data).move;  // an old move is better than none
        worst = &e;
        break;
      }
      const int worth = data ? int(check & 0xff) - 8 * ((age_ - age_of(check)) & 63) : -1000;
      if (worth < least) least = worth, worst = &e;
    }
    const std::uint64_t data = packed(known), depth = std::uint64_t(std::clamp(known.depth + 2, 0, 255));
    const std::uint64_t check = (key & kKeyBits) | depth | std::uint64_t(known.bound) << 8 | std::uint64_t(age_) << 10;
    worst->check.store(check ^ data, std::memory_order_relaxed);
    worst->data.store(data, std::memory_order_relaxed);
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> check{0}, data{0};
  };
  struct alignas(64) Bucket {
    Entry entries[4];
  };

  // The lowest bits of the key are known by the bucket. In their place: depth 8 bits (offset, so that quiescence has
  // its place), bound 2, age 6. The data: score and evaluation 21 bits each, the move 16, and a bit that is always on.
  static constexpr std::uint64_t kKeyBits = ~std::uint64_t(0xffff), kScoreBits = (1 << 21) - 1;
  static_assert(kUnknown < 1 << 20);

  static std::uint64_t packed(const TableEntry& k) {
    return (std::uint64_t(k.score) & kScoreBits) | (std::uint64_t(k.eval) & kScoreBits) << 21 |
           std::uint64_t(k.move) << 42 | std::uint64_t(1) << 63;
  }
  static int age_of(std::uint64_t check) { return int(check >> 10 & 63); }
  static Score signed_score(std::uint64_t bits) { return Score(std::uint32_t(bits) << 11) >> 11; }
  static TableEntry unpacked(std::uint64_t check, std::uint64_t data) {
    return {signed_score(data), Move(data >> 42), int(check & 0xff) - 2, Bound(check >> 8 & 3),
            signed_score(data >> 21)};
  }

  ZeroedTable<Bucket> bucket_;
  int age_ = 0;
};

}  // namespace kishi
