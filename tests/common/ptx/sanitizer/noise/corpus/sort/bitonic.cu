// SPDX-License-Identifier: Apache-2.0
// Sorts each block's elements by Batcher's bitonic network.
// launch: grid 2 block 64 in 128 out 128; expect sorted_blocks
__global__ void bitonic(const int* in, int* out, int*, int) {
  __shared__ int tile[64];
  const int t = threadIdx.x, i = blockIdx.x * 64 + t;
  // @init: init swap, init last
  tile[t] = in[i];  // [load]
  // @barrier: race load swap
  __syncthreads();
  // @bound.off: fine sizes are powers of two
  for (int size = 2; size <= 64; size *= 2)
    // @bound.off: launch loop
    for (int stride = size / 2; stride > 0; stride /= 2) {  // [loop]
      const int partner = t ^ stride;                       // [loop]
      // @bound: race swap swap
      // @bound.off: fine a thread is not its own partner
      if (partner > t) {                           // [loop]
        const bool is_up = (t & size) == 0;        // [loop]
        const int a = tile[t], b = tile[partner];  // [swap] [loop]
        // @bound: result the order comes to depend on the place alone
        // @bound.off: fine equal values are equal
        if ((a > b) == is_up) tile[t] = b, tile[partner] = a;  // [swap] [loop]
      }
      // @barrier: race swap swap, race swap last
      __syncthreads();  // [loop]
    }
  out[i] = tile[t];  // [last]
}
