// Exact knowledge of a game that a search asks before it searches. Each game may have one specialisation,
// in the file named after it; this one knows nothing.
#pragma once

#include <optional>

#include "core/clock.hpp"

namespace kishi {

// What an solver found out. Where it cannot tell in its share of the budget, `found` stays empty.
struct SolverAnswer {
  std::optional<SearchResult> found;
  std::uint64_t nodes = 0;  // spent on the question
  double seconds = 0;       // likewise
};

// The part of a search's time and nodes that a question may cost; nothing where only depth is limited,
// because a search of fixed depth should not depend on the clock.
struct Share {
  double seconds = 0;
  std::uint64_t nodes = 0;
  TimedBy by;

  Share(const Limits& limits, const Allotment& time, double part)
      : seconds(time.hard * part), nodes(std::uint64_t(double(limits.nodes) * part)), by(time.by) {}
  bool any() const { return seconds > 0 || nodes > 0; }
  Budget budget(const Stop& stop) const { return Budget(stop, seconds, nodes, by); }
};

template <Game G>
class RootSolver {
 public:
  explicit RootSolver(const G&) {}
  SolverAnswer ask(const Line<G>&, const Limits&, const Allotment&, const Stop&) { return {}; }
};

}  // namespace kishi
