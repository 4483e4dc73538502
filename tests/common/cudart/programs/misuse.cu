// SPDX-License-Identifier: Apache-2.0
// What hosts do wrong, one thing for each argument. Each is found.
#include <cstdio>
#include <cstring>

__global__ void fill(int* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = i;
}

int* on_device(int n) {
  int* memory;
  cudaMalloc(&memory, n * sizeof(int));
  return memory;
}

int main(int, char** arguments) {
  const auto is = [&](const char* word) {
    return std::strcmp(arguments[1], word) == 0;
  };
  int host[64] = {};
  int* device = on_device(32);
  fill<<<1, 32>>>(device, 32);
  if (is("leak")) return 0;
  if (is("host_pointer")) {
    fill<<<1, 32>>>(host, 32);
    std::printf("%d\n", cudaDeviceSynchronize());
    return 0;
  }
  if (is("dereference")) std::printf("%d\n", device[3]);
  if (is("too_long"))
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  if (is("direction")) cudaMemcpy(host, device, 4, cudaMemcpyHostToDevice);
  if (is("double_free")) cudaFree(device);
  if (is("foreign_free")) cudaFree(host);
  if (is("stream")) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream);
    fill<<<1, 32, 0, stream>>>(device, 32);
  }
  if (is("block")) fill<<<1, 2048>>>(device, 32);
  if (is("looked_at")) {
    fill<<<1, 2048>>>(device, 32);
    std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
  }
  cudaFree(device);
  return 0;
}
