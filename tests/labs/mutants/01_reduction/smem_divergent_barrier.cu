// expect: task=smem status=fail tool=synccheck symptom=barrier
// why: only the threads that add reach the barrier.
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
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) {
      tile[thread] += tile[thread + stride];
      __syncthreads();  // expect: here
    }
  }
  if (thread == 0) block_sums[blockIdx.x] = tile[0];
}
