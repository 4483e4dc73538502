// SPDX-License-Identifier: Apache-2.0
// Copies the inner part of a matrix of 30 columns and 18 rows, row by row.
// launch: grid 2x2 block 16x12 in 540 out 540 n 30; expect doubled
__global__ void copy(const int* in, int* out, int*, int n) {
  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 12 + threadIdx.y;
  // @bound: mem here
  if (x < n && y < 18) out[y * n + x] = 2 * in[y * n + x];
}
