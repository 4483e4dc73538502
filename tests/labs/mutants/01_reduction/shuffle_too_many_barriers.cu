// expect: task=shuffle status=fail symptom=gate_barriers
// why: a tree in shared memory with a barrier a step, shuffles only at the end.
// SPDX-License-Identifier: Apache-2.0
constexpr unsigned block_threads = 256;
extern "C" __constant__ unsigned reduction_block_threads = block_threads;

extern "C" __global__ void reduce_shuffle(const int* in, int* block_sums,
                                          unsigned n) {
  __shared__ int tile[block_threads];
  const unsigned thread = threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x + thread;
  tile[thread] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned stride = blockDim.x / 2; stride >= 32; stride /= 2) {
    if (thread < stride) tile[thread] += tile[thread + stride];
    __syncthreads();
  }
  if (thread < 32) {
    int sum = tile[thread];
    for (unsigned offset = 16; offset > 0; offset /= 2)
      sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (thread == 0) block_sums[blockIdx.x] = sum;
  }
}
