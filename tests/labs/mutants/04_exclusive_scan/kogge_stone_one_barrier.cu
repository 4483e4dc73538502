// expect: task=kogge_stone status=fail tool=racecheck symptom=race
// why: a thread that runs ahead replaces a value that its right neighbour has
// yet to read.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned exclusive_scan_block_threads = block_threads;

extern "C" __global__ void exclusive_kogge_stone(const int* in, int* out,
                                                 unsigned n) {
  __shared__ int tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i > 0 && i <= n ? in[i - 1] : 0;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    int sum = tile[thread];
    if (thread >= stride) sum += tile[thread - stride];
    tile[thread] = sum;
  }
  if (i < n) out[i] = tile[thread];
}
