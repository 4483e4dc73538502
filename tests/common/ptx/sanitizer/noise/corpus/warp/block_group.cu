// SPDX-License-Identifier: Apache-2.0
// A block reverses a tile with the barrier of its cooperative group.
// launch: grid 2 block 96 in 192 out 192; expect block_reverse
#include <cooperative_groups.h>

__global__ void block_group(const int* in, int* out, int*, int) {
  __shared__ int tile[96];
  auto block = cooperative_groups::this_thread_block();
  const int t = block.thread_rank(), i = blockIdx.x * 96 + t;
  // @init: init read
  tile[t] = in[i];  // [write]
  // @barrier: race write read, init read
  block.sync();
  out[i] = tile[95 - t];  // [read]
}
