// Python sees one Game and one Position; inside, each is a variant over games/list.hpp and each method
// is one visit. Rules of this folder: no logic, every slow call releases the GIL, C++ never calls
// Python, arrays are filled in place, and anything that comes from Python is checked.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>

#include "games/list.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace kishi::bind {

// On every bound call that may take 10 microseconds or more.
using Slow = nb::call_guard<nb::gil_scoped_release>;

struct PyGame {
  AnyGame any;
};

template <Game G>
struct Held {
  G game;
  typename G::Position position;
};

template <class>
struct HeldVariant;
template <class... G>
struct HeldVariant<std::variant<G...>> {
  using type = std::variant<Held<G>...>;
};

struct PyPosition {
  HeldVariant<AnyGame>::type any;
};

using PyLine = std::vector<PyPosition>;

// Calls f(game) with the game's own type.
template <class F>
decltype(auto) with(const PyGame& g, F&& f) {
  return std::visit(std::forward<F>(f), g.any);
}

// Calls f(game, position).
template <class F>
decltype(auto) with(const PyPosition& p, F&& f) {
  return std::visit([&]<Game G>(const Held<G>& h) -> decltype(auto) { return f(h.game, h.position); }, p.any);
}

template <Game G>
PyPosition held(const G& game, const typename G::Position& p) {
  return {Held<G>{game, p}};
}

// The positions of `game` behind Python's objects; ValueError if one is of another game.
template <Game G>
std::vector<typename G::Position> positions_of(const G& game, const PyLine& line) {
  if (line.empty()) throw std::invalid_argument("a line needs at least one position");
  std::vector<typename G::Position> positions;
  positions.reserve(line.size());
  for (const PyPosition& p : line) {
    const auto* h = std::get_if<Held<G>>(&p.any);
    if (!h || h->game != game) throw std::invalid_argument("positions of different games in one line");
    positions.push_back(h->position);
  }
  return positions;
}

// Calls f(game, positions) with the positions' own type.
template <class F>
decltype(auto) with(const PyLine& line, F&& f) {
  if (line.empty()) throw std::invalid_argument("a line needs at least one position");
  return with(line.back(), [&]<Game G>(const G& game, const typename G::Position&) -> decltype(auto) {
    return f(game, positions_of(game, line));
  });
}

// The game, for what only one of them has.
template <Game G>
const G& only(const PyGame& g, const char* what) {
  if (const G* game = std::get_if<G>(&g.any)) return *game;
  throw std::invalid_argument(std::string(what) + " is for " + std::string(G::family));
}

// A list of small integers, made by hand because legal_moves() is the call Python makes most.
template <class Range>
nb::object int_list(const Range& numbers, Py_ssize_t size) {
  PyObject* list = PyList_New(size);
  if (!list) throw nb::python_error();
  Py_ssize_t i = 0;
  for (const auto n : numbers) PyList_SetItem(list, i++, PyLong_FromLong(long(n)));
  return nb::steal(list);
}

void bind_games(nb::module_& m);
void bind_batch(nb::module_& m);
void bind_engines(nb::module_& m);
void bind_training(nb::module_& m);
void bind_montecarlo(nb::module_& m);
void bind_textbook(nb::module_& m);
void bind_search(nb::module_& m);
void bind_networks(nb::module_& m);
void bind_solvers(nb::module_& m);
void bind_mcts(nb::module_& m);

// What one game alone has.
void bind_othello(nb::module_& m);
void bind_gomoku(nb::module_& m);
void bind_minishogi(nb::module_& m);

}  // namespace kishi::bind
