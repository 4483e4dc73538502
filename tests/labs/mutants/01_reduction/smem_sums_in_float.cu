// expect: task=smem status=fail symptom=all_wrong|scattered|wrong
// why: a float keeps 24 bits of a sum of 32.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned reduction_block_threads = block_threads;

extern "C" __global__ void reduce_smem(const int* in, int* block_sums,
                                       unsigned n) {
  __shared__ float tile[block_threads];
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? static_cast<float>(in[i]) : 0.0f;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride) tile[threadIdx.x] += tile[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) block_sums[blockIdx.x] = static_cast<int>(tile[0]);
}
