// SPDX-License-Identifier: Apache-2.0
// Exclusive scan of a block by an up-sweep and a down-sweep.
// launch: grid 2 block 64 in 256 out 256; expect block_exclusive
__global__ void exclusive(const int* in, int* out, int*, int) {
  __shared__ int tile[128];
  const int t = threadIdx.x, first = blockIdx.x * 128;
  // @bound.off: mem load
  // @init: init up, init down
  for (int k = t; k < 128; k += 64) tile[k] = in[first + k];  // [load]
  // @bound.off: launch uploop
  for (int threads = 64, step = 1;              // [uploop]
       threads > 0; threads /= 2, step *= 2) {  // [uploop]
    // @barrier: race up up, race load up, race up root, race load root
    __syncthreads();  // [uploop]
    // @bound: mem up, race up up
    if (t < threads) {  // [uploop]
      const int right = step * (2 * t + 2) - 1;
      tile[right] += tile[right - step];  // [up]
    }
  }
  // @init: result the total stays where the identity belongs
  if (t == 0) tile[127] = 0;  // [root]
  // @bound.off: mem down
  for (int threads = 1, step = 64; threads < 128; threads *= 2, step /= 2) {
    // @barrier: race down down, race up down, race root down
    __syncthreads();
    // @bound: mem down, race down down
    if (t < threads) {
      const int right = step * (2 * t + 2) - 1;
      const int left = tile[right - step];  // [down]
      tile[right - step] = tile[right];     // [down]
      tile[right] += left;                  // [down]
    }
  }
  // @barrier: race down last
  __syncthreads();
  out[first + t] = tile[t];            // [last]
  out[first + 64 + t] = tile[64 + t];  // [last]
}
