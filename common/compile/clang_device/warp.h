// SPDX-License-Identifier: Apache-2.0
// Shuffles, votes, matches and reductions among the lanes of a warp. None of
// them orders memory; __syncwarp does.
#pragma once

#include "keywords.h"

// The last lane of the logical warp in bits 0 to 4, its mask in bits 8 to 12.
#define LOCKSTEP_CLAMP(width, last) (((32 - (width)) << 8) | (last))

#define LOCKSTEP_SHUFFLE(name, mode, last, operand)                          \
  LOCKSTEP_DEVICE int name(unsigned int mask, int value, operand lane,       \
                           int width = 32) {                                 \
    return __nvvm_shfl_sync_##mode##_i32(mask, value, (int)lane,             \
                                         LOCKSTEP_CLAMP(width, last));       \
  }                                                                          \
  LOCKSTEP_DEVICE unsigned int name(unsigned int mask, unsigned int value,   \
                                    operand lane, int width = 32) {          \
    return (unsigned int)name(mask, (int)value, lane, width);                \
  }                                                                          \
  LOCKSTEP_DEVICE float name(unsigned int mask, float value, operand lane,   \
                             int width = 32) {                               \
    return __nvvm_shfl_sync_##mode##_f32(mask, value, (int)lane,             \
                                         LOCKSTEP_CLAMP(width, last));       \
  }                                                                          \
  LOCKSTEP_DEVICE unsigned long long name(unsigned int mask,                 \
                                          unsigned long long value,          \
                                          operand lane, int width = 32) {    \
    const int low = name(mask, (int)value, lane, width);                     \
    const int high = name(mask, (int)(value >> 32), lane, width);            \
    return (unsigned long long)(unsigned int)high << 32 | (unsigned int)low; \
  }                                                                          \
  LOCKSTEP_DEVICE long long name(unsigned int mask, long long value,         \
                                 operand lane, int width = 32) {             \
    return (long long)name(mask, (unsigned long long)value, lane, width);    \
  }                                                                          \
  LOCKSTEP_DEVICE unsigned long name(unsigned int mask, unsigned long value, \
                                     operand lane, int width = 32) {         \
    return name(mask, (unsigned long long)value, lane, width);               \
  }                                                                          \
  LOCKSTEP_DEVICE long name(unsigned int mask, long value, operand lane,     \
                            int width = 32) {                                \
    return (long)name(mask, (unsigned long long)value, lane, width);         \
  }                                                                          \
  LOCKSTEP_DEVICE double name(unsigned int mask, double value, operand lane, \
                              int width = 32) {                              \
    return __builtin_bit_cast(                                               \
        double, name(mask, __builtin_bit_cast(unsigned long long, value),    \
                     lane, width));                                          \
  }
LOCKSTEP_SHUFFLE(__shfl_sync, idx, 31, int)
LOCKSTEP_SHUFFLE(__shfl_up_sync, up, 0, unsigned int)
LOCKSTEP_SHUFFLE(__shfl_down_sync, down, 31, unsigned int)
LOCKSTEP_SHUFFLE(__shfl_xor_sync, bfly, 31, int)
#undef LOCKSTEP_SHUFFLE
#undef LOCKSTEP_CLAMP

LOCKSTEP_DEVICE unsigned int __ballot_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_ballot_sync(mask, predicate != 0);
}
LOCKSTEP_DEVICE int __any_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_any_sync(mask, predicate != 0);
}
LOCKSTEP_DEVICE int __all_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_all_sync(mask, predicate != 0);
}
LOCKSTEP_DEVICE int __uni_sync(unsigned int mask, int predicate) {
  return __nvvm_vote_uni_sync(mask, predicate != 0);
}

LOCKSTEP_DEVICE unsigned int __activemask() {
  unsigned int mask;
  asm volatile("activemask.b32 %0;" : "=r"(mask));
  return mask;
}

#define LOCKSTEP_MATCH(type, bits, ptx, constraint)                            \
  LOCKSTEP_DEVICE unsigned int __match_any_sync(unsigned int mask,             \
                                                type value) {                  \
    unsigned int peers;                                                        \
    asm volatile("match.any.sync." ptx " %0, %1, %2;"                          \
                 : "=r"(peers)                                                 \
                 : constraint(__builtin_bit_cast(bits, value)), "r"(mask));    \
    return peers;                                                              \
  }                                                                            \
  LOCKSTEP_DEVICE unsigned int __match_all_sync(unsigned int mask, type value, \
                                                int* all) {                    \
    unsigned int peers;                                                        \
    int is_same;                                                               \
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync." ptx                   \
                 " %0|p, %2, %3;\n\tselp.s32 %1, 1, 0, p;\n\t}"                \
                 : "=r"(peers), "=r"(is_same)                                  \
                 : constraint(__builtin_bit_cast(bits, value)), "r"(mask));    \
    *all = is_same;                                                            \
    return peers;                                                              \
  }
LOCKSTEP_MATCH(int, int, "b32", "r")
LOCKSTEP_MATCH(unsigned int, int, "b32", "r")
LOCKSTEP_MATCH(float, int, "b32", "r")
LOCKSTEP_MATCH(long, long, "b64", "l")
LOCKSTEP_MATCH(unsigned long, long, "b64", "l")
LOCKSTEP_MATCH(long long, long, "b64", "l")
LOCKSTEP_MATCH(unsigned long long, long, "b64", "l")
LOCKSTEP_MATCH(double, long, "b64", "l")
#undef LOCKSTEP_MATCH

#define LOCKSTEP_REDUCE(name, type, ptx)                                       \
  LOCKSTEP_DEVICE type __reduce_##name##_sync(unsigned int mask, type value) { \
    type result;                                                               \
    asm volatile("redux.sync." #name "." ptx " %0, %1, %2;"                    \
                 : "=r"(result)                                                \
                 : "r"(value), "r"(mask));                                     \
    return result;                                                             \
  }
LOCKSTEP_REDUCE(add, int, "s32")
LOCKSTEP_REDUCE(add, unsigned int, "u32")
LOCKSTEP_REDUCE(min, int, "s32")
LOCKSTEP_REDUCE(min, unsigned int, "u32")
LOCKSTEP_REDUCE(max, int, "s32")
LOCKSTEP_REDUCE(max, unsigned int, "u32")
LOCKSTEP_REDUCE(and, unsigned int, "b32")
LOCKSTEP_REDUCE(or, unsigned int, "b32")
LOCKSTEP_REDUCE(xor, unsigned int, "b32")
#undef LOCKSTEP_REDUCE
