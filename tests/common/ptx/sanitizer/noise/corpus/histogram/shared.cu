// SPDX-License-Identifier: Apache-2.0
// A histogram with a copy of the bins in every block.
// launch: grid 3 block 64 in 400 out 16 mod 16 zeroed yes; expect histogram
__global__ void histogram(const int* in, int* out, int*, int n) {
  __shared__ int bins[16];
  const int t = threadIdx.x;
  // @bound: mem zero
  // @init: init count
  if (t < 16) bins[t] = 0;  // [zero]
  // @barrier: race zero count, init count
  __syncthreads();
  // @bound.off: mem count
  for (int i = blockIdx.x * 64 + t; i < n; i += 192)
    // @atomic: race here here
    // @atomic.narrow: fine shared memory belongs to one block
    atomicAdd(&bins[in[i]], 1);  // [count]
  // @barrier: race count add
  __syncthreads();
  // @bound: mem add
  // @atomic: race here here
  if (t < 16) atomicAdd(&out[t], bins[t]);  // [add]
}
