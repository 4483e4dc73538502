// SPDX-License-Identifier: Apache-2.0
// A group of either kind, known at run time only.
#pragma once

#include "coalesced.h"
#include "tiles.h"

namespace cooperative_groups {

/// A thread block or a tile of a warp, as functions over any group take it.
class thread_group {
 public:
  LOCKSTEP_METHOD thread_group(const thread_block&)
      : size_(thread_block::size()), is_block_(true) {}
  template <unsigned int Size, class Parent>
  LOCKSTEP_METHOD thread_group(const thread_block_tile<Size, Parent>&)
      : size_(Size), is_block_(false) {}

  LOCKSTEP_METHOD unsigned int size() const { return size_; }
  LOCKSTEP_METHOD unsigned int num_threads() const { return size_; }
  LOCKSTEP_METHOD unsigned int thread_rank() const {
    const unsigned int rank = thread_block::thread_rank();
    return is_block_ ? rank : rank % size_;
  }
  LOCKSTEP_METHOD void sync() const {
    if (is_block_)
      __syncthreads();
    else
      __syncwarp(member_mask());
  }

 private:
  struct of_size {
    unsigned int value;
  };
  LOCKSTEP_METHOD explicit thread_group(of_size size)
      : size_(size.value), is_block_(false) {}
  LOCKSTEP_METHOD unsigned int member_mask() const {
    const unsigned int lane = thread_block::thread_rank() % 32;
    const unsigned int ones = size_ == 32 ? ~0U : (1U << size_) - 1;
    return ones << lane / size_ * size_;
  }
  LOCKSTEP_METHOD friend thread_group tiled_partition(const thread_group&,
                                                      unsigned int);

  unsigned int size_;
  bool is_block_;
};
LOCKSTEP_METHOD inline thread_group tiled_partition(const thread_group&,
                                                    unsigned int size) {
  return thread_group(thread_group::of_size{size});
}

template <class Group>
LOCKSTEP_METHOD inline void sync(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
