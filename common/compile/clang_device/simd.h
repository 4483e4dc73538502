// SPDX-License-Identifier: Apache-2.0
// Intrinsics on the two halves (…2) or four bytes (…4) of a 32-bit word, and
// dot products of such words. In a body a and b are the values of one lane:
// signed in LOCKSTEP_SIGNED, else unsigned; the result is cut to the lane.
#pragma once

#include "integers.h"
#include "vector_types.h"

#define LOCKSTEP_SIMD_LOOP(bits, type, body)                    \
  unsigned int result = 0;                                      \
  _Pragma("unroll") for (int i = 0; i < 32; i += bits) {        \
    const int a = (type)(x >> i), b = (type)(y >> i);           \
    result |= ((unsigned int)(body) & ((1U << bits) - 1)) << i; \
  }                                                             \
  return result;
#define LOCKSTEP_SIMD_2(name, bits, type, body)                       \
  LOCKSTEP_DEVICE unsigned int name(unsigned int x, unsigned int y) { \
    LOCKSTEP_SIMD_LOOP(bits, type, body)                              \
  }
#define LOCKSTEP_SIMD_1(name, bits, type, body)       \
  LOCKSTEP_DEVICE unsigned int name(unsigned int x) { \
    const unsigned int y = x;                         \
    LOCKSTEP_SIMD_LOOP(bits, type, body)              \
  }
#define LOCKSTEP_SIMD_SUM(name, bits, type, body)                     \
  LOCKSTEP_DEVICE unsigned int name(unsigned int x, unsigned int y) { \
    unsigned int result = 0;                                          \
    _Pragma("unroll") for (int i = 0; i < 32; i += bits) {            \
      const int a = (type)(x >> i), b = (type)(y >> i);               \
      result += (unsigned int)(body);                                 \
    }                                                                 \
    return result;                                                    \
  }

LOCKSTEP_DEVICE int lockstep_clamp(int x, int low, int high) {
  return x < low ? low : x > high ? high : x;
}

