// SPDX-License-Identifier: Apache-2.0
// What a kernel says and how it ends or waits: printf, assert, __trap,
// clocks.
#pragma once

#include "keywords.h"

// clang turns calls of printf in device code into calls of vprintf.
LOCKSTEP_LIBC_EXTERN int printf(const char* format, ...)
    __attribute__((format(printf, 1, 2)));

extern "C" __attribute__((device)) void __assertfail(const char* assertion,
                                                     const char* file,
                                                     unsigned int line,
                                                     const char* function,
                                                     size_t character_size);

#ifdef LOCKSTEP_PROGRAM
// The C library's assert calls this one, on the device too.
extern "C" __attribute__((device)) inline void __assert_fail(
    const char* assertion, const char* file, unsigned int line,
    const char* function) noexcept {
  __assertfail(assertion, file, line, function, 1);
}
#elif defined(NDEBUG)
#define assert(condition) ((void)0)
#else
#define assert(condition) \
  ((condition) ? (void)0  \
               : ::__assertfail(#condition, __FILE__, __LINE__, __func__, 1))
#endif

LOCKSTEP_DEVICE void __trap() { asm volatile("trap;" ::: "memory"); }
LOCKSTEP_DEVICE void __brkpt() { asm volatile("brkpt;" ::: "memory"); }
LOCKSTEP_DEVICE void __nanosleep(unsigned int nanoseconds) {
  asm volatile("nanosleep.u32 %0;" ::"r"(nanoseconds) : "memory");
}

LOCKSTEP_DEVICE void __prof_trigger(int) {}  // counts for a profiler

LOCKSTEP_DEVICE long long clock64() {
  long long cycles;
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles)::"memory");
  return cycles;
}
LOCKSTEP_DEVICE int clock() {
  int cycles;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(cycles)::"memory");
  return cycles;
}

namespace std {
using ::printf;
}  // namespace std
