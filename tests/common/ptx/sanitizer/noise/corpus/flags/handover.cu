// SPDX-License-Identifier: Apache-2.0
// All threads of block 0 write, one raises a flag; block 1 waits and reads.
// launch: grid 2 block 64 in 64 out 64 scratch 65; expect doubled
__global__ void handover(const int* in, int* out, int* scratch, int) {
  const int t = threadIdx.x;
  // @volatile: race spin set / race put get, launch
  volatile int* flag = scratch;
  if (blockIdx.x == 0) {
    scratch[1 + t] = 2 * in[t];  // [put]
    // @fence: race put get
    __threadfence();
    // @barrier: race put get
    __syncthreads();
    if (t == 0) *flag = 1;  // [set]
  } else {
    if (t == 0) {
      while (*flag == 0) {  // [spin]
      }                     // [spin]
      // @fence: race put get
      __threadfence();
    }
    // @barrier: race put get
    __syncthreads();
    out[t] = scratch[1 + t];  // [get]
  }
}
