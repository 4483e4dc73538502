// SPDX-License-Identifier: Apache-2.0
// A sum by a tree in shared memory, neighbours last.
// launch: grid 4 block 128 in 500 out 4; expect block_sum
__global__ void tree(const int* in, int* out, int*, int n) {
  __shared__ int tile[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  // @bound: mem load
  // @init: init sum
  tile[t] = i < n ? in[i] : 0;  // [load]
  // @barrier: race load sum
  __syncthreads();
  // @bound.off: launch loop
  for (int stride = 64; stride > 0; stride /= 2) {  // [loop]
    // @bound: mem sum, race sum sum
    if (t < stride) tile[t] += tile[t + stride];  // [sum] [loop]
    // @barrier: race sum sum
    __syncthreads();  // [loop]
  }
  if (t == 0) out[blockIdx.x] = tile[0];
}
