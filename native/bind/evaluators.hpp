// The weights of evaluations as Python gives them.
#pragma once

#include "bind/any.hpp"
#include "eval/list.hpp"

namespace kishi::bind {

using Numbers = nb::ndarray<const float, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// They stay where they are: those of Othello are 16 MB, and players are made while somebody waits.
inline std::span<const float> floats(const Numbers& numbers) { return {numbers.data(), numbers.size()}; }

}  // namespace kishi::bind
