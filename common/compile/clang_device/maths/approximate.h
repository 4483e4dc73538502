// SPDX-License-Identifier: Apache-2.0
// The quick, approximate functions: one instruction each or nearly so.
#pragma once

#include "../keywords.h"

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

LOCKSTEP_DEVICE void __sincosf(float x, float* sine, float* cosine) {
  *sine = __sinf(x);
  *cosine = __cosf(x);
}
