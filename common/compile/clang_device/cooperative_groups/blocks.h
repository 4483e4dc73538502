// SPDX-License-Identifier: Apache-2.0
// The groups that a launch makes: thread block and grid.
#pragma once

#include "../lockstep_device.h"

namespace cooperative_groups {

class thread_block {
 public:
  LOCKSTEP_METHOD static void sync() { __syncthreads(); }
  LOCKSTEP_METHOD static unsigned int thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  LOCKSTEP_METHOD static unsigned int num_threads() {
    return blockDim.x * blockDim.y * blockDim.z;
  }
  LOCKSTEP_METHOD static unsigned int size() { return num_threads(); }
  LOCKSTEP_METHOD static dim3 thread_index() { return (uint3)threadIdx; }
  LOCKSTEP_METHOD static dim3 group_index() { return (uint3)blockIdx; }
  LOCKSTEP_METHOD static dim3 dim_threads() { return blockDim; }
  LOCKSTEP_METHOD static dim3 group_dim() { return blockDim; }
};
LOCKSTEP_METHOD inline thread_block this_thread_block() { return {}; }

class grid_group {
 public:
  LOCKSTEP_METHOD static unsigned long long block_rank() {
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) *
               gridDim.x +
           blockIdx.x;
  }
  LOCKSTEP_METHOD static unsigned long long num_blocks() {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
  }
  LOCKSTEP_METHOD static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  LOCKSTEP_METHOD static unsigned long long size() {
    return num_blocks() * thread_block::size();
  }
  LOCKSTEP_METHOD static unsigned long long num_threads() { return size(); }
  template <class T = void>
  LOCKSTEP_METHOD static void sync() {
    static_assert(sizeof(T*) == 0, "grid.sync() is not supported");
  }
};
LOCKSTEP_METHOD inline grid_group this_grid() { return {}; }

}  // namespace cooperative_groups
