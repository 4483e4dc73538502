// SPDX-License-Identifier: Apache-2.0
// Inclusive scan of each warp by shuffles.
// launch: grid 2 block 64 in 128 out 128; expect warp_scan
__global__ void warp_scan(const int* in, int* out, int*, int) {
  const int lane = threadIdx.x % 32, i = blockIdx.x * 64 + threadIdx.x;
  int sum = in[i];
  // @bound.off: fine no lane has a number of 32 or more
  for (int d = 1; d < 32; d *= 2) {
    // @mask: sync here
    const int left = __shfl_up_sync(0xffffffff, sum, d);
    // @bound: result a lane without a left neighbour gets its own value
    if (lane >= d) sum += left;
  }
  out[i] = sum;
}
