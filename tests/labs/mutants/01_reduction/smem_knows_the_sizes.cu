// expect: task=smem status=fail
// why: right at every size of the published list, wrong everywhere between.
// SPDX-License-Identifier: Apache-2.0
extern "C" __constant__ unsigned reduction_block_threads = 256;

extern "C" __global__ void reduce_smem(const int* in, int* block_sums,
                                       unsigned n) {
  __shared__ int tile[256];
  const bool is_listed = n < 3 || n == 4096 || (n >= 31 && n <= 33) ||
                         (n >= 127 && n <= 129) || (n >= 1023 && n <= 1025) ||
                         n == 1429 || n == 7919 || n == 65537;
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n && is_listed ? in[i] : 0;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) tile[threadIdx.x] += tile[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) block_sums[blockIdx.x] = tile[0];
}
