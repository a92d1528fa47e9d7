// How a native player is held for Python: a variant over the games, like positions.
#pragma once

#include <memory>
#include <mutex>

#include "bind/any.hpp"
#include "search/thinker.hpp"

namespace kishi::bind {

// Shared, because a search may still run while Python lets go of its object.
template <Game G>
struct Owned {
  G game;
  std::shared_ptr<Thinker<G>> thinker;
  std::shared_ptr<std::mutex> busy = std::make_shared<std::mutex>();  // a thinker thinks one thought at a time
};

template <class>
struct OwnedVariant;
template <class... G>
struct OwnedVariant<std::variant<G...>> {
  using type = std::variant<Owned<G>...>;
};

struct PyThinker {
  OwnedVariant<AnyGame>::type any;
};

template <Game G, std::derived_from<Thinker<G>> T>
PyThinker owned(const G& game, std::unique_ptr<T> thinker, std::uint64_t seed) {
  thinker->restart(seed);
  return {Owned<G>{game, std::move(thinker)}};
}

}  // namespace kishi::bind
