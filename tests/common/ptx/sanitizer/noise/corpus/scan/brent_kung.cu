// SPDX-License-Identifier: Apache-2.0
// Inclusive scan of a block by Brent and Kung.
// launch: grid 2 block 128 in 256 out 256; expect block_scan
__global__ void brent_kung(const int* in, int* out, int*, int) {
  __shared__ int tile[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  // @init: init up, init down, init last
  tile[t] = in[i];  // [load]
  // @barrier: race load up
  __syncthreads();
  // @bound.off: fine with a stride of 128 every index is past the end
  for (int stride = 1; stride < 128; stride *= 2) {
    const int index = (t + 1) * stride * 2 - 1;
    // @bound: mem up, race up up
    // @bound.off: fine every index is odd
    if (index < 128) tile[index] += tile[index - stride];  // [up]
    // @barrier: race up up, race up down
    __syncthreads();
  }
  // @bound.off: mem down
  for (int stride = 32; stride > 0; stride /= 2) {
    const int index = (t + 1) * stride * 2 - 1;
    // @bound: mem down, race down down
    if (index + stride < 128) tile[index + stride] += tile[index];  // [down]
    // @barrier: race down down, race down last
    __syncthreads();
  }
  out[i] = tile[t];  // [last]
}
