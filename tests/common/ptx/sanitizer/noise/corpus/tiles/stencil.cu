// SPDX-License-Identifier: Apache-2.0
// Sum of seven neighbours, through shared memory with a halo of three.
// launch: grid 4 block 64 in 250 out 250; expect stencil
__global__ void stencil(const int* in, int* out, int*, int n) {
  __shared__ int tile[70];
  const int t = threadIdx.x, first = blockIdx.x * 64 - 3;
  // @bound.off: mem store
  for (int k = t; k < 70; k += 64) {
    const int i = first + k;
    // @bound: mem store
    // @init: init sum
    tile[k] = i >= 0 && i < n ? in[i] : 0;  // [store]
  }
  // @barrier: race store sum, init sum
  __syncthreads();
  // @init: compiler sum, init host
  int sum = 0;
  // @bound.off: mem sum
  for (int k = 0; k < 7; ++k) sum += tile[t + k];  // [sum]
  // @bound: mem write
  if (blockIdx.x * 64 + t < n) out[blockIdx.x * 64 + t] = sum;  // [write]
}
