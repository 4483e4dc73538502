// SPDX-License-Identifier: Apache-2.0
// Floating-point functions. What is one PTX instruction becomes that
// instruction; the rest are calls of the external functions __nv_*, which
// the emulator provides.
#pragma once

#include "keywords.h"

#define INFINITY (__builtin_inff())
#define NAN (__builtin_nanf(""))
#define HUGE_VAL (__builtin_huge_val())

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

#define LOCKSTEP_CLASSIFY(name)                                    \
  LOCKSTEP_BOTH bool name(float x) { return __builtin_##name(x); } \
  LOCKSTEP_BOTH bool name(double x) { return __builtin_##name(x); }
LOCKSTEP_CLASSIFY(isnan)
LOCKSTEP_CLASSIFY(isfinite)
LOCKSTEP_CLASSIFY(signbit)
#undef LOCKSTEP_CLASSIFY
LOCKSTEP_BOTH bool isinf(float x) { return __builtin_isinf(x) != 0; }
LOCKSTEP_BOTH bool isinf(double x) { return __builtin_isinf(x) != 0; }

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
