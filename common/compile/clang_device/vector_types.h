// SPDX-License-Identifier: Apache-2.0
// int2, float4 and the like with CUDA's alignment, make_int2(…), dim3.
#pragma once

#include "keywords.h"

#define LOCKSTEP_VECTORS(name, type, align2, align4)                      \
  struct name##1 {                                                        \
    type x;                                                               \
  };                                                                      \
  struct __align__(align2) name##2 {                                      \
    type x, y;                                                            \
  };                                                                      \
  struct name##3 {                                                        \
    type x, y, z;                                                         \
  };                                                                      \
  struct __align__(align4) name##4 {                                      \
    type x, y, z, w;                                                      \
  };                                                                      \
  LOCKSTEP_BOTH name##1 make_##name##1(type x) { return {x}; }            \
  LOCKSTEP_BOTH name##2 make_##name##2(type x, type y) { return {x, y}; } \
  LOCKSTEP_BOTH name##3 make_##name##3(type x, type y, type z) {          \
    return {x, y, z};                                                     \
  }                                                                       \
  LOCKSTEP_BOTH name##4 make_##name##4(type x, type y, type z, type w) {  \
    return {x, y, z, w};                                                  \
  }

LOCKSTEP_VECTORS(char, signed char, 2, 4)
LOCKSTEP_VECTORS(uchar, unsigned char, 2, 4)
LOCKSTEP_VECTORS(short, short, 4, 8)
LOCKSTEP_VECTORS(ushort, unsigned short, 4, 8)
LOCKSTEP_VECTORS(int, int, 8, 16)
LOCKSTEP_VECTORS(uint, unsigned int, 8, 16)
LOCKSTEP_VECTORS(long, long, 16, 16)
LOCKSTEP_VECTORS(ulong, unsigned long, 16, 16)
LOCKSTEP_VECTORS(longlong, long long, 16, 16)
LOCKSTEP_VECTORS(ulonglong, unsigned long long, 16, 16)
LOCKSTEP_VECTORS(float, float, 8, 16)
LOCKSTEP_VECTORS(double, double, 16, 16)
#undef LOCKSTEP_VECTORS

// Four of 8 bytes each with their alignment in the name.
#define LOCKSTEP_ALIGNED_4(name, type, bytes)                                  \
  struct __align__(bytes) name##4_##bytes##a {                                 \
    type x, y, z, w;                                                           \
  };                                                                           \
  LOCKSTEP_BOTH name##4_##bytes##a make_##name##4_##bytes##a(type x, type y,   \
                                                             type z, type w) { \
    return {x, y, z, w};                                                       \
  }
#define LOCKSTEP_ALIGNED_4S(name, type) \
  LOCKSTEP_ALIGNED_4(name, type, 16)    \
  LOCKSTEP_ALIGNED_4(name, type, 32)
LOCKSTEP_ALIGNED_4S(long, long)
LOCKSTEP_ALIGNED_4S(ulong, unsigned long)
LOCKSTEP_ALIGNED_4S(longlong, long long)
LOCKSTEP_ALIGNED_4S(ulonglong, unsigned long long)
LOCKSTEP_ALIGNED_4S(double, double)
#undef LOCKSTEP_ALIGNED_4S
#undef LOCKSTEP_ALIGNED_4

// The types of the built-in variables.
struct lockstep_threadIdx;
struct lockstep_blockIdx;
struct lockstep_blockDim;
struct lockstep_gridDim;

#define LOCKSTEP_METHOD __attribute__((device, always_inline, nodebug))

struct dim3 {
  unsigned int x, y, z;
  __host__ LOCKSTEP_METHOD constexpr dim3(unsigned int vx = 1,
                                          unsigned int vy = 1,
                                          unsigned int vz = 1)
      : x(vx), y(vy), z(vz) {}
  __host__ LOCKSTEP_METHOD constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  __host__ LOCKSTEP_METHOD constexpr operator uint3() const {
    return {x, y, z};
  }
  LOCKSTEP_METHOD dim3(const lockstep_threadIdx& v);
  LOCKSTEP_METHOD dim3(const lockstep_blockIdx& v);
  LOCKSTEP_METHOD dim3(const lockstep_blockDim& v);
  LOCKSTEP_METHOD dim3(const lockstep_gridDim& v);
};
