// SPDX-License-Identifier: Apache-2.0
// Groups of lanes that are active together.
#pragma once

#include "blocks.h"

namespace cooperative_groups {

/// The lanes that were active together when the group was made; lanes count
/// by rank in the group.
class coalesced_group {
 public:
  LOCKSTEP_METHOD explicit coalesced_group(unsigned int mask) : mask_(mask) {}
  LOCKSTEP_METHOD unsigned int size() const { return __popc(mask_); }
  LOCKSTEP_METHOD unsigned int num_threads() const { return size(); }
  LOCKSTEP_METHOD unsigned int thread_rank() const {
    return __popc(mask_ & ((1U << lane()) - 1));
  }
  LOCKSTEP_METHOD void sync() const { __syncwarp(mask_); }
  template <class T>
  LOCKSTEP_METHOD T shfl(T value, unsigned int rank) const {
    return __shfl_sync(mask_, value, lane_of(rank));
  }
  template <class T>
  LOCKSTEP_METHOD T shfl_up(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return __shfl_sync(mask_, value,
                       lane_of(rank < delta ? rank : rank - delta));
  }
  template <class T>
  LOCKSTEP_METHOD T shfl_down(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank() + delta;
    return __shfl_sync(mask_, value, rank < size() ? lane_of(rank) : lane());
  }
  LOCKSTEP_METHOD int any(int predicate) const {
    return __any_sync(mask_, predicate);
  }
  LOCKSTEP_METHOD int all(int predicate) const {
    return __all_sync(mask_, predicate);
  }
  LOCKSTEP_METHOD unsigned int ballot(int predicate) const {
    unsigned int lanes = __ballot_sync(mask_, predicate), ranks = 0;
    for (unsigned int rank = 0; rank < size(); ++rank)
      ranks |= (lanes >> lane_of(rank) & 1) << rank;
    return ranks;
  }

 private:
  LOCKSTEP_METHOD static unsigned int lane() {
    return thread_block::thread_rank() % 32;
  }
  LOCKSTEP_METHOD unsigned int lane_of(unsigned int rank) const {
    return __fns(mask_, 0, (int)rank + 1);
  }
  unsigned int mask_;
};
LOCKSTEP_METHOD inline coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}

}  // namespace cooperative_groups
