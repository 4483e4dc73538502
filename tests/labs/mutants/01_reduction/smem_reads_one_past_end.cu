// expect: task=smem status=fail tool=memcheck symptom=out_of_bounds
// why: i <= n reads the element behind the last one.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned reduction_block_threads = block_threads;

extern "C" __global__ void reduce_smem(const int* in, int* block_sums,
                                       unsigned n) {
  __shared__ int tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i <= n ? in[i] : 0;  // expect: here
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (thread < stride) tile[thread] += tile[thread + stride];
  }
  if (thread == 0) block_sums[blockIdx.x] = tile[0];
}
