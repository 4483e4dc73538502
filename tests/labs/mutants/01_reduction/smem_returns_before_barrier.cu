// expect: task=smem status=fail tool=initcheck|synccheck
// why: threads past n leave before the barrier and leave their cells empty.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned reduction_block_threads = block_threads;

extern "C" __global__ void reduce_smem(const int* in, int* block_sums,
                                       unsigned n) {
  __shared__ int tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  if (i >= n && thread > 0) return;
  tile[thread] = i < n ? in[i] : 0;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (thread < stride) tile[thread] += tile[thread + stride];
  }
  if (thread == 0) block_sums[blockIdx.x] = tile[0];
}
