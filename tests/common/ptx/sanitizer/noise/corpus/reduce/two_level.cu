// SPDX-License-Identifier: Apache-2.0
// A sum by shuffles in each warp, then of the warps' sums by the first warp.
// launch: grid 3 block 128 in 384 out 3; expect block_sum
__global__ void two_level(const int* in, int* out, int*, int) {
  __shared__ int partial[4];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int sum = in[blockIdx.x * 128 + t];
  // @bound.off: launch first
  for (int d = 16; d > 0; d /= 2)  // [first]
    // @mask: sync here
    sum += __shfl_down_sync(0xffffffff, sum, d);  // [first]
  // @init: init read
  if (lane == 0) partial[warp] = sum;  // [write]
  // @barrier: race write read, init read
  __syncthreads();
  if (warp == 0) {
    // @bound: mem read
    sum = lane < 4 ? partial[lane] : 0;  // [read]
    // @bound.off: launch second
    for (int d = 2; d > 0; d /= 2)  // [second]
      // @mask: sync here
      sum += __shfl_down_sync(0xffffffff, sum, d);  // [second]
    if (lane == 0) out[blockIdx.x] = sum;
  }
}
