// SPDX-License-Identifier: Apache-2.0
// Everything about one half type, included once for each: LOCKSTEP_H is the
// type, LOCKSTEP_H2 the pair, LOCKSTEP_WORD its word in functions' names
// (half, bfloat16), LOCKSTEP_OPS its struct of operations.

#define LOCKSTEP_GLUE(a, b) a##b
#define LOCKSTEP_PASTE(a, b) LOCKSTEP_GLUE(a, b)
#define LOCKSTEP_NAME(before, after) \
  LOCKSTEP_PASTE(before, LOCKSTEP_PASTE(LOCKSTEP_WORD, after))
#define LOCKSTEP_IN __attribute__((device, always_inline, nodebug))

struct __attribute__((aligned(2))) LOCKSTEP_H {
  unsigned short lockstep_bits;

  LOCKSTEP_H() = default;
  LOCKSTEP_IN LOCKSTEP_H(float x) : lockstep_bits(LOCKSTEP_OPS::from_rn(x)) {}
  LOCKSTEP_IN LOCKSTEP_H(double x) : lockstep_bits(LOCKSTEP_OPS::from_rn(x)) {}
  LOCKSTEP_IN LOCKSTEP_H(short x)
      : lockstep_bits(LOCKSTEP_OPS::from_rn((int)x)) {}
  LOCKSTEP_IN LOCKSTEP_H(unsigned short x)
      : lockstep_bits(LOCKSTEP_OPS::from_rn((int)x)) {}
  LOCKSTEP_IN LOCKSTEP_H(int x) : lockstep_bits(LOCKSTEP_OPS::from_rn(x)) {}
  LOCKSTEP_IN LOCKSTEP_H(unsigned int x)
      : lockstep_bits(LOCKSTEP_OPS::from_rn(x)) {}
  LOCKSTEP_IN LOCKSTEP_H(long x)
      : lockstep_bits(LOCKSTEP_OPS::from_rn((long long)x)) {}
  LOCKSTEP_IN LOCKSTEP_H(unsigned long x)
      : lockstep_bits(LOCKSTEP_OPS::from_rn((unsigned long long)x)) {}
  LOCKSTEP_IN LOCKSTEP_H(long long x)
      : lockstep_bits(LOCKSTEP_OPS::from_rn(x)) {}
  LOCKSTEP_IN LOCKSTEP_H(unsigned long long x)
      : lockstep_bits(LOCKSTEP_OPS::from_rn(x)) {}
  LOCKSTEP_IN static LOCKSTEP_H of_bits(unsigned short bits) {
    LOCKSTEP_H result;
    result.lockstep_bits = bits;
    return result;
  }

  LOCKSTEP_IN operator float() const {
    return LOCKSTEP_OPS::to_float(lockstep_bits);
  }
  LOCKSTEP_IN explicit operator bool() const {
    return (lockstep_bits & 0x7fff) != 0;
  }
#define LOCKSTEP_TO(type) \
  LOCKSTEP_IN operator type() const { return (type)(float)*this; }
  LOCKSTEP_TO(short)
  LOCKSTEP_TO(unsigned short)
  LOCKSTEP_TO(int)
  LOCKSTEP_TO(unsigned int)
  LOCKSTEP_TO(long)
  LOCKSTEP_TO(unsigned long)
  LOCKSTEP_TO(long long)
  LOCKSTEP_TO(unsigned long long)
#undef LOCKSTEP_TO
#define LOCKSTEP_ASSIGN(type) \
  LOCKSTEP_IN LOCKSTEP_H& operator=(type x) { return *this = LOCKSTEP_H(x); }
  LOCKSTEP_ASSIGN(float)
  LOCKSTEP_ASSIGN(double)
  LOCKSTEP_ASSIGN(int)
  LOCKSTEP_ASSIGN(unsigned int)
  LOCKSTEP_ASSIGN(short)
  LOCKSTEP_ASSIGN(unsigned short)
  LOCKSTEP_ASSIGN(long long)
  LOCKSTEP_ASSIGN(unsigned long long)
#undef LOCKSTEP_ASSIGN
};

