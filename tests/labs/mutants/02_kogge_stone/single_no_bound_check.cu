// expect: task=single status=fail tool=memcheck symptom=out_of_bounds
// why: the last block reads behind the end of the input.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned kogge_stone_block_threads = block_threads;

extern "C" __global__ void kogge_stone_single(const float* in, float* out,
                                              unsigned n) {
  __shared__ float tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = in[i];
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    float sum = tile[thread];
    if (thread >= stride) sum += tile[thread - stride];
    __syncthreads();
    tile[thread] = sum;
  }
  if (i < n) out[i] = tile[thread];
}
