// expect: task=dynamic status=fail tool=memcheck|initcheck
// why: the tree starts at 128 whatever the block.
// SPDX-License-Identifier: Apache-2.0
extern "C" __constant__ unsigned reduction_block_threads = 256;

extern "C" __global__ void reduce_dynamic(const int* in, int* block_sums,
                                          unsigned n) {
  extern __shared__ int tile[];
  const unsigned thread = threadIdx.x;
  const unsigned first = blockIdx.x * 4 * blockDim.x + thread;
  int sum = 0;
  for (unsigned k = 0; k < 4; ++k) {
    const unsigned i = first + k * blockDim.x;
    if (i < n) sum += in[i];
  }
  tile[thread] = sum;
  for (unsigned stride = 128; stride > 0; stride /= 2) {
    __syncthreads();
    if (thread < stride) tile[thread] += tile[thread + stride];  // expect: here
  }
  if (thread == 0) block_sums[blockIdx.x] = tile[0];
}
