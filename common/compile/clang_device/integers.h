// SPDX-License-Identifier: Apache-2.0
// Integer intrinsics, and min, max and abs over every arithmetic type.
#pragma once

#include "keywords.h"

LOCKSTEP_DEVICE int __popc(unsigned int x) { return __builtin_popcount(x); }
LOCKSTEP_DEVICE int __popcll(unsigned long long x) {
  return __builtin_popcountll(x);
}
LOCKSTEP_DEVICE int __clz(int x) { return x == 0 ? 32 : __builtin_clz(x); }
LOCKSTEP_DEVICE int __clzll(long long x) {
  return x == 0 ? 64 : __builtin_clzll(x);
}
LOCKSTEP_DEVICE int __ffs(int x) { return __builtin_ffs(x); }
LOCKSTEP_DEVICE int __ffsll(long long x) { return __builtin_ffsll(x); }
LOCKSTEP_DEVICE unsigned int __brev(unsigned int x) {
  return __builtin_bitreverse32(x);
}
LOCKSTEP_DEVICE unsigned long long __brevll(unsigned long long x) {
  return __builtin_bitreverse64(x);
}

LOCKSTEP_DEVICE int __mulhi(int x, int y) {
  return (int)((long long)x * y >> 32);
}
LOCKSTEP_DEVICE unsigned int __umulhi(unsigned int x, unsigned int y) {
  return (unsigned int)((unsigned long long)x * y >> 32);
}
LOCKSTEP_DEVICE long long __mul64hi(long long x, long long y) {
  long long result;
  asm("mul.hi.s64 %0, %1, %2;" : "=l"(result) : "l"(x), "l"(y));
  return result;
}
LOCKSTEP_DEVICE unsigned long long __umul64hi(unsigned long long x,
                                              unsigned long long y) {
  unsigned long long result;
  asm("mul.hi.u64 %0, %1, %2;" : "=l"(result) : "l"(x), "l"(y));
  return result;
}

#define LOCKSTEP_INTEGER_2(name, type, instruction)                  \
  LOCKSTEP_DEVICE type name(type x, type y) {                        \
    type result;                                                     \
    asm(instruction " %0, %1, %2;" : "=r"(result) : "r"(x), "r"(y)); \
    return result;                                                   \
  }
LOCKSTEP_INTEGER_2(__mul24, int, "mul24.lo.s32")
LOCKSTEP_INTEGER_2(__umul24, unsigned int, "mul24.lo.u32")
#undef LOCKSTEP_INTEGER_2

#define LOCKSTEP_INTEGER_3(name, type, a, b, c, instruction) \
  LOCKSTEP_DEVICE type name(a x, b y, c z) {                 \
    type result;                                             \
    asm(instruction " %0, %1, %2, %3;"                       \
        : "=r"(result)                                       \
        : "r"(x), "r"(y), "r"(z));                           \
    return result;                                           \
  }
LOCKSTEP_INTEGER_3(__sad, unsigned int, int, int, unsigned int, "sad.s32")
LOCKSTEP_INTEGER_3(__usad, unsigned int, unsigned int, unsigned int,
                   unsigned int, "sad.u32")
LOCKSTEP_INTEGER_3(lockstep_permuted, unsigned int, unsigned int, unsigned int,
                   unsigned int, "prmt.b32")
LOCKSTEP_INTEGER_3(__fns, unsigned int, unsigned int, unsigned int, int,
                   "fns.b32")
LOCKSTEP_INTEGER_3(__dp4a, int, int, int, int, "dp4a.s32.s32")
LOCKSTEP_INTEGER_3(__dp4a, unsigned int, unsigned int, unsigned int,
                   unsigned int, "dp4a.u32.u32")
LOCKSTEP_INTEGER_3(__dp2a_lo, int, int, int, int, "dp2a.lo.s32.s32")
LOCKSTEP_INTEGER_3(__dp2a_lo, unsigned int, unsigned int, unsigned int,
                   unsigned int, "dp2a.lo.u32.u32")
LOCKSTEP_INTEGER_3(__dp2a_hi, int, int, int, int, "dp2a.hi.s32.s32")
LOCKSTEP_INTEGER_3(__dp2a_hi, unsigned int, unsigned int, unsigned int,
                   unsigned int, "dp2a.hi.u32.u32")
LOCKSTEP_INTEGER_3(__funnelshift_l, unsigned int, unsigned int, unsigned int,
                   unsigned int, "shf.l.wrap.b32")
LOCKSTEP_INTEGER_3(__funnelshift_lc, unsigned int, unsigned int, unsigned int,
                   unsigned int, "shf.l.clamp.b32")
LOCKSTEP_INTEGER_3(__funnelshift_r, unsigned int, unsigned int, unsigned int,
                   unsigned int, "shf.r.wrap.b32")
LOCKSTEP_INTEGER_3(__funnelshift_rc, unsigned int, unsigned int, unsigned int,
                   unsigned int, "shf.r.clamp.b32")
#undef LOCKSTEP_INTEGER_3
// prmt's fourth bit of a selector, which copies a sign, is not CUDA's.
LOCKSTEP_DEVICE unsigned int __byte_perm(unsigned int x, unsigned int y,
                                         unsigned int selectors) {
  return lockstep_permuted(x, y, selectors & 0x7777U);
}

// Averages without overflow, rounded down (hadd) and up (rhadd).
LOCKSTEP_DEVICE int __hadd(int x, int y) { return (x & y) + ((x ^ y) >> 1); }
LOCKSTEP_DEVICE int __rhadd(int x, int y) { return (x | y) - ((x ^ y) >> 1); }
LOCKSTEP_DEVICE unsigned int __uhadd(unsigned int x, unsigned int y) {
  return (x & y) + ((x ^ y) >> 1);
}
LOCKSTEP_DEVICE unsigned int __urhadd(unsigned int x, unsigned int y) {
  return (x | y) - ((x ^ y) >> 1);
}

// Mixed signedness gives the unsigned type, as in CUDA.
#define LOCKSTEP_MIN_MAX(type, a, b)              \
  LOCKSTEP_BOTH type min(a x, b y) {              \
    return (type)x < (type)y ? (type)x : (type)y; \
  }                                               \
  LOCKSTEP_BOTH type max(a x, b y) {              \
    return (type)x > (type)y ? (type)x : (type)y; \
  }
#define LOCKSTEP_MIN_MAX_ALL(type)                              \
  LOCKSTEP_MIN_MAX(type, type, type)                            \
  LOCKSTEP_MIN_MAX(unsigned type, unsigned type, unsigned type) \
  LOCKSTEP_MIN_MAX(unsigned type, type, unsigned type)          \
  LOCKSTEP_MIN_MAX(unsigned type, unsigned type, type)
LOCKSTEP_MIN_MAX_ALL(int)
LOCKSTEP_MIN_MAX_ALL(long)
LOCKSTEP_MIN_MAX_ALL(long long)
#undef LOCKSTEP_MIN_MAX_ALL
#undef LOCKSTEP_MIN_MAX

LOCKSTEP_BOTH unsigned int umin(unsigned int x, unsigned int y) {
  return min(x, y);
}
LOCKSTEP_BOTH unsigned int umax(unsigned int x, unsigned int y) {
  return max(x, y);
}
LOCKSTEP_BOTH long long llmin(long long x, long long y) { return min(x, y); }
LOCKSTEP_BOTH long long llmax(long long x, long long y) { return max(x, y); }
LOCKSTEP_BOTH unsigned long long ullmin(unsigned long long x,
                                        unsigned long long y) {
  return min(x, y);
}
LOCKSTEP_BOTH unsigned long long ullmax(unsigned long long x,
                                        unsigned long long y) {
  return max(x, y);
}
LOCKSTEP_LIBC int abs(int x) { return x < 0 ? -x : x; }
LOCKSTEP_LIBC long abs(long x) { return x < 0 ? -x : x; }
LOCKSTEP_LIBC long long abs(long long x) { return x < 0 ? -x : x; }
LOCKSTEP_LIBC long labs(long x) { return abs(x); }
LOCKSTEP_LIBC long long llabs(long long x) { return abs(x); }
