// SPDX-License-Identifier: Apache-2.0
// The greatest value, through a block's and then the grid's maximum.
// launch: grid 3 block 64 in 192 out 1 zeroed yes; expect maximum
__global__ void maximum(const int* in, int* out, int*, int) {
  __shared__ int most;
  // @init: init change
  if (threadIdx.x == 0) most = -1;  // [set]
  // @barrier: race set change, init change
  __syncthreads();
  // @atomic: race here here
  // @atomic.narrow: fine shared memory belongs to one block
  atomicMax(&most, in[blockIdx.x * 64 + threadIdx.x]);  // [change]
  // @barrier: race change read
  __syncthreads();
  // @atomic: race here here
  if (threadIdx.x == 0) atomicMax(out, most);  // [read]
}
