// SPDX-License-Identifier: Apache-2.0
// Each thread counts the values of its eight elements in an array of its own.
// launch: grid 2 block 32 in 512 out 256 n 8 mod 4; expect counts_of_threads
__global__ void local_array(const int* in, int* out, int*, int n) {
  const int t = blockIdx.x * 32 + threadIdx.x;
  int counts[4];
  // @init: init count, init last
  // @bound.off: mem zero
  for (int k = 0; k < 4; ++k) counts[k] = 0;  // [zero]
  // @bound.off: mem count
  for (int k = 0; k < n; ++k) ++counts[in[t * n + k]];  // [count]
  // @bound.off: mem last, race last last
  for (int k = 0; k < 4; ++k) out[t * 4 + k] = counts[k];  // [last]
}
