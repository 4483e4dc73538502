// expect: task=dynamic status=fail
// why: an unrolled ladder without the step that 1024 threads need.
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
  __syncthreads();
  if (blockDim.x >= 512 && thread < 256) tile[thread] += tile[thread + 256];
  __syncthreads();
  if (blockDim.x >= 256 && thread < 128) tile[thread] += tile[thread + 128];
  __syncthreads();
  if (blockDim.x >= 128 && thread < 64) tile[thread] += tile[thread + 64];
  __syncthreads();
  if (blockDim.x >= 64 && thread < 32) tile[thread] += tile[thread + 32];
  __syncthreads();
  for (unsigned stride = 16; stride > 0; stride /= 2) {
    if (thread < stride) tile[thread] += tile[thread + stride];
    __syncthreads();
  }
  if (thread == 0) block_sums[blockIdx.x] = tile[0];
}
