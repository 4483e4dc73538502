// SPDX-License-Identifier: Apache-2.0
// A kernel that calls a function and uses a variable of another object, and
// has a variable of its own that has the same name there.
#include <cstdio>

extern __device__ int shared_value;
extern __device__ float twice(float value);
static __device__ int own = 3;

__global__ void compute(float* to) {
  to[threadIdx.x] = twice(to[threadIdx.x]) + shared_value + own;
}

int main() {
  float* values;
  cudaMallocManaged(&values, 32 * sizeof(float));
  for (int i = 0; i < 32; ++i) values[i] = i;
  compute<<<1, 32>>>(values);
  const bool is_done = cudaDeviceSynchronize() == cudaSuccess;
  const bool is_right = is_done && values[0] == 10 && values[31] == 72;
  cudaFree(values);
  std::puts(is_right ? "right" : "wrong");
  return is_right ? 0 : 1;
}
