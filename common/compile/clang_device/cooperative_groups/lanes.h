// SPDX-License-Identifier: Apache-2.0
// What groups within a warp have in common: the calling lane, and shuffles of
// any type of up to 32 bytes.
#pragma once

#include "blocks.h"

namespace cooperative_groups {
namespace lockstep_lanes {

LOCKSTEP_METHOD inline unsigned int lane() {
  unsigned int result;
  asm("mov.u32 %0, %%laneid;" : "=r"(result));
  return result;
}

/// `value` of each lane, word by word through `shuffle`.
template <class T, class Shuffle>
LOCKSTEP_METHOD inline T shuffled(const T& value, Shuffle shuffle) {
  static_assert(sizeof(T) <= 32 && __is_trivially_copyable(T),
                "a shuffle moves trivially copyable types of up to 32 bytes");
  unsigned int words[(sizeof(T) + 3) / 4] = {};
  __builtin_memcpy(words, &value, sizeof value);
#pragma unroll
  for (unsigned int i = 0; i < sizeof words / 4; ++i)
    words[i] = shuffle(words[i]);
  T result;
  __builtin_memcpy(&result, words, sizeof result);
  return result;
}

}  // namespace lockstep_lanes
}  // namespace cooperative_groups
