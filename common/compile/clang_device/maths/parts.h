// SPDX-License-Identifier: Apache-2.0
// Functions that take a float apart or put it together, return two results,
// or take more than two values; and whole numbers of type long.
#pragma once

#include "functions.h"

LOCKSTEP_EXTERN double __nv_ldexp(double, int);
LOCKSTEP_EXTERN float __nv_ldexpf(float, int);
LOCKSTEP_EXTERN int __nv_ilogb(double);
LOCKSTEP_EXTERN int __nv_ilogbf(float);
LOCKSTEP_EXTERN double __nv_jn(int, double);
LOCKSTEP_EXTERN float __nv_jnf(int, float);
LOCKSTEP_EXTERN double __nv_yn(int, double);
LOCKSTEP_EXTERN float __nv_ynf(int, float);

// Beyond these exponents every number is 0 or infinite.
LOCKSTEP_DEVICE int lockstep_to_int(long n) {
  return n < -100000 ? -100000 : n > 100000 ? 100000 : (int)n;
}
#define LOCKSTEP_SCALE(name, integer)                 \
  LOCKSTEP_DEVICE double name(double x, integer n) {  \
    return __nv_ldexp(x, lockstep_to_int(n));         \
  }                                                   \
  LOCKSTEP_DEVICE float name##f(float x, integer n) { \
    return __nv_ldexpf(x, lockstep_to_int(n));        \
  }                                                   \
  LOCKSTEP_DEVICE float name(float x, integer n) { return name##f(x, n); }
LOCKSTEP_SCALE(ldexp, int)
LOCKSTEP_SCALE(scalbn, int)
LOCKSTEP_SCALE(scalbln, long)
#undef LOCKSTEP_SCALE

LOCKSTEP_DEVICE int ilogb(double x) { return __nv_ilogb(x); }
LOCKSTEP_DEVICE int ilogbf(float x) { return __nv_ilogbf(x); }
LOCKSTEP_DEVICE int ilogb(float x) { return __nv_ilogbf(x); }
LOCKSTEP_DEVICE double jn(int n, double x) { return __nv_jn(n, x); }
LOCKSTEP_DEVICE float jnf(int n, float x) { return __nv_jnf(n, x); }
LOCKSTEP_DEVICE double yn(int n, double x) { return __nv_yn(n, x); }
LOCKSTEP_DEVICE float ynf(int n, float x) { return __nv_ynf(n, x); }

// frexp and modf: mantissa in [0.5, 1) and exponent; fraction and whole part.
#define LOCKSTEP_PARTS(type, f)                                             \
  LOCKSTEP_DEVICE type frexp##f(type x, int* exponent) {                    \
    *exponent = 0;                                                          \
    if (x == 0 || !isfinite(x)) return x;                                   \
    *exponent = ilogb##f(x) + 1;                                            \
    return ldexp##f(x, -*exponent);                                         \
  }                                                                         \
  LOCKSTEP_DEVICE type modf##f(type x, type* whole) {                       \
    *whole = trunc##f(x);                                                   \
    return copysign##f(isinf(x) ? 0 : x - *whole, x);                       \
  }                                                                         \
  LOCKSTEP_DEVICE type remquo##f(type x, type y, int* quotient) {           \
    const type rest = remainder##f(x, y);                                   \
    const type size = fabs##f(y);                                           \
    const type within = fmod##f(fabs##f(x), 8 * size); /* exact */          \
    const type low = rint##f((within - remainder##f(within, size)) / size); \
    const int bits = isfinite(low) ? (int)low & 7 : 0;                      \
    *quotient = signbit(x) != signbit(y) ? -bits : bits;                    \
    return rest;                                                            \
  }                                                                         \
  LOCKSTEP_DEVICE void sincos##f(type x, type* sine, type* cosine) {        \
    *sine = sin##f(x);                                                      \
    *cosine = cos##f(x);                                                    \
  }                                                                         \
  LOCKSTEP_DEVICE void sincospi##f(type x, type* sine, type* cosine) {      \
    *sine = sinpi##f(x);                                                    \
    *cosine = cospi##f(x);                                                  \
  }                                                                         \
  LOCKSTEP_DEVICE type norm##f(int count, const type* x) {                  \
    type result = 0;                                                        \
    for (int i = 0; i < count; ++i) result = hypot##f(result, x[i]);        \
    return result;                                                          \
  }                                                                         \
  LOCKSTEP_DEVICE type rnorm##f(int count, const type* x) {                 \
    return 1 / norm##f(count, x);                                           \
  }                                                                         \
  LOCKSTEP_EXTERN type __nv_norm3d##f(type, type, type);                    \
  LOCKSTEP_EXTERN type __nv_norm4d##f(type, type, type, type);              \
  LOCKSTEP_EXTERN type __nv_rnorm3d##f(type, type, type);                   \
  LOCKSTEP_EXTERN type __nv_rnorm4d##f(type, type, type, type);             \
  LOCKSTEP_DEVICE type norm3d##f(type x, type y, type z) {                  \
    return __nv_norm3d##f(x, y, z);                                         \
  }                                                                         \
  LOCKSTEP_DEVICE type norm4d##f(type x, type y, type z, type w) {          \
    return __nv_norm4d##f(x, y, z, w);                                      \
  }                                                                         \
  LOCKSTEP_DEVICE type rnorm3d##f(type x, type y, type z) {                 \
    return __nv_rnorm3d##f(x, y, z);                                        \
  }                                                                         \
  LOCKSTEP_DEVICE type rnorm4d##f(type x, type y, type z, type w) {         \
    return __nv_rnorm4d##f(x, y, z, w);                                     \
  }
LOCKSTEP_PARTS(double, )
LOCKSTEP_PARTS(float, f)
#undef LOCKSTEP_PARTS
LOCKSTEP_DEVICE float frexp(float x, int* e) { return frexpf(x, e); }
LOCKSTEP_DEVICE float modf(float x, float* whole) { return modff(x, whole); }
LOCKSTEP_DEVICE float remquo(float x, float y, int* quotient) {
  return remquof(x, y, quotient);
}
LOCKSTEP_DEVICE void sincos(float x, float* sine, float* cosine) {
  sincosf(x, sine, cosine);
}
LOCKSTEP_DEVICE double nan(const char*) { return __builtin_nan(""); }
LOCKSTEP_DEVICE float nanf(const char*) { return __builtin_nanf(""); }

// To whole numbers: rint to the nearest even, round away from zero.
#define LOCKSTEP_TO_WHOLE(name, type, by)                          \
  LOCKSTEP_DEVICE type name(double x) { return (type)by(x); }      \
  LOCKSTEP_DEVICE type name##f(float x) { return (type)by##f(x); } \
  LOCKSTEP_DEVICE type name(float x) { return (type)by##f(x); }
LOCKSTEP_TO_WHOLE(lrint, long, rint)
LOCKSTEP_TO_WHOLE(llrint, long long, rint)
LOCKSTEP_TO_WHOLE(lround, long, round)
LOCKSTEP_TO_WHOLE(llround, long long, round)
#undef LOCKSTEP_TO_WHOLE
#undef LOCKSTEP_EXTERN
#undef LOCKSTEP_BINARY
#undef LOCKSTEP_UNARY
