// expect: task=smem status=fail symptom=input_changed
// why: the tree of the first task, which destroys the input.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned reduction_block_threads = block_threads;

extern "C" __global__ void reduce_smem(const int* in, int* block_sums,
                                       unsigned n) {
  int* data = const_cast<int*>(in);
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride && i + stride < n) data[i] += data[i + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) block_sums[blockIdx.x] = n > 0 ? data[i] : 0;
}
