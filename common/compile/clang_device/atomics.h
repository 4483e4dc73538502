// SPDX-License-Identifier: Apache-2.0
// The atomic functions, each with its _block and _system form. Relaxed, as
// CUDA's are; the compiler moves no access to memory across one.
#pragma once

#include "keywords.h"

#define LOCKSTEP_ATOMIC_ASM(instruction, type, constraint) \
  type old;                                                \
  asm volatile(instruction " %0, [%1], %2;"                \
               : "=" constraint(old)                       \
               : "l"(address), constraint(value)           \
               : "memory");                                \
  return old;

#define LOCKSTEP_ATOMIC(name, operation, type, ptx, constraint)             \
  LOCKSTEP_DEVICE type name(type* address, type value){LOCKSTEP_ATOMIC_ASM( \
      "atom." operation "." ptx, type, constraint)} LOCKSTEP_DEVICE type    \
      name##_block(type* address, type value){LOCKSTEP_ATOMIC_ASM(          \
          "atom.cta." operation "." ptx, type,                              \
          constraint)} LOCKSTEP_DEVICE type name##_system(type* address,    \
                                                          type value) {     \
    LOCKSTEP_ATOMIC_ASM("atom.sys." operation "." ptx, type, constraint)    \
  }

typedef unsigned long long lockstep_u64;

LOCKSTEP_ATOMIC(atomicAdd, "add", int, "u32", "r")
LOCKSTEP_ATOMIC(atomicAdd, "add", unsigned int, "u32", "r")
LOCKSTEP_ATOMIC(atomicAdd, "add", lockstep_u64, "u64", "l")
LOCKSTEP_ATOMIC(atomicAdd, "add", float, "f32", "f")
LOCKSTEP_ATOMIC(atomicAdd, "add", double, "f64", "d")

LOCKSTEP_ATOMIC(atomicExch, "exch", int, "b32", "r")
LOCKSTEP_ATOMIC(atomicExch, "exch", unsigned int, "b32", "r")
LOCKSTEP_ATOMIC(atomicExch, "exch", lockstep_u64, "b64", "l")
LOCKSTEP_ATOMIC(atomicExch, "exch", float, "b32", "f")

LOCKSTEP_ATOMIC(atomicMin, "min", int, "s32", "r")
LOCKSTEP_ATOMIC(atomicMin, "min", unsigned int, "u32", "r")
LOCKSTEP_ATOMIC(atomicMin, "min", long long, "s64", "l")
LOCKSTEP_ATOMIC(atomicMin, "min", lockstep_u64, "u64", "l")
LOCKSTEP_ATOMIC(atomicMax, "max", int, "s32", "r")
LOCKSTEP_ATOMIC(atomicMax, "max", unsigned int, "u32", "r")
LOCKSTEP_ATOMIC(atomicMax, "max", long long, "s64", "l")
LOCKSTEP_ATOMIC(atomicMax, "max", lockstep_u64, "u64", "l")

LOCKSTEP_ATOMIC(atomicInc, "inc", unsigned int, "u32", "r")
LOCKSTEP_ATOMIC(atomicDec, "dec", unsigned int, "u32", "r")

#define LOCKSTEP_ATOMIC_BITS(name, operation)                \
  LOCKSTEP_ATOMIC(name, operation, int, "b32", "r")          \
  LOCKSTEP_ATOMIC(name, operation, unsigned int, "b32", "r") \
  LOCKSTEP_ATOMIC(name, operation, lockstep_u64, "b64", "l")
LOCKSTEP_ATOMIC_BITS(atomicAnd, "and")
LOCKSTEP_ATOMIC_BITS(atomicOr, "or")
LOCKSTEP_ATOMIC_BITS(atomicXor, "xor")
#undef LOCKSTEP_ATOMIC_BITS

// PTX has no atomic subtraction: the negated value is added.
#define LOCKSTEP_ATOMIC_SUB(suffix)                                     \
  LOCKSTEP_DEVICE int atomicSub##suffix(int* address, int value) {      \
    return (int)atomicAdd##suffix((unsigned int*)address,               \
                                  0U - (unsigned int)value);            \
  }                                                                     \
  LOCKSTEP_DEVICE unsigned int atomicSub##suffix(unsigned int* address, \
                                                 unsigned int value) {  \
    return atomicAdd##suffix(address, 0U - value);                      \
  }
LOCKSTEP_ATOMIC_SUB()
LOCKSTEP_ATOMIC_SUB(_block)
LOCKSTEP_ATOMIC_SUB(_system)
#undef LOCKSTEP_ATOMIC_SUB

#define LOCKSTEP_ATOMIC_CAS(suffix, scope, type, ptx, constraint)       \
  LOCKSTEP_DEVICE type atomicCAS##suffix(type* address, type compare,   \
                                         type value) {                  \
    type old;                                                           \
    asm volatile("atom" scope ".cas." ptx " %0, [%1], %2, %3;"          \
                 : "=" constraint(old)                                  \
                 : "l"(address), constraint(compare), constraint(value) \
                 : "memory");                                           \
    return old;                                                         \
  }
#define LOCKSTEP_ATOMIC_CAS_ALL(type, ptx, constraint)       \
  LOCKSTEP_ATOMIC_CAS(, "", type, ptx, constraint)           \
  LOCKSTEP_ATOMIC_CAS(_block, ".cta", type, ptx, constraint) \
  LOCKSTEP_ATOMIC_CAS(_system, ".sys", type, ptx, constraint)
LOCKSTEP_ATOMIC_CAS_ALL(int, "b32", "r")
LOCKSTEP_ATOMIC_CAS_ALL(unsigned int, "b32", "r")
LOCKSTEP_ATOMIC_CAS_ALL(unsigned short, "b16", "h")
LOCKSTEP_ATOMIC_CAS_ALL(lockstep_u64, "b64", "l")
#undef LOCKSTEP_ATOMIC_CAS_ALL
#undef LOCKSTEP_ATOMIC_CAS
#undef LOCKSTEP_ATOMIC
#undef LOCKSTEP_ATOMIC_ASM
