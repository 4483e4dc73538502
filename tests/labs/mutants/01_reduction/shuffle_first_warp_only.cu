// expect: task=shuffle status=fail
// why: the sums of the other warps are never collected.
// SPDX-License-Identifier: Apache-2.0
extern "C" __constant__ unsigned reduction_block_threads = 256;

extern "C" __global__ void reduce_shuffle(const int* in, int* block_sums,
                                          unsigned n) {
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  int sum = i < n ? in[i] : 0;
  for (unsigned offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (thread == 0) block_sums[blockIdx.x] = sum;
}
