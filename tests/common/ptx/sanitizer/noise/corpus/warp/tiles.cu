// SPDX-License-Identifier: Apache-2.0
// Sums and exchanges in tiles of eight lanes of cooperative groups.
// launch: grid 2 block 64 in 128 out 128; expect tile_sums
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void tiles(const int* in, int* out, int*, int) {
  __shared__ int tile[64];
  const auto group = cg::tiled_partition<8>(cg::this_thread_block());
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  int sum = in[i];
  // @bound.off: launch loop
  for (int d = 4; d > 0; d /= 2) sum += group.shfl_xor(sum, d);  // [loop]
  // @init: init read
  tile[t] = sum + in[i];  // [write]
  // @barrier: race write read, init read
  group.sync();
  out[i] = tile[t ^ 7];  // [read]
}
