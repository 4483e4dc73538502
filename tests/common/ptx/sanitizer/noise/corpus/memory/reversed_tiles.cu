// SPDX-License-Identifier: Apache-2.0
// Many tiles go through one buffer: a barrier after each load and each use.
// launch: grid 2 block 64 in 500 out 500; expect reversed_runs_64
__global__ void reversed(const int* in, int* out, int*, int n) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  // @bound.off: fine tiles begin at multiples of 64, and 500 is none
  for (int first = blockIdx.x * 64; first < n; first += 128) {
    // @bound: mem load
    // @init: init store
    if (first + t < n) tile[t] = in[first + t];  // [load]
    // @barrier: race load store
    __syncthreads();
    const int last = min(n - first, 64) - 1;
    // @bound: mem store
    if (t <= last) out[first + t] = tile[last - t];  // [store]
    // @barrier: race store load
    __syncthreads();
  }
}
