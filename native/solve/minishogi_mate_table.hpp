// What a mate search knows of positions: how long a mate is, how long there is none, and the proof
// numbers, which say how far the question is from being settled either way.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/pages.hpp"

namespace kishi {

constexpr int kEndless = 0xffff;  // a length in plies: without a bound
constexpr std::uint32_t kMostProof = 1u << 30;

struct MateFacts {
  std::uint32_t proof = 1, disproof = 1;
  int mate = kEndless;   // there is a mate of at most this many plies; kEndless: none is known
  int no_mate = -1;      // there is no mate of at most this many plies; kEndless: there never is
  bool claimed = false;  // there is none as far as the path of an endless search shows
  bool met = false;      // the proof numbers come from a search of the same length

  bool mated_within(int length) const { return mate != kEndless && mate <= length; }
  bool never() const { return no_mate == kEndless; }
  bool escapes(int length) const { return no_mate >= length || (claimed && length == kEndless); }
  bool decided(int length) const { return mated_within(length) || escapes(length); }

  void prove(int plies) {
    mate = plies;
    proof = 0;
    disproof = kMostProof;
  }
  void disprove(int plies) {
    no_mate = plies;
    proof = kMostProof;
    disproof = 0;
  }
  void claim() {
    claimed = true;
    proof = kMostProof;
    disproof = 0;
  }
};

// What the children say of their parent. The attacker needs one of them, so its proof is its easiest
// child's; its disproof needs them all. For the defender it is the other way round. Needing all is
// measured by the hardest and one for each other: a plain sum counts what transposes many times over.
template <bool Attacks>
class MateSum {
 public:
  void add(const MateFacts& child) {
    const std::uint32_t one = Attacks ? child.proof : child.disproof;
    const std::uint32_t all = Attacks ? child.disproof : child.proof;
    easiest_ = std::min(easiest_, one);
    hardest_ = std::max(hardest_, all);
    open_ += all > 0;
    mate_ = Attacks ? std::min(mate_, child.mate) : std::max(mate_, child.mate);
    no_mate_ = Attacks ? std::min(no_mate_, child.no_mate) : std::max(no_mate_, child.no_mate);
  }

  std::uint32_t easiest() const { return easiest_; }
  std::uint32_t others() const { return open_ > 0 ? open_ - 1 : 0; }

  // `length` is the bound of the parent's search.
  MateFacts facts(int length) const {
    const std::uint32_t all = std::min(kMostProof, hardest_ + others());
    MateFacts facts;
    facts.proof = Attacks ? easiest_ : all;
    facts.disproof = Attacks ? all : easiest_;
    if (facts.proof == 0)
      facts.prove(mate_ + 1);
    else if (facts.disproof == 0 && no_mate_ == kEndless)
      facts.disprove(kEndless);
    else if (facts.disproof == 0 && length == kEndless)
      facts.claim();
    else if (facts.disproof == 0)
      facts.disprove(no_mate_ + 1);
    return facts;
  }

 private:
  std::uint32_t easiest_ = kMostProof, hardest_ = 0, open_ = 0;
  int mate_ = Attacks ? kEndless : 0, no_mate_ = Attacks ? kEndless : -1;
};

class MateTable {
 public:
  explicit MateTable(std::size_t megabytes)
      : buckets_(std::bit_floor(std::max<std::size_t>(megabytes, 1) * 1024 * 1024 / sizeof(Bucket))) {}

  // Claims hold for one search only; proofs and disproofs for good.
  void forget_claims() {
    if (++age_ != 0) return;
    buckets_.clear();
    age_ = 1;
  }

  MateFacts find(std::uint64_t key, int length) const {
    MateFacts facts;
    for (const Entry& e : buckets_[key & (buckets_.size() - 1)].entries) {
      if (e.key != key || !e.work) continue;
      facts.mate = e.mate;
      facts.no_mate = e.no_mate;
      if (facts.mated_within(length))
        facts.prove(e.mate);
      else if (facts.no_mate >= length)
        facts.disprove(e.no_mate);
      else if (length == kEndless && e.claim_age == age_)
        facts.claim();
      else if ((facts.met = e.length == length && e.disproof > 0))
        facts.proof = e.proof, facts.disproof = e.disproof;
      break;
    }
    return facts;
  }

  void keep(std::uint64_t key, int length, const MateFacts& facts, std::uint64_t work) {
    Bucket& bucket = buckets_[key & (buckets_.size() - 1)];
    Entry* place = std::find_if(std::begin(bucket.entries), std::end(bucket.entries),
                                [&](const Entry& e) { return e.key == key && e.work; });
    if (place == std::end(bucket.entries)) {
      place = std::min_element(std::begin(bucket.entries), std::end(bucket.entries),
                               [](const Entry& a, const Entry& b) { return a.work < b.work; });
      *place = Entry{};
      place->key = key;
    }
    place->mate = std::uint16_t(std::min<int>(place->mate, facts.mate));
    place->no_mate = std::max(place->no_mate, facts.no_mate);
    if (facts.claimed) place->claim_age = age_;
    place->length = std::uint16_t(length);
    place->proof = facts.proof;
    place->disproof = facts.disproof;
    place->work = std::uint32_t(std::min<std::uint64_t>(place->work + work + 1, UINT32_MAX));
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t proof = 1, disproof = 1, work = 0;  // no work: nothing is kept here
    std::int32_t no_mate = -1;
    std::uint16_t mate = kEndless, length = 0, claim_age = 0;
  };
  struct Bucket {
    Entry entries[4];
  };

  ZeroedTable<Bucket> buckets_;
  std::uint16_t age_ = 0;
};

}  // namespace kishi
