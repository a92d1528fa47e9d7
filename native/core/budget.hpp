// When a search ends: told to, out of nodes, out of time. The Stop belongs to whoever asks.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

namespace kishi {

// Set from any thread to end a search, or all those of a game, early. Whoever asks makes a fresh one, so that a stop
// that comes before the search has begun is not lost, nor one that comes late kept.
struct Stop {
  std::atomic<bool> told{false};
};

// The nodes and the time one search may use. Shared by its threads; each counts its own nodes and
// asks with the total it knows of.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t kNoNodes = std::numeric_limits<std::uint64_t>::max();

  // seconds <= 0: no limit of time. nodes == 0: no limit of nodes.
  explicit Budget(const Stop& stop, double seconds = 0, std::uint64_t nodes = 0)
      : stop_(&stop),
        began_(Clock::now()),
        nodes_(nodes ? nodes : kNoNodes),
        deadline_(seconds > 0
                      ? began_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))
                      : Clock::time_point::max()) {}

  // Cheap: the node limit is exact, the flag and the clock are looked at every 1024 nodes.
  bool spent(std::uint64_t nodes) const {
    if (nodes >= nodes_) return true;
    return (nodes & 1023) == 0 && over();
  }
  bool over() const {
    return stop_->told.load(std::memory_order_relaxed) ||
           (deadline_ != Clock::time_point::max() && Clock::now() >= deadline_);
  }
  bool told() const { return stop_->told.load(std::memory_order_relaxed); }
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }
  std::uint64_t nodes() const { return nodes_; }

 private:
  const Stop* stop_;
  Clock::time_point began_;
  std::uint64_t nodes_;
  Clock::time_point deadline_;
};

}  // namespace kishi
