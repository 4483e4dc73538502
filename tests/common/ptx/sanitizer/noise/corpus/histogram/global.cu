// SPDX-License-Identifier: Apache-2.0
// A histogram by atomics in global memory.
// launch: grid 3 block 64 in 180 out 16 mod 16 zeroed yes; expect histogram
__global__ void histogram(const int* in, int* out, int*, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // @bound: mem read
  if (i >= n) return;
  const int bin = in[i];  // [read]
  // @atomic: race here here
  atomicAdd(&out[bin], 1);
}
