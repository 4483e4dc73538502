// SPDX-License-Identifier: Apache-2.0
// Floating-point functions. What is one PTX instruction becomes that
// instruction; the rest are calls of the external functions __nv_*, which
// the emulator provides.
#pragma once

#include "keywords.h"

#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define HUGE_VAL (__builtin_huge_val())
#define HUGE_VALF (__builtin_huge_valf())
#define M_E 2.7182818284590452354
#define M_LOG2E 1.4426950408889634074
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_SQRT2 1.41421356237309504880

// name(double), namef(float) and the overload name(float).
#define LOCKSTEP_UNARY(name, body, bodyf)                  \
  LOCKSTEP_DEVICE double name(double x) { return body; }   \
  LOCKSTEP_DEVICE float name##f(float x) { return bodyf; } \
  LOCKSTEP_DEVICE float name(float x) { return name##f(x); }
#define LOCKSTEP_BINARY(name, body, bodyf)                          \
  LOCKSTEP_DEVICE double name(double x, double y) { return body; }  \
  LOCKSTEP_DEVICE float name##f(float x, float y) { return bodyf; } \
  LOCKSTEP_DEVICE float name(float x, float y) { return name##f(x, y); }

LOCKSTEP_UNARY(fabs, __builtin_fabs(x), __builtin_fabsf(x))
LOCKSTEP_UNARY(floor, __builtin_floor(x), __builtin_floorf(x))
LOCKSTEP_UNARY(ceil, __builtin_ceil(x), __builtin_ceilf(x))
LOCKSTEP_UNARY(trunc, __builtin_trunc(x), __builtin_truncf(x))
LOCKSTEP_UNARY(rint, __builtin_rint(x), __builtin_rintf(x))
LOCKSTEP_UNARY(nearbyint, __builtin_nearbyint(x), __builtin_nearbyintf(x))
LOCKSTEP_UNARY(sqrt, __nvvm_sqrt_rn_d(x), __nvvm_sqrt_rn_f(x))
LOCKSTEP_UNARY(rsqrt, __nvvm_rsqrt_approx_d(x), __nvvm_rsqrt_approx_f(x))
LOCKSTEP_BINARY(fmin, __builtin_fmin(x, y), __builtin_fminf(x, y))
LOCKSTEP_BINARY(fmax, __builtin_fmax(x, y), __builtin_fmaxf(x, y))
LOCKSTEP_BINARY(copysign, __builtin_copysign(x, y), __builtin_copysignf(x, y))
LOCKSTEP_DEVICE double fma(double x, double y, double z) {
  return __builtin_fma(x, y, z);
}
LOCKSTEP_DEVICE float fmaf(float x, float y, float z) {
  return __builtin_fmaf(x, y, z);
}
LOCKSTEP_DEVICE float fma(float x, float y, float z) { return fmaf(x, y, z); }

#define LOCKSTEP_EXTERN_UNARY(name)                                      \
  extern "C" __attribute__((device, const)) double __nv_##name(double);  \
  extern "C" __attribute__((device, const)) float __nv_##name##f(float); \
  LOCKSTEP_UNARY(name, __nv_##name(x), __nv_##name##f(x))
#define LOCKSTEP_EXTERN_BINARY(name)                                     \
  extern "C"                                                             \
      __attribute__((device, const)) double __nv_##name(double, double); \
  extern "C"                                                             \
      __attribute__((device, const)) float __nv_##name##f(float, float); \
  LOCKSTEP_BINARY(name, __nv_##name(x, y), __nv_##name##f(x, y))
LOCKSTEP_EXTERN_UNARY(round)
LOCKSTEP_EXTERN_UNARY(exp)
LOCKSTEP_EXTERN_UNARY(exp2)
LOCKSTEP_EXTERN_UNARY(exp10)
LOCKSTEP_EXTERN_UNARY(expm1)
LOCKSTEP_EXTERN_UNARY(log)
LOCKSTEP_EXTERN_UNARY(log2)
LOCKSTEP_EXTERN_UNARY(log10)
LOCKSTEP_EXTERN_UNARY(log1p)
LOCKSTEP_EXTERN_UNARY(sin)
LOCKSTEP_EXTERN_UNARY(cos)
LOCKSTEP_EXTERN_UNARY(tan)
LOCKSTEP_EXTERN_UNARY(asin)
LOCKSTEP_EXTERN_UNARY(acos)
LOCKSTEP_EXTERN_UNARY(atan)
LOCKSTEP_EXTERN_UNARY(sinh)
LOCKSTEP_EXTERN_UNARY(cosh)
LOCKSTEP_EXTERN_UNARY(tanh)
LOCKSTEP_EXTERN_UNARY(asinh)
LOCKSTEP_EXTERN_UNARY(acosh)
LOCKSTEP_EXTERN_UNARY(atanh)
LOCKSTEP_EXTERN_UNARY(cbrt)
LOCKSTEP_EXTERN_UNARY(erf)
LOCKSTEP_EXTERN_UNARY(erfc)
LOCKSTEP_EXTERN_UNARY(tgamma)
LOCKSTEP_EXTERN_UNARY(lgamma)
LOCKSTEP_EXTERN_BINARY(pow)
LOCKSTEP_EXTERN_BINARY(atan2)
LOCKSTEP_EXTERN_BINARY(fmod)
LOCKSTEP_EXTERN_BINARY(hypot)
LOCKSTEP_EXTERN_BINARY(remainder)
LOCKSTEP_EXTERN_BINARY(fdim)
#undef LOCKSTEP_EXTERN_BINARY
#undef LOCKSTEP_EXTERN_UNARY

LOCKSTEP_DEVICE void sincos(double x, double* sine, double* cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}
LOCKSTEP_DEVICE void sincosf(float x, float* sine, float* cosine) {
  *sine = sinf(x);
  *cosine = cosf(x);
}
extern "C" __attribute__((device, const)) double __nv_ldexp(double, int);
extern "C" __attribute__((device, const)) float __nv_ldexpf(float, int);
LOCKSTEP_DEVICE double ldexp(double x, int n) { return __nv_ldexp(x, n); }
LOCKSTEP_DEVICE float ldexpf(float x, int n) { return __nv_ldexpf(x, n); }

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

// Arguments of two types are taken as double, as in C++.
LOCKSTEP_DEVICE double pow(double x, int y) { return pow(x, (double)y); }
LOCKSTEP_DEVICE float pow(float x, int y) { return powf(x, (float)y); }
LOCKSTEP_DEVICE double pow(int x, int y) { return pow((double)x, (double)y); }
LOCKSTEP_DEVICE double pow(float x, double y) { return pow((double)x, y); }
LOCKSTEP_DEVICE double pow(double x, float y) { return pow(x, (double)y); }
#define LOCKSTEP_OF_INTEGER(name) \
  LOCKSTEP_DEVICE double name(int x) { return name((double)x); }
LOCKSTEP_OF_INTEGER(sqrt)
LOCKSTEP_OF_INTEGER(log2)
LOCKSTEP_OF_INTEGER(log)
LOCKSTEP_OF_INTEGER(exp)
LOCKSTEP_OF_INTEGER(exp2)
LOCKSTEP_OF_INTEGER(fabs)
LOCKSTEP_OF_INTEGER(ceil)
LOCKSTEP_OF_INTEGER(floor)
#undef LOCKSTEP_OF_INTEGER
#undef LOCKSTEP_BINARY
#undef LOCKSTEP_UNARY

LOCKSTEP_BOTH float abs(float x) { return __builtin_fabsf(x); }
LOCKSTEP_BOTH double abs(double x) { return __builtin_fabs(x); }
LOCKSTEP_DEVICE float min(float x, float y) { return fminf(x, y); }
LOCKSTEP_DEVICE float max(float x, float y) { return fmaxf(x, y); }
LOCKSTEP_DEVICE double min(double x, double y) { return fmin(x, y); }
LOCKSTEP_DEVICE double max(double x, double y) { return fmax(x, y); }
LOCKSTEP_DEVICE double min(float x, double y) { return fmin((double)x, y); }
LOCKSTEP_DEVICE double max(float x, double y) { return fmax((double)x, y); }
LOCKSTEP_DEVICE double min(double x, float y) { return fmin(x, (double)y); }
LOCKSTEP_DEVICE double max(double x, float y) { return fmax(x, (double)y); }

namespace std {
using ::abs;
using ::acos, ::acosf, ::acosh, ::asin, ::asinf, ::asinh;
using ::atan, ::atan2, ::atanf, ::atanh;
using ::cbrt, ::ceil, ::copysign, ::cos, ::cosf, ::cosh;
using ::erf, ::erfc, ::exp, ::exp2, ::expf, ::expm1;
using ::fabs, ::fabsf, ::fdim, ::floor, ::floorf, ::fma, ::fmax, ::fmin, ::fmod;
using ::hypot, ::ldexp, ::lgamma, ::llrint, ::llround, ::log, ::log10;
using ::log1p, ::log2, ::logf, ::lrint, ::lround, ::nearbyint;
using ::pow, ::powf, ::remainder, ::rint, ::round, ::sin, ::sinf, ::sinh;
using ::sqrt, ::sqrtf, ::tan, ::tanf, ::tanh, ::tgamma, ::trunc;
}  // namespace std

#define LOCKSTEP_CLASSIFY(name)                                    \
  LOCKSTEP_BOTH bool name(float x) { return __builtin_##name(x); } \
  LOCKSTEP_BOTH bool name(double x) { return __builtin_##name(x); }
LOCKSTEP_CLASSIFY(isnan)
LOCKSTEP_CLASSIFY(isfinite)
LOCKSTEP_CLASSIFY(signbit)
#undef LOCKSTEP_CLASSIFY
LOCKSTEP_BOTH bool isinf(float x) { return __builtin_isinf(x) != 0; }
LOCKSTEP_BOTH bool isinf(double x) { return __builtin_isinf(x) != 0; }
namespace std {
using ::isfinite, ::isinf, ::isnan, ::signbit;
}  // namespace std

// The quick, approximate instructions.
#define LOCKSTEP_APPROXIMATE(name, instruction)          \
  LOCKSTEP_DEVICE float name(float x) {                  \
    float result;                                        \
    asm(instruction " %0, %1;" : "=f"(result) : "f"(x)); \
    return result;                                       \
  }
LOCKSTEP_APPROXIMATE(__sinf, "sin.approx.f32")
LOCKSTEP_APPROXIMATE(__cosf, "cos.approx.f32")
LOCKSTEP_APPROXIMATE(__log2f, "lg2.approx.f32")
LOCKSTEP_APPROXIMATE(lockstep_exp2f, "ex2.approx.f32")
LOCKSTEP_APPROXIMATE(__saturatef, "cvt.sat.f32.f32")
#undef LOCKSTEP_APPROXIMATE
LOCKSTEP_DEVICE float __logf(float x) { return __log2f(x) * 0.693147181F; }
LOCKSTEP_DEVICE float __log10f(float x) { return __log2f(x) * 0.301029996F; }
LOCKSTEP_DEVICE float __expf(float x) {
  return lockstep_exp2f(x * 1.442695041F);
}
LOCKSTEP_DEVICE float __exp10f(float x) {
  return lockstep_exp2f(x * 3.321928095F);
}
LOCKSTEP_DEVICE float __powf(float x, float y) {
  return lockstep_exp2f(y * __log2f(x));
}
LOCKSTEP_DEVICE float __tanf(float x) { return __sinf(x) / __cosf(x); }
LOCKSTEP_DEVICE float __fdividef(float x, float y) {
  float result;
  asm("div.approx.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
  return result;
}

LOCKSTEP_DEVICE float fdividef(float x, float y) { return x / y; }

// One operation with a rounding mode, never fused with another.
#define LOCKSTEP_ROUNDED(suffix, mode)                                   \
  LOCKSTEP_ROUNDED_2(__fadd_##suffix, float, "f", "add." mode ".f32")    \
  LOCKSTEP_ROUNDED_2(__fsub_##suffix, float, "f", "sub." mode ".f32")    \
  LOCKSTEP_ROUNDED_2(__fmul_##suffix, float, "f", "mul." mode ".f32")    \
  LOCKSTEP_ROUNDED_2(__fdiv_##suffix, float, "f", "div." mode ".f32")    \
  LOCKSTEP_ROUNDED_2(__dadd_##suffix, double, "d", "add." mode ".f64")   \
  LOCKSTEP_ROUNDED_2(__dsub_##suffix, double, "d", "sub." mode ".f64")   \
  LOCKSTEP_ROUNDED_2(__dmul_##suffix, double, "d", "mul." mode ".f64")   \
  LOCKSTEP_ROUNDED_2(__ddiv_##suffix, double, "d", "div." mode ".f64")   \
  LOCKSTEP_ROUNDED_1(__fsqrt_##suffix, float, "f", "sqrt." mode ".f32")  \
  LOCKSTEP_ROUNDED_1(__dsqrt_##suffix, double, "d", "sqrt." mode ".f64") \
  LOCKSTEP_ROUNDED_1(__frcp_##suffix, float, "f", "rcp." mode ".f32")    \
  LOCKSTEP_ROUNDED_1(__drcp_##suffix, double, "d", "rcp." mode ".f64")   \
  LOCKSTEP_ROUNDED_3(__fmaf_##suffix, float, "f", "fma." mode ".f32")    \
  LOCKSTEP_ROUNDED_3(__fma_##suffix, double, "d", "fma." mode ".f64")
#define LOCKSTEP_ROUNDED_1(name, type, constraint, instruction)           \
  LOCKSTEP_DEVICE type name(type x) {                                     \
    type result;                                                          \
    asm(instruction " %0, %1;" : "=" constraint(result) : constraint(x)); \
    return result;                                                        \
  }
#define LOCKSTEP_ROUNDED_2(name, type, constraint, instruction) \
  LOCKSTEP_DEVICE type name(type x, type y) {                   \
    type result;                                                \
    asm(instruction " %0, %1, %2;"                              \
        : "=" constraint(result)                                \
        : constraint(x), constraint(y));                        \
    return result;                                              \
  }
#define LOCKSTEP_ROUNDED_3(name, type, constraint, instruction) \
  LOCKSTEP_DEVICE type name(type x, type y, type z) {           \
    type result;                                                \
    asm(instruction " %0, %1, %2, %3;"                          \
        : "=" constraint(result)                                \
        : constraint(x), constraint(y), constraint(z));         \
    return result;                                              \
  }
LOCKSTEP_ROUNDED(rn, "rn")
LOCKSTEP_ROUNDED(rz, "rz")
LOCKSTEP_ROUNDED(rd, "rm")
LOCKSTEP_ROUNDED(ru, "rp")
#undef LOCKSTEP_ROUNDED_3
#undef LOCKSTEP_ROUNDED_2
#undef LOCKSTEP_ROUNDED_1
#undef LOCKSTEP_ROUNDED
