// When a search ends: told to, out of nodes, out of time. The Stop belongs to whoever asks.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "core/cpu_time.hpp"

namespace kishi {

// Set from any thread to end a search, or all those of a game, early. Whoever asks makes a fresh one, so that a stop
// that comes before the search has begun is not lost, nor one that comes late kept.
struct Stop {
  std::atomic<bool> told{false};
};

// By the clock on the wall, or by what the thread that made the budget, and alone asks it, has computed.
enum class TimedBy { Clock, Cpu };

// Seconds since some moment.
inline double seconds_now(TimedBy by) {
  if (by == TimedBy::Cpu) return thread_cpu_seconds();
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// The nodes and the time one search may use. Whoever asks counts its own nodes and asks with the total it knows of.
class Budget {
 public:
  static constexpr std::uint64_t kNoNodes = std::numeric_limits<std::uint64_t>::max();

  // seconds <= 0: no limit of time. nodes == 0: no limit of nodes.
  explicit Budget(const Stop& stop, double seconds = 0, std::uint64_t nodes = 0, TimedBy by = TimedBy::Clock)
      : stop_(&stop),
        by_(by),
        began_(seconds_now(by)),
        nodes_(nodes ? nodes : kNoNodes),
        deadline_(seconds > 0 ? began_ + seconds : kNever) {}

  // Cheap: the node limit is exact, the flag is looked at every 64 nodes and the clock every 1024. At first every 64,
  // too: a thousand nodes whose memory is not there yet can take a tenth of a second.
  bool spent(std::uint64_t nodes) const {
    if (nodes >= nodes_) return true;
    if ((nodes & 63) != 0) return false;
    if (nodes > kFirst && (nodes & 1023) != 0) return told();
    counted_.store(nodes, std::memory_order_relaxed);
    return over();
  }
  bool over() const {
    return stop_->told.load(std::memory_order_relaxed) || (deadline_ != kNever && seconds_now(by_) >= deadline_);
  }
  bool told() const { return stop_->told.load(std::memory_order_relaxed); }
  double elapsed() const { return seconds_now(by_) - began_; }
  std::uint64_t nodes() const { return nodes_; }
  // The nodes that whoever asks has told of lately, for another thread.
  std::uint64_t counted() const { return counted_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t kFirst = 8192;
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  const Stop* stop_;
  TimedBy by_;
  double began_;
  std::uint64_t nodes_;
  double deadline_;
  mutable std::atomic<std::uint64_t> counted_{0};
};

}  // namespace kishi
