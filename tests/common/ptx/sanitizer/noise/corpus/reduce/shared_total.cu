// SPDX-License-Identifier: Apache-2.0
// A block's sum in one initialised shared counter.
// launch: grid 3 block 64 in 192 out 3; expect block_sum
__global__ void shared_total(const int* in, int* out, int*, int) {
  __shared__ int total;
  // @init: init add
  if (threadIdx.x == 0) total = 0;  // [zero]
  // @barrier: race zero add, init add
  __syncthreads();
  // @atomic: race here here
  // @atomic.narrow: fine shared memory belongs to one block
  atomicAdd(&total, in[blockIdx.x * 64 + threadIdx.x]);  // [add]
  // @barrier: race add read
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = total;  // [read]
}
