// expect: task=warp status=fail symptom=wrong names=kogge_stone_warp
// why: a lane with no lane to its left gets its own value back and adds it.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned kogge_stone_block_threads = block_threads;

__device__ int scan_warp(int value) {
  for (unsigned stride = 1; stride < 32; stride *= 2) {
    value += __shfl_up_sync(0xffffffff, value, stride);
  }
  return value;
}

extern "C" __global__ void kogge_stone_warp(const int* in, int* out,
                                            unsigned n) {
  __shared__ int totals[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = scan_warp(i < n ? in[i] : 0);
  if (lane == 31) totals[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    const int scanned = scan_warp(lane < blockDim.x / 32 ? totals[lane] : 0);
    if (lane < blockDim.x / 32) totals[lane] = scanned;
  }
  __syncthreads();
  if (warp > 0) sum += totals[warp - 1];
  if (i < n) out[i] = sum;
}
