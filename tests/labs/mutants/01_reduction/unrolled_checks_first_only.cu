// expect: task=unrolled status=fail tool=memcheck symptom=out_of_bounds
// why: the bound of the first load is taken for that of all four.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned reduction_block_threads = block_threads;

extern "C" __global__ void reduce_unrolled(const int* in, int* block_sums,
                                           unsigned n) {
  __shared__ int tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned first = blockIdx.x * 4 * blockDim.x + thread;
  int sum = 0;
  if (first < n)
    for (unsigned k = 0; k < 4; ++k)
      sum += in[first + k * blockDim.x];  // expect: here
  tile[thread] = sum;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (thread < stride) tile[thread] += tile[thread + stride];
  }
  if (thread == 0) block_sums[blockIdx.x] = tile[0];
}
