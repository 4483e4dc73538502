// SPDX-License-Identifier: Apache-2.0
// A program as students write it: it verifies itself and prints "right".
#include <cstdio>
#include <vector>

__constant__ float scale[2];
__device__ int launches;

__global__ void add(const float* a, const float* b, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = scale[0] * a[i] + scale[1] * b[i];
  if (i == 0) launches = launches + 1;
}

int main(int count, char** arguments) {
  const int n = 1000;
  std::vector<float> a(n), b(n), sum(n);
  for (int i = 0; i < n; ++i) a[i] = i, b[i] = 3 * i;
  const float factors[] = {2, 10};
  cudaMemcpyToSymbol(scale, factors, sizeof factors);
  float *da, *db, *dsum;
  cudaMalloc(&da, n * sizeof(float));
  cudaMalloc(&db, n * sizeof(float));
  cudaMalloc(&dsum, n * sizeof(float));
  cudaMemcpy(da, a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(da, db, dsum, n);
  if (cudaGetLastError() != cudaSuccess) return 2;
  cudaMemcpy(sum.data(), dsum, n * sizeof(float), cudaMemcpyDeviceToHost);
  int launched = 0;
  cudaMemcpyFromSymbol(&launched, launches, sizeof launched);
  bool is_right = launched == 1;
  for (int i = 0; i < n; ++i) is_right &= sum[i] == 32.0f * i;
  cudaFree(da);
  cudaFree(db);
  cudaFree(dsum);
  std::puts(is_right ? "right" : "wrong");
  return is_right ? count - 1 : 3;
}
