// SPDX-License-Identifier: Apache-2.0
// Bits of floats as integers, and conversions with a rounding mode.
#pragma once

#include "keywords.h"

#define LOCKSTEP_BITS(name, to, from) \
  LOCKSTEP_BOTH to name(from x) { return __builtin_bit_cast(to, x); }
LOCKSTEP_BITS(__float_as_int, int, float)
LOCKSTEP_BITS(__float_as_uint, unsigned int, float)
LOCKSTEP_BITS(__int_as_float, float, int)
LOCKSTEP_BITS(__uint_as_float, float, unsigned int)
LOCKSTEP_BITS(__double_as_longlong, long long, double)
LOCKSTEP_BITS(__longlong_as_double, double, long long)
#undef LOCKSTEP_BITS

LOCKSTEP_DEVICE int __double2hiint(double x) {
  return (int)(__double_as_longlong(x) >> 32);
}
LOCKSTEP_DEVICE int __double2loint(double x) {
  return (int)__double_as_longlong(x);
}
LOCKSTEP_DEVICE double __hiloint2double(int high, int low) {
  return __longlong_as_double((long long)high << 32 | (unsigned int)low);
}

#define LOCKSTEP_CONVERT(name, to, to_constraint, from, from_constraint,  \
                         types, rn, rz, rm, rp)                           \
  LOCKSTEP_CONVERT_1(name##_rn, to, to_constraint, from, from_constraint, \
                     rn types)                                            \
  LOCKSTEP_CONVERT_1(name##_rz, to, to_constraint, from, from_constraint, \
                     rz types)                                            \
  LOCKSTEP_CONVERT_1(name##_rd, to, to_constraint, from, from_constraint, \
                     rm types)                                            \
  LOCKSTEP_CONVERT_1(name##_ru, to, to_constraint, from, from_constraint, \
                     rp types)
#define LOCKSTEP_CONVERT_1(name, to, to_constraint, from, from_constraint, \
                           modifiers)                                      \
  LOCKSTEP_DEVICE to name(from x) {                                        \
    to result;                                                             \
    asm("cvt." modifiers " %0, %1;"                                        \
        : "=" to_constraint(result)                                        \
        : from_constraint(x));                                             \
    return result;                                                         \
  }
// To an integer the result is rounded to a whole number first (.rni, …).
#define LOCKSTEP_TO_INTEGER(name, to, to_constraint, from, from_constraint, \
                            types)                                          \
  LOCKSTEP_CONVERT(name, to, to_constraint, from, from_constraint, types,   \
                   "rni", "rzi", "rmi", "rpi")
#define LOCKSTEP_TO_FLOAT(name, to, to_constraint, from, from_constraint, \
                          types)                                          \
  LOCKSTEP_CONVERT(name, to, to_constraint, from, from_constraint, types, \
                   "rn", "rz", "rm", "rp")
LOCKSTEP_TO_INTEGER(__float2int, int, "r", float, "f", ".s32.f32")
LOCKSTEP_TO_INTEGER(__float2uint, unsigned int, "r", float, "f", ".u32.f32")
LOCKSTEP_TO_INTEGER(__float2ll, long long, "l", float, "f", ".s64.f32")
LOCKSTEP_TO_INTEGER(__float2ull, unsigned long long, "l", float, "f",
                    ".u64.f32")
LOCKSTEP_TO_INTEGER(__double2int, int, "r", double, "d", ".s32.f64")
LOCKSTEP_TO_INTEGER(__double2uint, unsigned int, "r", double, "d", ".u32.f64")
LOCKSTEP_TO_INTEGER(__double2ll, long long, "l", double, "d", ".s64.f64")
LOCKSTEP_TO_INTEGER(__double2ull, unsigned long long, "l", double, "d",
                    ".u64.f64")
LOCKSTEP_TO_FLOAT(__int2float, float, "f", int, "r", ".f32.s32")
LOCKSTEP_TO_FLOAT(__uint2float, float, "f", unsigned int, "r", ".f32.u32")
LOCKSTEP_TO_FLOAT(__ll2float, float, "f", long long, "l", ".f32.s64")
LOCKSTEP_TO_FLOAT(__ull2float, float, "f", unsigned long long, "l", ".f32.u64")
LOCKSTEP_TO_FLOAT(__ll2double, double, "d", long long, "l", ".f64.s64")
LOCKSTEP_TO_FLOAT(__ull2double, double, "d", unsigned long long, "l",
                  ".f64.u64")
LOCKSTEP_TO_FLOAT(__double2float, float, "f", double, "d", ".f32.f64")
#undef LOCKSTEP_TO_FLOAT
#undef LOCKSTEP_TO_INTEGER
#undef LOCKSTEP_CONVERT_1
#undef LOCKSTEP_CONVERT

LOCKSTEP_DEVICE double __int2double_rn(int x) { return x; }
LOCKSTEP_DEVICE double __uint2double_rn(unsigned int x) { return x; }
