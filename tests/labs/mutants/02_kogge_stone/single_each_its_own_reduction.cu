// expect: task=single status=fail symptom=gate_adds
// why: right, but every thread adds up all that is to its left: quadratic
// work.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned kogge_stone_block_threads = block_threads;

extern "C" __global__ void kogge_stone_single(const float* in, float* out,
                                              unsigned n) {
  __shared__ float tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i < n ? in[i] : 0.0f;
  __syncthreads();
  float sum = 0;
  for (unsigned left = 0; left <= thread; ++left) sum += tile[left];
  __syncthreads();
  tile[thread] = sum;
  if (i < n) out[i] = tile[thread];
}
