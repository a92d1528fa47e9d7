// How a native player is held for Python: a variant over the games, like positions.
#pragma once

#include <memory>
#include <mutex>

#include "bind/any.hpp"
#include "core/engine.hpp"

namespace kishi::bind {

// Shared, because a search may still run while Python lets go of its object.
template <Game G>
struct Owned {
  G game;
  std::shared_ptr<Engine<G>> engine;
  std::shared_ptr<std::mutex> busy = std::make_shared<std::mutex>();  // an engine searches once at a time
};

template <class>
struct OwnedVariant;
template <class... G>
struct OwnedVariant<std::variant<G...>> {
  using type = std::variant<Owned<G>...>;
};

struct PyEngine {
  OwnedVariant<AnyGame>::type any;
};

template <Game G, std::derived_from<Engine<G>> T>
PyEngine owned(const G& game, std::unique_ptr<T> engine, std::uint64_t seed) {
  engine->restart(seed);
  return {Owned<G>{game, std::move(engine)}};
}

}  // namespace kishi::bind
