// SPDX-License-Identifier: Apache-2.0
// Stand-in for <cooperative_groups/scan.h>: prefixes over a tile or a
// coalesced group, in the order of ranks.
#pragma once

#include <cooperative_groups.h>

#include "../../cooperative_groups/operators.h"

namespace cooperative_groups {

template <class Group, class T, class Operator>
LOCKSTEP_METHOD inline T inclusive_scan(const Group& group, T value,
                                        Operator&& combine) {
  const unsigned int rank = group.thread_rank();
  for (unsigned int distance = 1; distance < group.size(); distance *= 2) {
    const T before = group.shfl_up(value, distance);
    if (rank >= distance) value = combine(before, value);
  }
  return value;
}
template <class Group, class T>
LOCKSTEP_METHOD inline T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

/// Rank 0, before which there is nothing, gets T{}.
template <class Group, class T, class Operator>
LOCKSTEP_METHOD inline T exclusive_scan(const Group& group, T value,
                                        Operator&& combine) {
  const T inclusive = inclusive_scan(group, value, combine);
  const T before = group.shfl_up(inclusive, 1);
  return group.thread_rank() == 0 ? T{} : before;
}
template <class Group, class T>
LOCKSTEP_METHOD inline T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
