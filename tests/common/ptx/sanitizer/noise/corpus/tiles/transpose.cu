// SPDX-License-Identifier: Apache-2.0
// Transposes a matrix of 40 columns and 24 rows by tiles with padding.
// launch: grid 3x2 block 16x16 in 960 out 960 n 40; expect transpose
__global__ void transpose(const int* in, int* out, int*, int n) {
  __shared__ int tile[16][17];
  const int w = n, h = 24;
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  // @bound: mem load
  // @init: init store
  if (x < w && y < h) tile[threadIdx.y][threadIdx.x] = in[y * w + x];  // [load]
  // @barrier: race load store, init store
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  // @bound: mem store, race store store, init store
  if (x < h && y < w)
    out[y * h + x] = tile[threadIdx.x][threadIdx.y];  // [store]
}
