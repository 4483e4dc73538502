// SPDX-License-Identifier: Apache-2.0
// A group of any kind within a block, known at run time only.
#pragma once

#include "coalesced.h"
#include "partitions.h"
#include "tiles.h"

namespace cooperative_groups {

/// A thread block, a tile or a coalesced group, as functions over any group
/// take it.
class thread_group {
 public:
  LOCKSTEP_METHOD thread_group(const thread_block&) : mask_(0) {}
  template <unsigned int Size, class Parent>
  LOCKSTEP_METHOD thread_group(const thread_block_tile<Size, Parent>& tile)
      : mask_(tile.lockstep_mask()) {}
  LOCKSTEP_METHOD thread_group(const coalesced_group& group)
      : mask_(group.lockstep_mask()) {}

  LOCKSTEP_METHOD unsigned long long size() const {
    return mask_ == 0 ? thread_block::size() : __popc(mask_);
  }
  LOCKSTEP_METHOD unsigned long long num_threads() const { return size(); }
  LOCKSTEP_METHOD unsigned long long thread_rank() const {
    return mask_ == 0 ? thread_block::thread_rank()
                      : coalesced_group(mask_).thread_rank();
  }
  LOCKSTEP_METHOD void sync() const {
    if (mask_ == 0)
      __syncthreads();
    else
      __syncwarp(mask_);
  }

 private:
  LOCKSTEP_METHOD friend thread_group tiled_partition(const thread_group&,
                                                      unsigned int);

  unsigned int mask_;  ///< 0: the whole block
};
LOCKSTEP_METHOD inline thread_group tiled_partition(const thread_group& parent,
                                                    unsigned int size) {
  const unsigned int mask = parent.mask_ == 0 ? ~0U : parent.mask_;
  return tiled_partition(coalesced_group(mask), size);
}
LOCKSTEP_METHOD inline thread_group tiled_partition(const thread_block& parent,
                                                    unsigned int size) {
  return tiled_partition(thread_group(parent), size);
}

}  // namespace cooperative_groups
