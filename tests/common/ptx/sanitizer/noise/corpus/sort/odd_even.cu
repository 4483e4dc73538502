// SPDX-License-Identifier: Apache-2.0
// Sorts each block's elements by exchanges of neighbours, in turn at odd and
// at even places.
// launch: grid 2 block 32 in 128 out 128 n 64; expect sorted_runs_64
__global__ void odd_even(const int* in, int* out, int*, int n) {
  __shared__ int tile[64];
  const int t = threadIdx.x, first = blockIdx.x * 64;
  // @init: init swap, init last
  // @bound.off: mem load
  for (int k = t; k < n; k += 32) tile[k] = in[first + k];  // [load]
  // @bound.off: fine a sorted sequence stays as it is
  for (int round = 0; round < n; ++round) {
    // @barrier: race swap swap, race load swap
    __syncthreads();
    const int k = 2 * t + round % 2;
    // @bound: mem swap
    if (k + 1 < n) {
      const int a = tile[k], b = tile[k + 1];  // [swap]
      tile[k] = min(a, b);                     // [swap]
      tile[k + 1] = max(a, b);                 // [swap]
    }
  }
  // @barrier: race swap last
  __syncthreads();
  // @bound.off: mem last, race last last
  for (int k = t; k < n; k += 32) out[first + k] = tile[k];  // [last]
}
