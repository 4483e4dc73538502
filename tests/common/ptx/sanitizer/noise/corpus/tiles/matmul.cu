// SPDX-License-Identifier: Apache-2.0
// Product of two matrices of 20 by 20 by tiles of eight; both are in `in`.
// launch: grid 3x3 block 8x8 in 800 out 400 n 20 mod 50; expect matmul
__global__ void matmul(const int* in, int* out, int*, int n) {
  __shared__ int a[8][8], b[8][8];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * 8 + tx, y = blockIdx.y * 8 + ty;
  // @init: compiler product
  int sum = 0;
  // @bound.off: fine 20 is no multiple of eight
  for (int tile = 0; tile * 8 < n; ++tile) {
    const int column = tile * 8 + tx, row = tile * 8 + ty;
    // @init: init product
    // @bound#1: fine rows below the matrix are not stored
    // @bound#2: fine the factors in b are zero there
    a[ty][tx] = y < n && column < n ? in[y * n + column] : 0;  // [load]
    // @init: init product
    // @bound: mem load
    b[ty][tx] = x < n && row < n ? in[400 + row * n + x] : 0;  // [load]
    // @barrier: race load product, init product
    __syncthreads();
    // @bound.off: mem product, race product load
    for (int k = 0; k < 8; ++k) sum += a[ty][k] * b[k][tx];  // [product]
    // @barrier: race product load
    __syncthreads();
  }
  // @bound: mem store, race store store
  if (x < n && y < n) out[y * n + x] = sum;  // [store]
}
