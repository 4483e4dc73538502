// SPDX-License-Identifier: Apache-2.0
// Groups of any lanes of a warp.
#pragma once

#include "lanes.h"

namespace cooperative_groups {

/// The lanes that were active together when the group was made, or a part of
/// another group; lanes count by rank in the group.
class coalesced_group {
 public:
  LOCKSTEP_METHOD explicit coalesced_group(unsigned int mask,
                                           unsigned int meta_rank = 0,
                                           unsigned int meta_size = 1)
      : mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}
  LOCKSTEP_METHOD unsigned int size() const { return __popc(mask_); }
  LOCKSTEP_METHOD unsigned int num_threads() const { return size(); }
  LOCKSTEP_METHOD unsigned int thread_rank() const {
    return __popc(mask_ & ((1U << lockstep_lanes::lane()) - 1));
  }
  LOCKSTEP_METHOD unsigned int meta_group_rank() const { return meta_rank_; }
  LOCKSTEP_METHOD unsigned int meta_group_size() const { return meta_size_; }
  LOCKSTEP_METHOD void sync() const { __syncwarp(mask_); }

  template <class T>
  LOCKSTEP_METHOD T shfl(T value, unsigned int rank) const {
    return moved(value, lane_of(rank));
  }
  template <class T>
  LOCKSTEP_METHOD T shfl_up(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank();
    return moved(value, lane_of(rank < delta ? rank : rank - delta));
  }
  template <class T>
  LOCKSTEP_METHOD T shfl_down(T value, unsigned int delta) const {
    const unsigned int rank = thread_rank() + delta;
    return moved(value, rank < size() ? lane_of(rank) : lockstep_lanes::lane());
  }
  LOCKSTEP_METHOD int any(int predicate) const {
    return __any_sync(mask_, predicate);
  }
  LOCKSTEP_METHOD int all(int predicate) const {
    return __all_sync(mask_, predicate);
  }
  LOCKSTEP_METHOD unsigned int ballot(int predicate) const {
    return by_rank(__ballot_sync(mask_, predicate));
  }
  template <class T>
  LOCKSTEP_METHOD unsigned int match_any(T value) const {
    return by_rank(__match_any_sync(mask_, value));
  }
  template <class T>
  LOCKSTEP_METHOD unsigned int match_all(T value, int& is_same) const {
    return by_rank(__match_all_sync(mask_, value, &is_same));
  }

  /// For the functions that split groups.
  LOCKSTEP_METHOD unsigned int lockstep_mask() const { return mask_; }
  LOCKSTEP_METHOD unsigned int lane_of(unsigned int rank) const {
    return mask_ == ~0U ? rank : __fns(mask_, 0, (int)rank + 1);
  }

 private:
  template <class T>
  LOCKSTEP_METHOD T moved(const T& value, unsigned int from) const {
    const unsigned int mask = mask_;
    return lockstep_lanes::shuffled(
        value, [mask, from] LOCKSTEP_METHOD(unsigned int word) {
          return __shfl_sync(mask, word, (int)from);
        });
  }
  /// A mask of lanes as a mask of ranks.
  LOCKSTEP_METHOD unsigned int by_rank(unsigned int lanes) const {
    if (mask_ == ~0U) return lanes;
    unsigned int ranks = 0;
    for (unsigned int rank = 0; rank < size(); ++rank)
      ranks |= (lanes >> lane_of(rank) & 1) << rank;
    return ranks;
  }

  unsigned int mask_, meta_rank_, meta_size_;
};
LOCKSTEP_METHOD inline coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}

/// Parts of `size` neighbouring ranks.
LOCKSTEP_METHOD inline coalesced_group tiled_partition(
    const coalesced_group& parent, unsigned int size) {
  const unsigned int first = parent.thread_rank() / size * size;
  unsigned int mask = 0;
  for (unsigned int rank = first; rank < first + size && rank < parent.size();
       ++rank)
    mask |= 1U << parent.lane_of(rank);
  return coalesced_group(mask, first / size, (parent.size() + size - 1) / size);
}

}  // namespace cooperative_groups
