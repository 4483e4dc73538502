// expect: task=single status=fail tool=racecheck symptom=race
// why: a thread that runs ahead replaces a value that its right neighbour has
// yet to read.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned kogge_stone_block_threads = block_threads;

extern "C" __global__ void kogge_stone_single(const float* in, float* out,
                                              unsigned n) {
  __shared__ float tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i < n ? in[i] : 0.0f;
  for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
    __syncthreads();
    if (thread >= stride)
      tile[thread] += tile[thread - stride];  // expect: here
  }
  if (i < n) out[i] = tile[thread];
}
