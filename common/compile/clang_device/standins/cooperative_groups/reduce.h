// SPDX-License-Identifier: Apache-2.0
// Stand-in for <cooperative_groups/reduce.h>: reduce over a tile or a
// coalesced group.
#pragma once

#include <cooperative_groups.h>

#include "../../cooperative_groups/operators.h"

namespace cooperative_groups {

/// Every thread of the tile gets the result.
template <unsigned int Size, class Parent, class T, class Operator>
LOCKSTEP_METHOD inline T reduce(const thread_block_tile<Size, Parent>& tile,
                                T value, Operator&& combine) {
#pragma unroll
  for (unsigned int distance = Size / 2; distance > 0; distance /= 2)
    value = combine(value, tile.shfl_xor(value, (int)distance));
  return value;
}

/// The same of any lanes: up to the first rank, and from there to all.
template <class T, class Operator>
LOCKSTEP_METHOD inline T reduce(const coalesced_group& group, T value,
                                Operator&& combine) {
  const unsigned int rank = group.thread_rank();
  for (unsigned int distance = 1; distance < group.size(); distance *= 2) {
    const T other = group.shfl_down(value, distance);
    if (rank + distance < group.size()) value = combine(value, other);
  }
  return group.shfl(value, 0);
}

}  // namespace cooperative_groups
