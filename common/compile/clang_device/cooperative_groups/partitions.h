// SPDX-License-Identifier: Apache-2.0
// Tiles and coalesced groups divided by a value of each lane, and functions
// that take any group.
#pragma once

#include "coalesced.h"
#include "tiles.h"

namespace cooperative_groups {

/// The lanes of `group` whose label is that of the caller.
template <class Group, class Label>
LOCKSTEP_METHOD inline coalesced_group labeled_partition(const Group& group,
                                                         Label label) {
  const unsigned int all = group.lockstep_mask();
  const unsigned int mine = __match_any_sync(all, label);
  // A group's rank is the number of groups whose first lane comes before.
  const bool is_first = (mine & ((1U << lockstep_lanes::lane()) - 1)) == 0;
  const unsigned int firsts = __ballot_sync(all, is_first);
  const unsigned int my_first = mine & (0U - mine);
  return coalesced_group(mine, __popc(firsts & (my_first - 1)), __popc(firsts));
}
template <class Group>
LOCKSTEP_METHOD inline coalesced_group binary_partition(const Group& group,
                                                        bool predicate) {
  const unsigned int all = group.lockstep_mask();
  const unsigned int yes = __ballot_sync(all, predicate);
  return coalesced_group(predicate ? yes : all & ~yes, predicate ? 1 : 0, 2);
}

template <class Group>
LOCKSTEP_METHOD inline void sync(const Group& group) {
  group.sync();
}
template <class Group>
LOCKSTEP_METHOD inline auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
LOCKSTEP_METHOD inline auto group_size(const Group& group) {
  return group.size();
}

/// One thread of the group runs the function.
template <class Group, class Function, class... Arguments>
LOCKSTEP_METHOD inline void invoke_one(const Group& group, Function&& function,
                                       Arguments&&... arguments) {
  if (group.thread_rank() == 0)
    function(static_cast<Arguments&&>(arguments)...);
}
/// The same, and every thread gets its result; the group lies in one warp.
template <class Group, class Function, class... Arguments>
LOCKSTEP_METHOD inline auto invoke_one_broadcast(const Group& group,
                                                 Function&& function,
                                                 Arguments&&... arguments) {
  decltype(function(static_cast<Arguments&&>(arguments)...)) result{};
  if (group.thread_rank() == 0)
    result = function(static_cast<Arguments&&>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups
