// expect: task=smem status=timeout|fail symptom=timeout
// why: 1 - 1 / 2 is 1 again, so the last step repeats for ever.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned reduction_block_threads = block_threads;

extern "C" __global__ void reduce_smem(const int* in, int* block_sums,
                                       unsigned n) {
  __shared__ int tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride -= stride / 2) {
    if (thread < stride) tile[thread] += tile[thread + stride];
    __syncthreads();
  }
  if (thread == 0) block_sums[blockIdx.x] = tile[0];
}
