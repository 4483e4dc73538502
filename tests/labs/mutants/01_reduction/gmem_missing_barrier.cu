// expect: task=gmem status=fail tool=racecheck symptom=race
// why: nothing orders the steps of the tree, which is in global memory.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned reduction_block_threads = block_threads;

extern "C" __global__ void reduce_gmem(int* data, int* block_sums, unsigned n) {
  const unsigned first = blockIdx.x * blockDim.x;
  const unsigned i = first + threadIdx.x;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride && i + stride < n)
      data[i] += data[i + stride];  // expect: here
  }
  if (threadIdx.x == 0) block_sums[blockIdx.x] = n > 0 ? data[first] : 0;
}
