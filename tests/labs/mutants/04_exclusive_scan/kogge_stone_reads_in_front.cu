// expect: task=kogge_stone status=fail tool=memcheck symptom=out_of_bounds
// why: thread 0 of block 0 reads in front of the input.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned exclusive_scan_block_threads = block_threads;

extern "C" __global__ void exclusive_kogge_stone(const int* in, int* out,
                                                 unsigned n) {
  __shared__ int tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i <= n ? in[static_cast<int>(i) - 1] : 0;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    int sum = tile[thread];
    if (thread >= stride) sum += tile[thread - stride];
    __syncthreads();
    tile[thread] = sum;
  }
  if (i < n) out[i] = tile[thread];
}
