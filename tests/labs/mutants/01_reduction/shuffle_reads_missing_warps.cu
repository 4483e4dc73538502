// expect: task=shuffle status=fail tool=initcheck symptom=uninitialised
// why: warp 0 adds 32 sums of warps although there are fewer warps.
// SPDX-License-Identifier: Apache-2.0
extern "C" __constant__ unsigned reduction_block_threads = 256;

extern "C" __global__ void reduce_shuffle(const int* in, int* block_sums,
                                          unsigned n) {
  __shared__ int sums[32];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  int sum = i < n ? in[i] : 0;
  for (unsigned offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (thread % 32 == 0) sums[thread / 32] = sum;
  __syncthreads();
  if (thread < 32) {
    sum = sums[thread];  // expect: here
    for (unsigned offset = 16; offset > 0; offset /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (thread == 0) block_sums[blockIdx.x] = sum;
  }
}
