// SPDX-License-Identifier: Apache-2.0
// Stand-in for <cooperative_groups/memcpy_async.h>: the group copies at once,
// and waiting for the copy is a barrier of the group, as it is of CUDA's.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {
namespace lockstep_lanes {

template <class Word, class Group>
LOCKSTEP_METHOD inline void copy(const Group& group, void* to, const void* from,
                                 size_t bytes) {
  for (size_t i = group.thread_rank(); i < bytes / sizeof(Word);
       i += group.size())
    ((Word*)to)[i] = ((const Word*)from)[i];
}

}  // namespace lockstep_lanes

template <class Group, class To, class From>
LOCKSTEP_METHOD inline void memcpy_async(const Group& group, To* to,
                                         const From* from, size_t bytes) {
  const size_t together = (size_t)to | (size_t)from | bytes;
  if (together % 16 == 0)
    lockstep_lanes::copy<uint4>(group, to, from, bytes);
  else if (together % 4 == 0)
    lockstep_lanes::copy<unsigned int>(group, to, from, bytes);
  else
    lockstep_lanes::copy<unsigned char>(group, to, from, bytes);
}
/// Elements, of two layouts; the shorter one counts.
template <class Group, class To, class From>
LOCKSTEP_METHOD inline void memcpy_async(const Group& group, To* to,
                                         size_t to_count, const From* from,
                                         size_t from_count) {
  const size_t to_bytes = to_count * sizeof(To);
  const size_t from_bytes = from_count * sizeof(From);
  memcpy_async(group, to, from, to_bytes < from_bytes ? to_bytes : from_bytes);
}
template <class Group>
LOCKSTEP_METHOD inline void wait(const Group& group) {
  group.sync();
}
template <unsigned int Stages, class Group>
LOCKSTEP_METHOD inline void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