#define LOCKSTEP_COMPARE(name, n, bits, type, relation)                 \
  LOCKSTEP_SIMD_2(__vcmp##name##n, bits, type, (a relation b) ? ~0 : 0) \
  LOCKSTEP_SIMD_2(__vset##name##n, bits, type, a relation b)
#define LOCKSTEP_SIMD(n, bits, stype, utype, least, most, umost)             \
  LOCKSTEP_SIMD_2(__vadd##n, bits, utype, a + b)                             \
  LOCKSTEP_SIMD_2(__vsub##n, bits, utype, a - b)                             \
  LOCKSTEP_SIMD_2(__vaddss##n, bits, stype,                                  \
                  lockstep_clamp(a + b, least, most))                        \
  LOCKSTEP_SIMD_2(__vsubss##n, bits, stype,                                  \
                  lockstep_clamp(a - b, least, most))                        \
  LOCKSTEP_SIMD_2(__vaddus##n, bits, utype, lockstep_clamp(a + b, 0, umost)) \
  LOCKSTEP_SIMD_2(__vsubus##n, bits, utype, lockstep_clamp(a - b, 0, umost)) \
  LOCKSTEP_SIMD_2(__vavgs##n, bits, stype, (a + b + (a + b >= 0)) >> 1)      \
  LOCKSTEP_SIMD_2(__vavgu##n, bits, utype, (a + b + 1) >> 1)                 \
  LOCKSTEP_SIMD_2(__vhaddu##n, bits, utype, (a + b) >> 1)                    \
  LOCKSTEP_SIMD_2(__vmaxs##n, bits, stype, a > b ? a : b)                    \
  LOCKSTEP_SIMD_2(__vmaxu##n, bits, utype, a > b ? a : b)                    \
  LOCKSTEP_SIMD_2(__vmins##n, bits, stype, a < b ? a : b)                    \
  LOCKSTEP_SIMD_2(__vminu##n, bits, utype, a < b ? a : b)                    \
  LOCKSTEP_SIMD_2(__vabsdiffs##n, bits, stype, a > b ? a - b : b - a)        \
  LOCKSTEP_SIMD_2(__vabsdiffu##n, bits, utype, a > b ? a - b : b - a)        \
  LOCKSTEP_SIMD_SUM(__vsads##n, bits, stype, a > b ? a - b : b - a)          \
  LOCKSTEP_SIMD_SUM(__vsadu##n, bits, utype, a > b ? a - b : b - a)          \
  LOCKSTEP_SIMD_1(__vabs##n, bits, stype, a < 0 ? -a : a)                    \
  LOCKSTEP_SIMD_1(__vneg##n, bits, stype, -a)                                \
  LOCKSTEP_SIMD_1(__vabsss##n, bits, stype,                                  \
                  a == least ? most                                          \
                  : a < 0    ? -a                                            \
                             : a)                                               \
  LOCKSTEP_SIMD_1(__vnegss##n, bits, stype, a == least ? most : -a)          \
  LOCKSTEP_COMPARE(eq, n, bits, utype, ==)                                   \
  LOCKSTEP_COMPARE(ne, n, bits, utype, !=)                                   \
  LOCKSTEP_COMPARE(ges, n, bits, stype, >=)                                  \
  LOCKSTEP_COMPARE(geu, n, bits, utype, >=)                                  \
  LOCKSTEP_COMPARE(gts, n, bits, stype, >)                                   \
  LOCKSTEP_COMPARE(gtu, n, bits, utype, >)                                   \
  LOCKSTEP_COMPARE(les, n, bits, stype, <=)                                  \
  LOCKSTEP_COMPARE(leu, n, bits, utype, <=)                                  \
  LOCKSTEP_COMPARE(lts, n, bits, stype, <)                                   \
  LOCKSTEP_COMPARE(ltu, n, bits, utype, <)
LOCKSTEP_SIMD(2, 16, short, unsigned short, -32768, 32767, 65535)
LOCKSTEP_SIMD(4, 8, signed char, unsigned char, -128, 127, 255)
#undef LOCKSTEP_SIMD
#undef LOCKSTEP_COMPARE
#undef LOCKSTEP_SIMD_SUM
#undef LOCKSTEP_SIMD_1
#undef LOCKSTEP_SIMD_2
#undef LOCKSTEP_SIMD_LOOP

// Minimum and maximum of three, of a sum, or not below 0.
#define LOCKSTEP_EXTREME(name, type, suffix, pick)                        \
  LOCKSTEP_DEVICE type __vi##name##3_##suffix(type x, type y, type z) {   \
    return pick(pick(x, y), z);                                           \
  }                                                                       \
  LOCKSTEP_DEVICE type __viadd##name##_##suffix(type x, type y, type z) { \
    return pick((type)((unsigned int)x + (unsigned int)y), z);            \
  }
LOCKSTEP_EXTREME(max, int, s32, max)
LOCKSTEP_EXTREME(min, int, s32, min)
LOCKSTEP_EXTREME(max, unsigned int, u32, max)
LOCKSTEP_EXTREME(min, unsigned int, u32, min)
#undef LOCKSTEP_EXTREME
#define LOCKSTEP_EXTREME_2(name, suffix, pick)           \
  LOCKSTEP_DEVICE unsigned int __vi##name##3_##suffix(   \
      unsigned int x, unsigned int y, unsigned int z) {  \
    return pick(pick(x, y), z);                          \
  }                                                      \
  LOCKSTEP_DEVICE unsigned int __viadd##name##_##suffix( \
      unsigned int x, unsigned int y, unsigned int z) {  \
    return pick(__vadd2(x, y), z);                       \
  }
LOCKSTEP_EXTREME_2(max, s16x2, __vmaxs2)
LOCKSTEP_EXTREME_2(min, s16x2, __vmins2)
LOCKSTEP_EXTREME_2(max, u16x2, __vmaxu2)
LOCKSTEP_EXTREME_2(min, u16x2, __vminu2)
#undef LOCKSTEP_EXTREME_2
LOCKSTEP_DEVICE int __vimax_s32_relu(int x, int y) { return max(max(x, y), 0); }
LOCKSTEP_DEVICE int __vimin_s32_relu(int x, int y) { return max(min(x, y), 0); }
LOCKSTEP_DEVICE unsigned int __vimax_s16x2_relu(unsigned int x,
                                                unsigned int y) {
  return __vmaxs2(__vmaxs2(x, y), 0);
}
LOCKSTEP_DEVICE unsigned int __vimin_s16x2_relu(unsigned int x,
                                                unsigned int y) {
  return __vmaxs2(__vmins2(x, y), 0);
}

// Four products of bytes, or two of a half and a byte, added to z.
#define LOCKSTEP_DOT(type, bytes, halves)                                      \
  LOCKSTEP_DEVICE type __dp4a(bytes x, bytes y, type z) {                      \
    return __dp4a(__builtin_bit_cast(type, x), __builtin_bit_cast(type, y),    \
                  z);                                                          \
  }                                                                            \
  LOCKSTEP_DEVICE type __dp2a_lo(halves x, bytes y, type z) {                  \
    return __dp2a_lo(__builtin_bit_cast(type, x), __builtin_bit_cast(type, y), \
                     z);                                                       \
  }                                                                            \
  LOCKSTEP_DEVICE type __dp2a_hi(halves x, bytes y, type z) {                  \
    return __dp2a_hi(__builtin_bit_cast(type, x), __builtin_bit_cast(type, y), \
                     z);                                                       \
  }
LOCKSTEP_DOT(int, char4, short2)
LOCKSTEP_DOT(unsigned int, uchar4, ushort2)
#undef LOCKSTEP_DOT
