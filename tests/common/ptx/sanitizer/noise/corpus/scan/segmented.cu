// SPDX-License-Identifier: Apache-2.0
// Inclusive scan that begins anew at each multiple of seven (a head flag).
// launch: grid 2 block 64 in 128 out 128; expect segmented_scan
__global__ void segmented(const int* in, int* out, int*, int) {
  __shared__ int sums[64], flags[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  // @init: init read
  sums[t] = in[i];  // [load]
  // @init: init read
  flags[t] = in[i] % 7 == 0;  // [load]
  // @bound.off: fine no thread has a number of 64 or more
  for (int d = 1; d < 64; d *= 2) {
    // @barrier: race load read, race write read
    __syncthreads();
    int sum = sums[t], flag = flags[t];  // [read]
    // @bound: mem read, race read write
    if (t >= d) {
      if (!flag) sum += sums[t - d];  // [read]
      flag |= flags[t - d];           // [read]
    }
    // @barrier: race read write
    __syncthreads();
    sums[t] = sum;    // [write]
    flags[t] = flag;  // [write]
  }
  out[i] = sums[t];
}
