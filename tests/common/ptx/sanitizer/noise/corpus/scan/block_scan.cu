// SPDX-License-Identifier: Apache-2.0
// Warps scan by shuffles, the first warp scans their sums.
// launch: grid 2 block 128 in 256 out 256; expect block_scan
__device__ int scan_of_warp(int sum, int lane) {
  // @bound.off: fine no lane has a number of 32 or more
  for (int d = 1; d < 32; d *= 2) {
    // @mask: sync here
    const int left = __shfl_up_sync(0xffffffff, sum, d);
    // @bound: result a lane without a left neighbour gets its own value
    if (lane >= d) sum += left;
  }
  return sum;
}

__global__ void block_scan(const int* in, int* out, int*, int) {
  __shared__ int sums[4];
  const int t = threadIdx.x, lane = t % 32, warp = t / 32;
  const int i = blockIdx.x * 128 + t;
  const int own = scan_of_warp(in[i], lane);
  // @init: init gather
  if (lane == 31) sums[warp] = own;  // [put]
  // @barrier: race put gather, race put scanned, init gather
  __syncthreads();
  if (warp == 0) {
    // @bound: mem gather
    const int sum = scan_of_warp(lane < 4 ? sums[lane] : 0, lane);  // [gather]
    // @bound: mem scanned
    if (lane < 4) sums[lane] = sum;  // [scanned]
  }
  // @barrier: race scanned add
  __syncthreads();
  // @bound: mem add
  out[i] = own + (warp > 0 ? sums[warp - 1] : 0);  // [add]
}
