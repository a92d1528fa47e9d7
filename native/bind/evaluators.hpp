// The weights of evaluations as Python gives them.
#pragma once

#include "bind/any.hpp"
#include "eval/list.hpp"

namespace kishi::bind {

using Numbers = nb::ndarray<const float, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

inline std::vector<float> floats(const Numbers& numbers) { return {numbers.data(), numbers.data() + numbers.size()}; }

}  // namespace kishi::bind
