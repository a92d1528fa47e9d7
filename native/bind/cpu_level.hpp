// Which build of the core this CPU can run. Asked at import, and by CMake where only one is to be compiled.
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace kishi {

#if defined(__x86_64__)
inline bool has_bits(unsigned value, unsigned bits) { return (value & bits) == bits; }

// By CPUID itself: not every compiler's __builtin_cpu_supports knows "x86-64-v3" (clang 14's does not).
inline bool has_x86_64_v3() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  constexpr unsigned fma_movbe_osxsave_avx_f16c = 1u << 12 | 1u << 22 | 1u << 27 | 1u << 28 | 1u << 29;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !has_bits(c, fma_movbe_osxsave_avx_f16c)) return false;
  constexpr unsigned bmi1_avx2_bmi2 = 1u << 3 | 1u << 5 | 1u << 8;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !has_bits(b, bmi1_avx2_bmi2)) return false;
  constexpr unsigned lzcnt = 1u << 5;
  if (!__get_cpuid(0x80000001, &a, &b, &c, &d) || !has_bits(c, lzcnt)) return false;
  unsigned saved = 0;  // the system must keep the registers of AVX
  __asm__("xgetbv" : "=a"(saved), "=d"(d) : "c"(0));
  return has_bits(saved, 6);
}

inline const char* best_build() { return has_x86_64_v3() ? "v3" : "v2"; }
#else
inline const char* best_build() { return "base"; }
#endif

}  // namespace kishi
