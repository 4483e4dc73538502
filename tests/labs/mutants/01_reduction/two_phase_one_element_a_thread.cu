// expect: task=two_phase status=fail
// why: elements beyond the threads of the grid are dropped.
// SPDX-License-Identifier: Apache-2.0
extern "C" __constant__ unsigned reduction_block_threads = 256;

extern "C" __global__ void reduce_two_phase(const int* in, int* block_sums,
                                            unsigned n) {
  __shared__ int tile[1024];
  const unsigned thread = threadIdx.x;
  const unsigned first = blockIdx.x * blockDim.x + thread;
  int sum = first < n ? in[first] : 0;
  tile[thread] = sum;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (thread < stride) tile[thread] += tile[thread + stride];
  }
  if (thread == 0) block_sums[blockIdx.x] = tile[0];
}
