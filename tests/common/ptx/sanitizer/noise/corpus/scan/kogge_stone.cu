// SPDX-License-Identifier: Apache-2.0
// Inclusive scan of a block by Kogge and Stone, in place.
// launch: grid 2 block 128 in 256 out 256; expect block_scan
__global__ void kogge_stone(const int* in, int* out, int*, int) {
  __shared__ int tile[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  // @init: init read, init write
  tile[t] = in[i];  // [load]
  // @barrier: race load read
  __syncthreads();
  // @bound.off: fine no thread has a number of 128 or more
  for (int d = 1; d < 128; d *= 2) {
    // @bound: mem read, race read write
    const int left = t >= d ? tile[t - d] : 0;  // [read]
    // @barrier: race read write
    __syncthreads();
    tile[t] += left;  // [write]
    // @barrier: race write read
    __syncthreads();
  }
  out[i] = tile[t];
}
