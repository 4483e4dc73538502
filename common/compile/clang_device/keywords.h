// SPDX-License-Identifier: Apache-2.0
// CUDA's qualifiers as clang's attributes, and the words that these headers
// declare their own functions with.
#pragma once

#include <limits.h>
#include <stddef.h>

#define __CUDACC__ 1

// Names of the C library that nvcc's prelude brings along. A whole program
// (LOCKSTEP_PROGRAM) has them from the C library itself.
#ifdef LOCKSTEP_PROGRAM
#include <stdint.h>
#else
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long int64_t;
#endif
typedef unsigned int uint;
typedef unsigned short ushort;
typedef unsigned long ulong;

namespace std {
using ::ptrdiff_t;
using ::size_t;
using nullptr_t = decltype(nullptr);
}  // namespace std

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __noinline__ __attribute__((noinline))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(n) __attribute__((aligned(n)))
#define __grid_constant__

#define __managed__ _Pragma("GCC error \"__managed__ is not supported\"")
#define __cluster_dims__(...) \
  _Pragma("GCC error \"thread block clusters are not supported\"")

#define LOCKSTEP_DEVICE \
  static __inline__ __attribute__((device, always_inline, nodebug))
#define LOCKSTEP_BOTH \
  static __inline__ __attribute__((host, device, always_inline, nodebug))
// For functions that the C library has too: its own are the host's.
#ifdef LOCKSTEP_PROGRAM
#define LOCKSTEP_LIBC LOCKSTEP_DEVICE
#define LOCKSTEP_LIBC_EXTERN extern "C" __attribute__((device))
#else
#define LOCKSTEP_LIBC LOCKSTEP_BOTH
#define LOCKSTEP_LIBC_EXTERN extern "C" __attribute__((host, device))
#endif
