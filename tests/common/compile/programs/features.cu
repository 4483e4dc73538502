// SPDX-License-Identifier: Apache-2.0
// A bit of everything that programs of a course do; prints what it computes.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iostream>
#include <vector>

__constant__ float factors[4];
__device__ int counter;
static __device__ int hidden = 5;

// Multiplies by a constant, adds |hidden|, counts the threads.
template <class T>
__global__ void scale(T* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = p[i] * (T)factors[i % 4] + (T)std::sqrt((T)(hidden * hidden));
  atomicAdd(&counter, 1);
}

namespace {
__global__ void in_no_namespace(int* p) {
  assert(p != nullptr);
  *p = max(3, 4);
  printf("from the device: %d\n", *p);
}
}  // namespace

__global__ void halves(__half* h) {
  h[threadIdx.x] += __float2half(0.5f * threadIdx.x);
}

struct Point {
  float x, y;
  __host__ __device__ float length() const { return sqrtf(x * x + y * y); }
};
__global__ void lengths(const Point* points, float* out) {
  extern __shared__ float shared[];
  shared[threadIdx.x] = points[threadIdx.x].length();
  __syncthreads();
  out[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
}

#define CHECK(call) \
  if (cudaError_t status = (call)) return fail(status)
int fail(cudaError_t status) {
  std::cerr << cudaGetErrorName(status) << ": " << cudaGetErrorString(status)
            << "\n";
  return 1;
}

int scale_on_a_stream() {
  std::vector<float> values(1000, 2.f);
  const size_t bytes = values.size() * sizeof(float);
  const float host_factors[] = {1, 2, 3, 4};
  const int none = 0;
  CHECK(cudaMemcpyToSymbol(factors, host_factors, sizeof host_factors));
  CHECK(cudaMemcpyToSymbol(counter, &none, sizeof none));
  float* device = nullptr;
  CHECK(cudaMalloc(&device, bytes));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaMemcpyAsync(device, values.data(), bytes, cudaMemcpyHostToDevice,
                        stream));
  scale<<<4, 256, 0, stream>>>(device, 1000);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpyAsync(values.data(), device, bytes, cudaMemcpyDeviceToHost,
                        stream));
  CHECK(cudaStreamSynchronize(stream));
  int count = 0;
  CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  std::cout << values[0] << " " << values[3] << " " << count << " "
            << *std::max_element(values.begin(), values.end()) << "\n";
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(device));
  return 0;
}

int managed_and_halves() {
  int* managed = nullptr;
  CHECK(cudaMallocManaged(&managed, sizeof *managed));
  in_no_namespace<<<1, 1>>>(managed);
  CHECK(cudaDeviceSynchronize());
  std::cout << *managed << "\n";
  __half* half = nullptr;
  unsigned short bits[4] = {0x3c00, 0x3c00, 0x3c00, 0x3c00};  // 1
  CHECK(cudaMalloc(&half, sizeof bits));
  CHECK(cudaMemcpy(half, bits, sizeof bits, cudaMemcpyHostToDevice));
  halves<<<1, 4>>>(half);
  CHECK(cudaMemcpy(bits, half, sizeof bits, cudaMemcpyDeviceToHost));
  std::cout << std::hex << bits[0] << " " << bits[2] << std::dec << "\n";
  CHECK(cudaFree(half));
  CHECK(cudaFree(managed));
  return 0;
}

int points() {
  const Point host[] = {{3, 4}, {6, 8}, {0, 1}, {5, 12}};
  Point* in = nullptr;
  float *out = nullptr, lengths_of[4];
  CHECK(cudaMalloc(&in, sizeof host));
  CHECK(cudaMalloc(&out, sizeof lengths_of));
  CHECK(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
  lengths<<<1, 4, 4 * sizeof(float)>>>(in, out);
  CHECK(cudaMemcpy(lengths_of, out, sizeof lengths_of, cudaMemcpyDeviceToHost));
  std::cout << lengths_of[0] << " " << lengths_of[3] << " " << host[1].length()
            << "\n";
  int blocks = 0, threads = 0;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, lengths));
  std::cout << (blocks > 0 && threads % 32 == 0 ? "fits" : "wrong") << "\n";
  CHECK(cudaFree(in));
  CHECK(cudaFree(out));
  return 0;
}

int main() {
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  if (properties.warpSize != 32) return 2;
  return scale_on_a_stream() + managed_and_halves() + points();
}
