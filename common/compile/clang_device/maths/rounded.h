// SPDX-License-Identifier: Apache-2.0
// Single operations with a rounding mode, never fused with another.
#pragma once

#include "../keywords.h"

#define LOCKSTEP_ROUNDED(suffix, mode)                                     \
  LOCKSTEP_ROUNDED_2(__fadd_##suffix, float, "f", "add." mode ".f32")      \
  LOCKSTEP_ROUNDED_2(__fsub_##suffix, float, "f", "sub." mode ".f32")      \
  LOCKSTEP_ROUNDED_2(__fmul_##suffix, float, "f", "mul." mode ".f32")      \
  LOCKSTEP_ROUNDED_2(__fdiv_##suffix, float, "f", "div." mode ".f32")      \
  LOCKSTEP_ROUNDED_2(__dadd_##suffix, double, "d", "add." mode ".f64")     \
  LOCKSTEP_ROUNDED_2(__dsub_##suffix, double, "d", "sub." mode ".f64")     \
  LOCKSTEP_ROUNDED_2(__dmul_##suffix, double, "d", "mul." mode ".f64")     \
  LOCKSTEP_ROUNDED_2(__ddiv_##suffix, double, "d", "div." mode ".f64")     \
  LOCKSTEP_ROUNDED_1(__fsqrt_##suffix, float, "f", "sqrt." mode ".f32")    \
  LOCKSTEP_ROUNDED_1(__dsqrt_##suffix, double, "d", "sqrt." mode ".f64")   \
  LOCKSTEP_ROUNDED_1(__frcp_##suffix, float, "f", "rcp." mode ".f32")      \
  LOCKSTEP_ROUNDED_1(__drcp_##suffix, double, "d", "rcp." mode ".f64")     \
  LOCKSTEP_ROUNDED_3(__fmaf_##suffix, float, "f", "fma." mode ".f32")      \
  LOCKSTEP_ROUNDED_3(__fmaf_ieee_##suffix, float, "f", "fma." mode ".f32") \
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
