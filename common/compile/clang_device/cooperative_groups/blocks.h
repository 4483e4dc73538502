// SPDX-License-Identifier: Apache-2.0
// The groups that a launch makes: thread block and grid.
#pragma once

#include "../lockstep_device.h"

#define LOCKSTEP_GROUP LOCKSTEP_METHOD static

namespace cooperative_groups {

class thread_block {
 public:
  struct arrival_token {};

  LOCKSTEP_GROUP void sync() { __syncthreads(); }
  /// The hardware's plain barrier cannot be split: arrive() waits.
  LOCKSTEP_GROUP arrival_token barrier_arrive() {
    __syncthreads();
    return {};
  }
  LOCKSTEP_GROUP void barrier_wait(arrival_token&&) {}
  LOCKSTEP_GROUP unsigned int thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  LOCKSTEP_GROUP unsigned int num_threads() {
    return blockDim.x * blockDim.y * blockDim.z;
  }
  LOCKSTEP_GROUP unsigned int size() { return num_threads(); }
  LOCKSTEP_GROUP dim3 thread_index() { return (uint3)threadIdx; }
  LOCKSTEP_GROUP dim3 group_index() { return (uint3)blockIdx; }
  LOCKSTEP_GROUP dim3 dim_threads() { return blockDim; }
  LOCKSTEP_GROUP dim3 group_dim() { return blockDim; }
};
LOCKSTEP_METHOD inline thread_block this_thread_block() { return {}; }

/// Its barrier is a word of the workspace whose address a cooperative launch
/// leaves in two special registers; other launches leave 0.
class grid_group {
 public:
  LOCKSTEP_GROUP bool is_valid() { return workspace() != nullptr; }
  LOCKSTEP_GROUP void sync() {
    if (!is_valid())
      __assertfail("grid.sync() needs a cooperative launch", "", 0,
                   "cooperative_groups::grid_group", 1);
    __syncthreads();
    if (thread_block::thread_rank() == 0) wait_for_blocks(workspace() + 1);
    __syncthreads();
  }
  LOCKSTEP_GROUP unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) *
               gridDim.x +
           blockIdx.x;
  }
  LOCKSTEP_GROUP unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  LOCKSTEP_GROUP unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  LOCKSTEP_GROUP unsigned long long num_threads() {
    return num_blocks() * thread_block::size();
  }
  LOCKSTEP_GROUP unsigned long long size() { return num_threads(); }
  LOCKSTEP_GROUP dim3 block_index() { return (uint3)blockIdx; }
  LOCKSTEP_GROUP dim3 dim_blocks() { return gridDim; }
  LOCKSTEP_GROUP dim3 group_dim() { return gridDim; }

 private:
  LOCKSTEP_GROUP unsigned int* workspace() {
    unsigned int high, low;
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    return (unsigned int*)((unsigned long long)high << 32 | low);
  }
  /// All blocks together add 2^31: when the top bit has changed, all are
  /// here, and the low bits are as before. The fences order what the block
  /// did before the barrier with what others do after it.
  LOCKSTEP_GROUP void wait_for_blocks(unsigned int* arrived) {
    const unsigned int others = (unsigned int)num_blocks() - 1;
    const unsigned int share = block_rank() == 0 ? 0x80000000U - others : 1;
    __threadfence();
    const unsigned int before = atomicAdd(arrived, share);
    while (((before ^ *(volatile unsigned int*)arrived) >> 31) == 0) {
    }
    __threadfence();
  }
};
LOCKSTEP_METHOD inline grid_group this_grid() { return {}; }

}  // namespace cooperative_groups
