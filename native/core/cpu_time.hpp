// How much the calling thread has computed, whatever else the machine has to do.
#pragma once

#include <ctime>

namespace kishi {

// Seconds of CPU time. Where a system does not count them for each thread, those of the process.
inline double thread_cpu_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec spent{};
  if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent) == 0) return double(spent.tv_sec) + 1e-9 * double(spent.tv_nsec);
#endif
  return double(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace kishi
