// SPDX-License-Identifier: Apache-2.0
// Each cell of 30 by 20 becomes the sum of its four neighbours.
// launch: grid 4x3 block 8x8 in 600 out 600 n 30; expect stencil_2d
__global__ void stencil(const int* in, int* out, int*, int n) {
  __shared__ int tile[10][10];
  const int h = 20, t = threadIdx.y * 8 + threadIdx.x;
  // @bound.off: mem load
  for (int k = t; k < 100; k += 64) {
    const int x = blockIdx.x * 8 + k % 10 - 1, y = blockIdx.y * 8 + k / 10 - 1;
    // @bound: mem load
    // @init: init sum
    tile[k / 10][k % 10] =                                       // [load]
        x >= 0 && x < n && y >= 0 && y < h ? in[y * n + x] : 0;  // [load]
  }
  // @barrier: race load sum
  __syncthreads();
  const int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  // @bound: mem sum, race sum sum
  if (x < n && y < h) {
    const int* row = tile[threadIdx.y] + threadIdx.x;
    out[y * n + x] = row[1] + row[10] + row[12] + row[21];  // [sum]
  }
}
