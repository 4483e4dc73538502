// expect: task=kogge_stone status=fail symptom=inclusive
// why: the load is not moved.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned exclusive_scan_block_threads = block_threads;

extern "C" __global__ void exclusive_kogge_stone(const int* in, int* out,
                                                 unsigned n) {
  __shared__ int tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i < n ? in[i] : 0;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    int sum = tile[thread];
    if (thread >= stride) sum += tile[thread - stride];
    __syncthreads();
    tile[thread] = sum;
  }
  if (i < n) out[i] = tile[thread];
}
