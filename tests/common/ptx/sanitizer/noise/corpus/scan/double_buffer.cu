// SPDX-License-Identifier: Apache-2.0
// Inclusive scan of a block with two buffers and one barrier a step.
// launch: grid 2 block 128 in 256 out 256; expect block_scan
__global__ void double_buffer(const int* in, int* out, int*, int) {
  __shared__ int tile[2][128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  // @init: init step
  tile[0][t] = in[i];  // [load]
  // @bound.off: fine the step with d = 128 writes the other buffer only
  for (int d = 1, from = 0; d < 128; d *= 2, from = 1 - from) {
    // @barrier: race step step, race load step
    __syncthreads();
    // @bound: mem step, race step step
    const int left = t >= d ? tile[from][t - d] : 0;  // [step]
    tile[1 - from][t] = tile[from][t] + left;         // [step]
  }
  out[i] = tile[1][t];
}
