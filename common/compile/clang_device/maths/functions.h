// SPDX-License-Identifier: Apache-2.0
// Floating-point functions of one value in and one out, or of two. What is
// one PTX instruction becomes that instruction; the rest are calls of the
// external functions __nv_*, which the emulator provides. As with nvcc there
// is a form for double and one for float; an int has to be converted first.
#pragma once

#include "../keywords.h"

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

#define LOCKSTEP_EXTERN extern "C" __attribute__((device, const))
#define LOCKSTEP_EXTERN_UNARY(name)            \
  LOCKSTEP_EXTERN double __nv_##name(double);  \
  LOCKSTEP_EXTERN float __nv_##name##f(float); \
  LOCKSTEP_UNARY(name, __nv_##name(x), __nv_##name##f(x))
#define LOCKSTEP_EXTERN_BINARY(name)                  \
  LOCKSTEP_EXTERN double __nv_##name(double, double); \
  LOCKSTEP_EXTERN float __nv_##name##f(float, float); \
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
LOCKSTEP_EXTERN_UNARY(logb)
LOCKSTEP_EXTERN_UNARY(sin)
LOCKSTEP_EXTERN_UNARY(cos)
LOCKSTEP_EXTERN_UNARY(tan)
LOCKSTEP_EXTERN_UNARY(sinpi)
LOCKSTEP_EXTERN_UNARY(cospi)
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
LOCKSTEP_EXTERN_UNARY(rcbrt)
LOCKSTEP_EXTERN_UNARY(erf)
LOCKSTEP_EXTERN_UNARY(erfc)
LOCKSTEP_EXTERN_UNARY(erfinv)
LOCKSTEP_EXTERN_UNARY(erfcinv)
LOCKSTEP_EXTERN_UNARY(erfcx)
LOCKSTEP_EXTERN_UNARY(normcdf)
LOCKSTEP_EXTERN_UNARY(normcdfinv)
LOCKSTEP_EXTERN_UNARY(tgamma)
LOCKSTEP_EXTERN_UNARY(lgamma)
LOCKSTEP_EXTERN_UNARY(j0)
LOCKSTEP_EXTERN_UNARY(j1)
LOCKSTEP_EXTERN_UNARY(y0)
LOCKSTEP_EXTERN_UNARY(y1)
LOCKSTEP_EXTERN_UNARY(cyl_bessel_i0)
LOCKSTEP_EXTERN_UNARY(cyl_bessel_i1)
LOCKSTEP_EXTERN_BINARY(pow)
LOCKSTEP_EXTERN_BINARY(atan2)
LOCKSTEP_EXTERN_BINARY(fmod)
LOCKSTEP_EXTERN_BINARY(hypot)
LOCKSTEP_EXTERN_BINARY(rhypot)
LOCKSTEP_EXTERN_BINARY(remainder)
LOCKSTEP_EXTERN_BINARY(fdim)
LOCKSTEP_EXTERN_BINARY(nextafter)
#undef LOCKSTEP_EXTERN_BINARY
#undef LOCKSTEP_EXTERN_UNARY

LOCKSTEP_EXTERN float __nv_frsqrt_rn(float);
LOCKSTEP_DEVICE float __frsqrt_rn(float x) { return __nv_frsqrt_rn(x); }
LOCKSTEP_DEVICE float fdividef(float x, float y) { return x / y; }

// Of pow alone nvcc has forms for every pair of types; all but that of two
// floats are computed in double.
LOCKSTEP_DEVICE double pow(double x, int n) { return pow(x, (double)n); }
LOCKSTEP_DEVICE double pow(float x, int n) { return pow((double)x, (double)n); }
LOCKSTEP_DEVICE double pow(int x, float y) { return pow((double)x, (double)y); }
LOCKSTEP_DEVICE double pow(int x, double y) { return pow((double)x, y); }
LOCKSTEP_DEVICE double pow(int x, int y) { return pow((double)x, (double)y); }
LOCKSTEP_DEVICE double pow(float x, double y) { return pow((double)x, y); }
LOCKSTEP_DEVICE double pow(double x, float y) { return pow(x, (double)y); }

LOCKSTEP_LIBC float abs(float x) { return __builtin_fabsf(x); }
LOCKSTEP_LIBC double abs(double x) { return __builtin_fabs(x); }
LOCKSTEP_DEVICE float min(float x, float y) { return fminf(x, y); }
LOCKSTEP_DEVICE float max(float x, float y) { return fmaxf(x, y); }
LOCKSTEP_DEVICE double min(double x, double y) { return fmin(x, y); }
LOCKSTEP_DEVICE double max(double x, double y) { return fmax(x, y); }
LOCKSTEP_DEVICE double min(float x, double y) { return fmin((double)x, y); }
LOCKSTEP_DEVICE double max(float x, double y) { return fmax((double)x, y); }
LOCKSTEP_DEVICE double min(double x, float y) { return fmin(x, (double)y); }
LOCKSTEP_DEVICE double max(double x, float y) { return fmax(x, (double)y); }

#define LOCKSTEP_CLASSIFY(name)                                    \
  LOCKSTEP_LIBC bool name(float x) { return __builtin_##name(x); } \
  LOCKSTEP_LIBC bool name(double x) { return __builtin_##name(x); }
LOCKSTEP_CLASSIFY(isnan)
LOCKSTEP_CLASSIFY(isfinite)
LOCKSTEP_CLASSIFY(signbit)
#undef LOCKSTEP_CLASSIFY
LOCKSTEP_LIBC bool isinf(float x) { return __builtin_isinf(x) != 0; }
LOCKSTEP_LIBC bool isinf(double x) { return __builtin_isinf(x) != 0; }
