// expect: task=brent_kung status=fail names=exclusive_brent_kung
// why: the second half of a block begins with the identity, as if it were a
// block of its own.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned exclusive_scan_block_threads = block_threads;

extern "C" __global__ void exclusive_brent_kung(const int* in, int* out,
                                                unsigned n) {
  __shared__ int tile[2 * block_threads];
  const unsigned i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
  const unsigned k = i + blockDim.x;
  tile[threadIdx.x] = i > 0 && i <= n ? in[i - 1] : 0;
  tile[threadIdx.x + blockDim.x] = threadIdx.x > 0 && k <= n ? in[k - 1] : 0;
  for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
    __syncthreads();
    const unsigned right = (threadIdx.x + 1) * 2 * stride - 1;
    if (right < 2 * blockDim.x) tile[right] += tile[right - stride];
  }
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    const unsigned right = (threadIdx.x + 1) * 2 * stride - 1 + stride;
    if (right < 2 * blockDim.x) tile[right] += tile[right - stride];
  }
  __syncthreads();
  if (i < n) out[i] = tile[threadIdx.x];
  if (k < n) out[k] = tile[threadIdx.x + blockDim.x];
}
