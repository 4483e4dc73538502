// expect: task=two_phase status=fail
// why: a block without elements writes nothing, where a 0 is expected.
// SPDX-License-Identifier: Apache-2.0
extern "C" __constant__ unsigned reduction_block_threads = 256;

extern "C" __global__ void reduce_two_phase(const int* in, int* block_sums,
                                            unsigned n) {
  __shared__ int tile[1024];
  const unsigned thread = threadIdx.x;
  const unsigned first = blockIdx.x * blockDim.x + thread;
  if (blockIdx.x * blockDim.x >= n) return;
  int sum = 0;
  for (unsigned i = first; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  tile[thread] = sum;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (thread < stride) tile[thread] += tile[thread + stride];
  }
  if (thread == 0) block_sums[blockIdx.x] = tile[0];
}
