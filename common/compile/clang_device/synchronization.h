// SPDX-License-Identifier: Apache-2.0
// Barriers and fences. Each is inline assembly that may change any memory:
// clang takes its own barrier intrinsics not to touch a __shared__ array
// whose address stays in the kernel, and then keeps the array's elements in
// registers across the barrier.
#pragma once

#include "keywords.h"

LOCKSTEP_DEVICE void lockstep_syncthreads() {
  asm volatile("bar.sync 0;" ::: "memory");
}

LOCKSTEP_DEVICE int lockstep_syncthreads_count(int predicate) {
  int count;
  asm volatile(
      "{\n\t.reg .pred p;\n\tsetp.ne.s32 p, %1, 0;\n\t"
      "bar.red.popc.u32 %0, 0, p;\n\t}"
      : "=r"(count)
      : "r"(predicate)
      : "memory");
  return count;
}

#define LOCKSTEP_BARRIER_VOTE(operation)                                \
  LOCKSTEP_DEVICE int lockstep_syncthreads_##operation(int predicate) { \
    int result;                                                         \
    asm volatile(                                                       \
        "{\n\t.reg .pred p, q;\n\tsetp.ne.s32 p, %1, 0;\n\t"            \
        "bar.red." #operation                                           \
        ".pred q, 0, p;\n\t"                                            \
        "selp.s32 %0, 1, 0, q;\n\t}"                                    \
        : "=r"(result)                                                  \
        : "r"(predicate)                                                \
        : "memory");                                                    \
    return result;                                                      \
  }
LOCKSTEP_BARRIER_VOTE(and)
LOCKSTEP_BARRIER_VOTE(or)
#undef LOCKSTEP_BARRIER_VOTE

// Macros, for clang has built-in functions of some of these names.
#define __syncthreads() (::lockstep_syncthreads())
#define __syncthreads_count(p) (::lockstep_syncthreads_count(p))
#define __syncthreads_and(p) (::lockstep_syncthreads_and(p))
#define __syncthreads_or(p) (::lockstep_syncthreads_or(p))
#define __syncwarp(...) (::lockstep_syncwarp(__VA_ARGS__))
#define __threadfence() (::lockstep_fence())
#define __threadfence_block() (::lockstep_fence_block())
#define __threadfence_system() (::lockstep_fence_system())

LOCKSTEP_DEVICE void lockstep_syncwarp(unsigned int mask = 0xffffffffU) {
  asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
}
LOCKSTEP_DEVICE void lockstep_fence() {
  asm volatile("membar.gl;" ::: "memory");
}
LOCKSTEP_DEVICE void lockstep_fence_block() {
  asm volatile("membar.cta;" ::: "memory");
}
LOCKSTEP_DEVICE void lockstep_fence_system() {
  asm volatile("membar.sys;" ::: "memory");
}
