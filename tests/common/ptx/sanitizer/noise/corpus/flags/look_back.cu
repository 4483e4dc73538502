// SPDX-License-Identifier: Apache-2.0
// Scan of the whole input in one pass: each block waits for the sum of all
// blocks before it. scratch: a ticket, then flag and sum of each block.
// launch: grid 5 block 64 in 320 out 320 scratch 11; expect scan
__global__ void look_back(const int* in, int* out, int* scratch, int) {
  __shared__ int tile[64], block, before;
  const int t = threadIdx.x;
  // @atomic: race here here, race put put, race put value, race set set,
  //   race set spin, race out out, launch spin, init host
  if (t == 0) block = atomicAdd(&scratch[0], 1);  // [ticket]
  // @barrier: race ticket use / mem use, race before out, mem out
  __syncthreads();
  const int i = block * 64 + t;  // [use]
  // @init: init scan, init add
  tile[t] = in[i];  // [load] [use]
  // @bound.off: fine no thread has a number of 64 or more
  for (int d = 1; d < 64; d *= 2) {
    // @barrier: race load scan, race add scan
    __syncthreads();
    // @bound: mem scan, race scan add
    const int left = t >= d ? tile[t - d] : 0;  // [scan]
    // @barrier: race scan add
    __syncthreads();
    tile[t] += left;  // [add]
  }
  if (t == 63) {
    // @volatile: race spin set / race put value, launch
    volatile int* flag = scratch + 1;
    // @init: compiler addup
    int sum = 0;
    // @bound: mem spin
    if (block > 0) {                      // [addup]
      while (flag[2 * block - 2] == 0) {  // [spin]
      }                                   // [spin]
      // @fence: race put value
      __threadfence();
      sum = scratch[2 * block];  // [value]
    }
    scratch[2 * block + 2] = sum + tile[t];  // [put] [addup]
    // @fence: race put value
    __threadfence();
    // @init: launch spin / sync spin
    flag[2 * block] = 1;  // [set]
    // @init: init out
    before = sum;  // [before]
  }
  // @barrier: race before out
  __syncthreads();
  out[i] = before + tile[t];  // [out]
}
