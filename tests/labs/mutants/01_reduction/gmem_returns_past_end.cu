// expect: task=gmem status=fail tool=memcheck symptom=out_of_bounds
// why: threads past n leave, but those that stay still add the elements of
// the threads that left, which are outside of the array.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned reduction_block_threads = block_threads;

extern "C" __global__ void reduce_gmem(int* data, int* block_sums, unsigned n) {
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  if (i >= n) {
    if (i == 0) block_sums[0] = 0;
    return;
  }
  int* tile = data + blockIdx.x * blockDim.x;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (thread < stride) tile[thread] += tile[thread + stride];  // expect: here
    __syncthreads();
  }
  if (thread == 0) block_sums[blockIdx.x] = tile[0];
}
