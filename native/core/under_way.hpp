// Which positions the threads of one search are at, so that each can begin elsewhere (simplified ABDADA).
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace kishi {

// A hint, no lock: two positions may share a place, and then one of them is searched too early or too late.
class UnderWay {
 public:
  bool holds(std::uint64_t key) const { return at(key).load(std::memory_order_relaxed) == key; }

  // Says so while it lives, if there is anybody to tell.
  class Mark {
   public:
    Mark(UnderWay* told, std::uint64_t key) : place_(told ? &told->at(key) : nullptr), key_(key) {
      if (place_) place_->store(key, std::memory_order_relaxed);
    }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;
    ~Mark() {
      if (place_ && place_->load(std::memory_order_relaxed) == key_) place_->store(0, std::memory_order_relaxed);
    }

   private:
    std::atomic<std::uint64_t>* place_;
    std::uint64_t key_;
  };

 private:
  static constexpr std::size_t kPlaces = 4096;

  std::atomic<std::uint64_t>& at(std::uint64_t key) { return places_[key >> 32 & (kPlaces - 1)]; }
  const std::atomic<std::uint64_t>& at(std::uint64_t key) const { return places_[key >> 32 & (kPlaces - 1)]; }

  std::array<std::atomic<std::uint64_t>, kPlaces> places_{};
};

}  // namespace kishi
