// SPDX-License-Identifier: Apache-2.0
// A sum by a tree in shared memory, neighbours first.
// launch: grid 4 block 128 in 512 out 4; expect block_sum
__global__ void tree(const int* in, int* out, int*, int) {
  __shared__ int tile[128];
  const int t = threadIdx.x;
  // @init: init sum
  tile[t] = in[blockIdx.x * 128 + t];  // [load]
  // @barrier: race load sum
  __syncthreads();
  // @bound.off: mem sum
  for (int stride = 1; stride < 128; stride *= 2) {
    if (t % (2 * stride) == 0) tile[t] += tile[t + stride];  // [sum]
    // @barrier: race sum sum
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}
