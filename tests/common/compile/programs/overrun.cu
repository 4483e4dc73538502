// SPDX-License-Identifier: Apache-2.0
// Writes one element too far, on line 6.
#include <cuda_runtime.h>

__global__ void fill(int* p, int n) {
  if (threadIdx.x <= n) p[threadIdx.x] = 1;
}

int main() {
  int* p = nullptr;
  cudaMalloc(&p, 32 * sizeof(int));
  fill<<<1, 64>>>(p, 32);
  cudaDeviceSynchronize();
  cudaFree(p);
}
