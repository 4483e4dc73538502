// SPDX-License-Identifier: Apache-2.0
// Every lane gets the sum of its warp by exchanges with a partner.
// launch: grid 2 block 64 in 128 out 128; expect warp_sum_everywhere
__global__ void butterfly(const int* in, int* out, int*, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int sum = in[i];
  // @bound.off: result a step with partner 32 adds the own value once more
  for (int d = 1; d < 32; d *= 2)
    // @mask: sync here
    sum += __shfl_xor_sync(0xffffffff, sum, d);
  // @bound: fine the grid has exactly n threads
  if (i < n) out[i] = sum;
}
