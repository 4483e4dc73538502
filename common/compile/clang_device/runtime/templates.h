// SPDX-License-Identifier: Apache-2.0
// The runtime's functions over any pointer, kernel or symbol.
#pragma once

#include "cuda_runtime_api.h"

template <class T>
cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return cudaMalloc((void**)(void*)pointer, bytes);
}
template <class T>
cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void**)(void*)pointer, bytes, stream);
}
template <class T>
cudaError_t cudaMallocManaged(T** pointer, size_t bytes,
                              unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)(void*)pointer, bytes, flags);
}
template <class T>
cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned int flags = 0) {
  return cudaHostAlloc((void**)(void*)pointer, bytes, flags);
}
template <class T>
cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags) {
  return cudaHostAlloc((void**)(void*)pointer, bytes, flags);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T** pointer, void* host,
                                     unsigned int flags) {
  return cudaHostGetDevicePointer((void**)(void*)pointer, host, flags);
}
template <class T>
cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width,
                            size_t height) {
  return cudaMallocPitch((void**)(void*)pointer, pitch, width, height);
}

// A symbol is named, not its address.
template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes,
                               size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void*)&symbol, from, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(
    const T& symbol, const void* from, size_t bytes, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync((const void*)&symbol, from, bytes, offset,
                                 kind, stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes,
                                 size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, (const void*)&symbol, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(
    void* to, const T& symbol, size_t bytes, size_t offset = 0,
    cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(to, (const void*)&symbol, bytes, offset,
                                   kind, stream);
}
template <class T>
cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return cudaGetSymbolAddress(pointer, (const void*)&symbol);
}
template <class T>
cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return cudaGetSymbolSize(bytes, (const void*)&symbol);
}

template <class... P>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes,
                                  void (*kernel)(P...)) {
  return cudaFuncGetAttributes(attributes, (const void*)kernel);
}
template <class... P>
cudaError_t cudaFuncSetAttribute(void (*kernel)(P...),
                                 cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute((const void*)kernel, attribute, value);
}
template <class... P>
cudaError_t cudaFuncSetCacheConfig(void (*kernel)(P...), cudaFuncCache config) {
  return cudaFuncSetCacheConfig((const void*)kernel, config);
}
template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block,
                             void** arguments, size_t shared = 0,
                             cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void*)kernel, grid, block, arguments, shared,
                          stream);
}
template <class... P>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid,
                                        dim3 block, void** arguments,
                                        size_t shared = 0,
                                        cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void*)kernel, grid, block,
                                     arguments, shared, stream);
}
template <class... P>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, void (*kernel)(P...), int threads, size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      blocks, (const void*)kernel, threads, dynamic_shared);
}

/// The block size with which most threads of a multiprocessor have work, and
/// how many such blocks the device holds.
template <class... P>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block,
                                               void (*kernel)(P...),
                                               size_t dynamic_shared = 0,
                                               int most = 0) {
  cudaFuncAttributes attributes;
  int multiprocessors = 0, best = 0;
  cudaError_t status = cudaFuncGetAttributes(&attributes, (const void*)kernel);
  if (status == cudaSuccess)
    status = cudaDeviceGetAttribute(&multiprocessors,
                                    cudaDevAttrMultiProcessorCount, 0);
  if (most <= 0 || most > attributes.maxThreadsPerBlock)
    most = attributes.maxThreadsPerBlock;
  for (int threads = most / 32 * 32; status == cudaSuccess && threads > 0;
       threads -= 32) {
    int blocks = 0;
    status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, (const void*)kernel, threads, dynamic_shared);
    if (blocks * threads <= best) continue;
    best = blocks * threads;
    *block = threads;
    *grid = blocks * multiprocessors;
  }
  return status;
}

inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  return {width, height, depth};
}
