// SPDX-License-Identifier: Apache-2.0
// One piece of shared memory holds the input, then the block's counters.
// launch: grid 2 block 64 in 128 out 128 mod 64; expect counts_of_blocks
union Memory {
  int values[64];
  int counts[64];
};

__global__ void reused(const int* in, int* out, int*, int) {
  __shared__ Memory memory;
  const int t = threadIdx.x, first = blockIdx.x * 64;
  // @init: init read, mem count
  memory.values[t] = in[first + t];  // [load]
  // @barrier: race load read, mem count
  __syncthreads();
  const int value = memory.values[63 - t];  // [read]
  // @barrier: race read zero
  __syncthreads();
  // @init: result the counts begin with what the values were
  memory.counts[t] = 0;  // [zero]
  // @barrier: race zero count
  __syncthreads();
  // @atomic: race here here
  // @atomic.narrow: fine shared memory belongs to one block
  atomicAdd(&memory.counts[value], 1);  // [count]
  // @barrier: race count last
  __syncthreads();
  out[first + t] = memory.counts[t];  // [last]
}
