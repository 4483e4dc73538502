// SPDX-License-Identifier: Apache-2.0
// Keeps the odd values of each block, in order, by a scan of counts in
// shared memory.
// launch: grid 2 block 64 in 128 out 128 zeroed yes; expect odd_in_blocks
__global__ void compact(const int* in, int* out, int*, int) {
  __shared__ int place[64];
  const int t = threadIdx.x, first = blockIdx.x * 64;
  const int value = in[first + t];
  // @init: init scan, init add, mem write, race write write
  place[t] = value % 2;  // [count]
  // @bound.off: fine no thread has a number of 64 or more
  for (int d = 1; d < 64; d *= 2) {
    // @barrier: race count scan, race add scan, mem write, race write write
    __syncthreads();
    // @bound: mem scan, race scan add
    const int left = t >= d ? place[t - d] : 0;  // [scan]
    // @barrier: race scan add, mem write, race write write
    __syncthreads();
    place[t] += left;  // [add]
  }
  if (value % 2) out[first + place[t] - 1] = value;  // [write]
}
