// SPDX-License-Identifier: Apache-2.0
// Loads the next tile into the other buffer while this one is used.
// launch: grid 2 block 64 in 512 out 128; expect sums_of_tiles
__global__ void prefetch(const int* in, int* out, int*, int) {
  __shared__ int tile[2][64];
  const int t = threadIdx.x, first = blockIdx.x * 256;
  // @init: init use
  tile[0][t] = in[first + t];  // [load]
  // @init: compiler use, init host
  int sum = 0;
  // @bound.off: result the third tile counts twice
  for (int k = 0; k < 4; ++k) {
    // @barrier: race load use, race next use
    __syncthreads();
    // @bound: mem next
    if (k < 3) tile[(k + 1) % 2][t] = in[first + 64 * k + 64 + t];  // [next]
    sum += tile[k % 2][63 - t];                                     // [use]
  }
  out[blockIdx.x * 64 + t] = sum;  // [use]
}
