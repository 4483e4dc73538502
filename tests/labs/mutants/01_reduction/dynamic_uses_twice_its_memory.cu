// expect: task=dynamic status=fail tool=memcheck symptom=out_of_bounds
// why: a second copy of the tile behind the one that was asked for.
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
  int* copy = tile + blockDim.x;
  copy[thread] = sum;  // expect: here
  __syncthreads();
  tile[thread] = copy[thread];
  for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
    __syncthreads();
    if (thread < stride) tile[thread] += tile[thread + stride];
  }
  if (thread == 0) block_sums[blockIdx.x] = tile[0];
}
