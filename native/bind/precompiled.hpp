// What most files of the boundary include, read once: nanobind alone takes two seconds, and the tables that the
// evaluations and solvers compute at compile time take another.
#pragma once

#include "bind/engines.hpp"
#include "bind/evaluators.hpp"
#include "solve/list.hpp"
