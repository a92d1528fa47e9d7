// Puts few things in order, such as the moves of a root once a search is over. Equal ones keep their order.
// std::stable_sort does the same, is quicker from about a hundred on, and takes the compiler a third of a second for
// each kind of thing and of order: of a whole build it was a tenth.
#pragma once

#include <utility>

namespace kishi {

template <class Iterator, class Before>
void insertion_sort(Iterator first, Iterator last, Before before) {
  for (Iterator next = first; next != last; ++next) {
    auto moved = std::move(*next);
    Iterator at = next;
    for (; at != first && before(moved, at[-1]); --at) *at = std::move(at[-1]);
    *at = std::move(moved);
  }
}

}  // namespace kishi
