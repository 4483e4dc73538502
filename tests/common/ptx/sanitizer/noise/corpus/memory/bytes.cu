// SPDX-License-Identifier: Apache-2.0
// Bytes side by side that different threads write: zeros, then parities.
// launch: grid 2 block 64 in 128 out 128; expect parities
__global__ void bytes(const int* in, int* out, int*, int) {
  __shared__ char odd[65];
  const int t = threadIdx.x, first = blockIdx.x * 64;
  // @init: init ask
  // @bound.off: mem clear
  for (int k = t; k < 65; k += 64) odd[k] = 0;  // [clear]
  // @barrier: race clear mark
  __syncthreads();
  odd[63 - t] = in[first + 63 - t] % 2;  // [mark]
  // @barrier: race mark ask
  __syncthreads();
  out[first + t] = odd[t] + odd[t + 1];  // [ask]
}
