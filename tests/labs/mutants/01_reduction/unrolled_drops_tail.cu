// expect: task=unrolled status=fail symptom=tail_dropped|last_block
// why: one bound check for four loads drops whatever it does not cover.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned reduction_block_threads = block_threads;

extern "C" __global__ void reduce_unrolled(const int* in, int* block_sums,
                                           unsigned n) {
  __shared__ int tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned first = blockIdx.x * 4 * blockDim.x + thread;
  int sum = 0;
  if (first + 3 * blockDim.x < n)
    for (unsigned k = 0; k < 4; ++k) sum += in[first + k * blockDim.x];
  tile[thread] = sum;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (thread < stride) tile[thread] += tile[thread + stride];
  }
  if (thread == 0) block_sums[blockIdx.x] = tile[0];
}