struct __attribute__((aligned(4))) LOCKSTEP_H2 {
  LOCKSTEP_H x, y;

  LOCKSTEP_H2() = default;
  LOCKSTEP_IN LOCKSTEP_H2(LOCKSTEP_H low, LOCKSTEP_H high) : x(low), y(high) {}
  LOCKSTEP_IN static LOCKSTEP_H2 of_bits(unsigned int bits) {
    return {LOCKSTEP_H::of_bits((unsigned short)bits),
            LOCKSTEP_H::of_bits((unsigned short)(bits >> 16))};
  }
  LOCKSTEP_IN unsigned int to_bits() const {
    return x.lockstep_bits | (unsigned int)y.lockstep_bits << 16;
  }
};

// Bits, and conversions with every rounding.
LOCKSTEP_DEVICE LOCKSTEP_H LOCKSTEP_NAME(__short_as_, )(short x) {
  return LOCKSTEP_H::of_bits((unsigned short)x);
}
LOCKSTEP_DEVICE LOCKSTEP_H LOCKSTEP_NAME(__ushort_as_, )(unsigned short x) {
  return LOCKSTEP_H::of_bits(x);
}
LOCKSTEP_DEVICE short LOCKSTEP_NAME(__, _as_short)(LOCKSTEP_H x) {
  return (short)x.lockstep_bits;
}
LOCKSTEP_DEVICE unsigned short LOCKSTEP_NAME(__, _as_ushort)(LOCKSTEP_H x) {
  return x.lockstep_bits;
}
#define LOCKSTEP_FROM_1(type, from, mode)                                  \
  LOCKSTEP_DEVICE LOCKSTEP_H LOCKSTEP_NAME(__##from##2, _##mode)(type x) { \
    return LOCKSTEP_H::of_bits(LOCKSTEP_OPS::from_##mode(x));              \
  }
#define LOCKSTEP_FROM(type, from) \
  LOCKSTEP_FROM_1(type, from, rn) \
  LOCKSTEP_FROM_1(type, from, rz) \
  LOCKSTEP_FROM_1(type, from, rd) \
  LOCKSTEP_FROM_1(type, from, ru)
LOCKSTEP_FROM(float, float)
LOCKSTEP_FROM(int, int)
LOCKSTEP_FROM(unsigned int, uint)
LOCKSTEP_FROM(long long, ll)
LOCKSTEP_FROM(unsigned long long, ull)
#undef LOCKSTEP_FROM
#undef LOCKSTEP_FROM_1
#define LOCKSTEP_FROM_SHORT(type, from, mode)                              \
  LOCKSTEP_DEVICE LOCKSTEP_H LOCKSTEP_NAME(__##from##2, _##mode)(type x) { \
    return LOCKSTEP_H::of_bits(LOCKSTEP_OPS::from_##mode((int)x));         \
  }
LOCKSTEP_FROM_SHORT(short, short, rn)
LOCKSTEP_FROM_SHORT(short, short, rz)
LOCKSTEP_FROM_SHORT(short, short, rd)
LOCKSTEP_FROM_SHORT(short, short, ru)
LOCKSTEP_FROM_SHORT(unsigned short, ushort, rn)
LOCKSTEP_FROM_SHORT(unsigned short, ushort, rz)
LOCKSTEP_FROM_SHORT(unsigned short, ushort, rd)
LOCKSTEP_FROM_SHORT(unsigned short, ushort, ru)
#undef LOCKSTEP_FROM_SHORT
LOCKSTEP_DEVICE LOCKSTEP_H LOCKSTEP_NAME(__float2, )(float x) { return x; }
LOCKSTEP_DEVICE LOCKSTEP_H LOCKSTEP_NAME(__double2, )(double x) { return x; }
LOCKSTEP_DEVICE float LOCKSTEP_NAME(__, 2float)(LOCKSTEP_H x) { return x; }
#define LOCKSTEP_TO(type, to, by)                                    \
  LOCKSTEP_DEVICE type LOCKSTEP_NAME(__, 2##to##_rn)(LOCKSTEP_H x) { \
    return (type)by##_rn(x);                                         \
  }                                                                  \
  LOCKSTEP_DEVICE type LOCKSTEP_NAME(__, 2##to##_rz)(LOCKSTEP_H x) { \
    return (type)by##_rz(x);                                         \
  }                                                                  \
  LOCKSTEP_DEVICE type LOCKSTEP_NAME(__, 2##to##_rd)(LOCKSTEP_H x) { \
    return (type)by##_rd(x);                                         \
  }                                                                  \
  LOCKSTEP_DEVICE type LOCKSTEP_NAME(__, 2##to##_ru)(LOCKSTEP_H x) { \
    return (type)by##_ru(x);                                         \
  }
LOCKSTEP_TO(int, int, __float2int)
LOCKSTEP_TO(unsigned int, uint, __float2uint)
LOCKSTEP_TO(long long, ll, __float2ll)
LOCKSTEP_TO(unsigned long long, ull, __float2ull)
#undef LOCKSTEP_TO

// Pairs made and taken apart.
LOCKSTEP_DEVICE LOCKSTEP_H2 LOCKSTEP_NAME(make_, 2)(LOCKSTEP_H x,
                                                    LOCKSTEP_H y) {
  return {x, y};
}
LOCKSTEP_DEVICE LOCKSTEP_H2 LOCKSTEP_NAME(__halves2, 2)(LOCKSTEP_H x,
                                                        LOCKSTEP_H y) {
  return {x, y};
}
LOCKSTEP_DEVICE LOCKSTEP_H2 LOCKSTEP_NAME(
    __, LOCKSTEP_PASTE(2, LOCKSTEP_PASTE(LOCKSTEP_WORD, 2)))(LOCKSTEP_H x) {
  return {x, x};
}
LOCKSTEP_DEVICE LOCKSTEP_H2 LOCKSTEP_NAME(__float2, 2_rn)(float x) {
  return {x, x};
}
LOCKSTEP_DEVICE LOCKSTEP_H2 LOCKSTEP_NAME(__floats2, 2_rn)(float x, float y) {
  return {x, y};
}
LOCKSTEP_DEVICE LOCKSTEP_H2 LOCKSTEP_NAME(__float22, 2_rn)(float2 v) {
  return {v.x, v.y};
}
LOCKSTEP_DEVICE float2 LOCKSTEP_NAME(__, 22float2)(LOCKSTEP_H2 v) {
  return {v.x, v.y};
}
LOCKSTEP_DEVICE float __low2float(LOCKSTEP_H2 v) { return v.x; }
LOCKSTEP_DEVICE float __high2float(LOCKSTEP_H2 v) { return v.y; }
LOCKSTEP_DEVICE LOCKSTEP_H LOCKSTEP_NAME(__low2, )(LOCKSTEP_H2 v) {
  return v.x;
}
LOCKSTEP_DEVICE LOCKSTEP_H LOCKSTEP_NAME(__high2, )(LOCKSTEP_H2 v) {
  return v.y;
}
LOCKSTEP_DEVICE LOCKSTEP_H2 LOCKSTEP_NAME(__low2, 2)(LOCKSTEP_H2 v) {
  return {v.x, v.x};
}
LOCKSTEP_DEVICE LOCKSTEP_H2 LOCKSTEP_NAME(__high2, 2)(LOCKSTEP_H2 v) {
  return {v.y, v.y};
}
LOCKSTEP_DEVICE LOCKSTEP_H2 __lowhigh2highlow(LOCKSTEP_H2 v) {
  return {v.y, v.x};
}
LOCKSTEP_DEVICE LOCKSTEP_H2 LOCKSTEP_NAME(__lows2, 2)(LOCKSTEP_H2 v,
                                                      LOCKSTEP_H2 w) {
  return {v.x, w.x};
}
LOCKSTEP_DEVICE LOCKSTEP_H2 LOCKSTEP_NAME(__highs2, 2)(LOCKSTEP_H2 v,
                                                       LOCKSTEP_H2 w) {
  return {v.y, w.y};
}

#include "arithmetic.h"
#include "threads.h"

#undef LOCKSTEP_IN
#undef LOCKSTEP_NAME
#undef LOCKSTEP_PASTE
#undef LOCKSTEP_GLUE
