// SPDX-License-Identifier: Apache-2.0
// Each thread counts how many elements of its block come before its own.
// launch: grid 2 block 64 in 128 out 128 mod 30; expect sorted_blocks
__global__ void rank_sort(const int* in, int* out, int*, int) {
  __shared__ int tile[64];
  const int t = threadIdx.x, first = blockIdx.x * 64;
  const int mine = in[first + t];
  // @init: init count, mem write, race write write
  tile[t] = mine;  // [load]
  // @barrier: race load count, race write write, init host, mem write
  __syncthreads();
  // @init: compiler count, race write write, mem write, init host
  int rank = 0;
  // @bound.off: mem count, mem write, race write write
  for (int k = 0; k < 64; ++k) {
    const int other = tile[k];  // [count]
    // Equal ones keep their order.
    rank += other < mine || (other == mine && k < t);  // [count]
  }
  out[first + rank] = mine;  // [write]
}
