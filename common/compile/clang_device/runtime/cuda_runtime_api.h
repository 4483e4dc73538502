// SPDX-License-Identifier: Apache-2.0
// The functions of CUDA's runtime that Lockstep's stand-in has, for host code.
// clang reads it after the prelude; the stand-in itself, which is no CUDA
// code, is compiled against it by the host's compiler.
#pragma once

#include "array_types.h"
#include "graph_types.h"
#include "types.h"
#include "vector_types.h"

#ifdef __cplusplus
#define LOCKSTEP_OR(value) = value
#else
#error the CUDA runtime is used from C++ here
#endif

struct cudaLaunchConfig_t {
  dim3 gridDim, blockDim;
  size_t dynamicSmemBytes;
  cudaStream_t stream;
  cudaLaunchAttribute* attrs;
  unsigned int numAttrs;
};

extern "C" {

// Errors and versions
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaDriverGetVersion(int* version);
cudaError_t cudaRuntimeGetVersion(int* version);

// The device
cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaGetDevice(int* which);
cudaError_t cudaSetDevice(int which);
cudaError_t cudaInitDevice(int which, unsigned int device_flags,
                           unsigned int flags);
cudaError_t cudaSetValidDevices(int* devices, int count);
cudaError_t cudaChooseDevice(int* which, const cudaDeviceProp* wanted);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaGetDeviceFlags(unsigned int* flags);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr number,
                                   int which);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int which);
cudaError_t cudaDeviceReset();
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value);
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit);
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config);
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int which);
cudaError_t cudaDeviceGetByPCIBusId(int* which, const char* text);
cudaError_t cudaDeviceCanAccessPeer(int* can, int which, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();

// Memory
cudaError_t cudaMalloc(void** pointer, size_t bytes);
cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream);
cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width,
                            size_t height);
cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent);
cudaError_t cudaMallocManaged(void** pointer, size_t bytes,
                              unsigned int flags LOCKSTEP_OR(1));
cudaError_t cudaMallocHost(void** pointer, size_t bytes);
cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned int flags);
cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned int flags);
cudaError_t cudaHostUnregister(void* pointer);
cudaError_t cudaHostGetDevicePointer(void** device, void* host,
                                     unsigned int flags);
cudaError_t cudaHostGetFlags(unsigned int* flags, void* host);
cudaError_t cudaFree(void* pointer);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes);

// Copies
cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes,
                       cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes,
                            cudaMemcpyKind kind,
                            cudaStream_t stream LOCKSTEP_OR(0));
cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from,
                           int from_device, size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from,
                                int from_device, size_t bytes,
                                cudaStream_t stream LOCKSTEP_OR(0));
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from,
                         size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from,
                              size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind,
                              cudaStream_t stream LOCKSTEP_OR(0));
cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from,
                               size_t bytes, size_t offset LOCKSTEP_OR(0),
                               cudaMemcpyKind kind
                                   LOCKSTEP_OR(cudaMemcpyHostToDevice));
cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from,
                                    size_t bytes, size_t offset,
                                    cudaMemcpyKind kind,
                                    cudaStream_t stream LOCKSTEP_OR(0));
cudaError_t cudaMemcpyFromSymbol(
    void* to, const void* symbol, size_t bytes, size_t offset LOCKSTEP_OR(0),
    cudaMemcpyKind kind LOCKSTEP_OR(cudaMemcpyDeviceToHost));
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol,
                                      size_t bytes, size_t offset,
                                      cudaMemcpyKind kind,
                                      cudaStream_t stream LOCKSTEP_OR(0));
cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol);
cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol);
cudaError_t cudaMemset(void* to, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes,
                            cudaStream_t stream LOCKSTEP_OR(0));
cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width,
                         size_t height);
cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width,
                              size_t height,
                              cudaStream_t stream LOCKSTEP_OR(0));

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters);
cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                     const void* pointer);
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes,
                          cudaMemoryAdvise advice, cudaMemLocation location);
cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes,
                                 cudaMemLocation location, unsigned int flags,
                                 cudaStream_t stream LOCKSTEP_OR(0));

// Graphs
cudaError_t cudaStreamBeginCapture(cudaStream_t stream,
                                   cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  cudaStreamCaptureStatus* status);
cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t* runnable, cudaGraph_t graph,
                                 unsigned long long flags LOCKSTEP_OR(0));
cudaError_t cudaGraphLaunch(cudaGraphExec_t runnable, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t runnable);
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* after, size_t count,
                                   const cudaKernelNodeParams* parameters);

// Streams and events
cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream,
                                         unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                unsigned int flags LOCKSTEP_OR(0));
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags);
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority);
cudaError_t cudaStreamAddCallback(cudaStream_t stream,
                                  cudaStreamCallback_t callback, void* data,
                                  unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void* data);
cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event,
                            cudaStream_t stream LOCKSTEP_OR(0));
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event,
                                     cudaStream_t stream LOCKSTEP_OR(0),
                                     unsigned int flags LOCKSTEP_OR(0));
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t begin,
                                 cudaEvent_t end);

// Kernels
cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block,
                             void** arguments, size_t shared,
                             cudaStream_t stream);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config,
                                const void* function, void** arguments);
cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid,
                                        dim3 block, void** arguments,
                                        size_t shared, cudaStream_t stream);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes,
                                  const void* function);
cudaError_t cudaFuncSetAttribute(const void* function,
                                 cudaFuncAttribute attribute, int value);
cudaError_t cudaFuncSetCacheConfig(const void* function, cudaFuncCache config);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, const void* function, int threads, size_t dynamic_shared);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* function, int threads, size_t dynamic_shared,
    unsigned int flags);
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes,
                                                      const void* function,
                                                      int blocks, int threads);

// What a launch in the source becomes.
unsigned int __cudaPushCallConfiguration(dim3 grid, dim3 block,
                                         size_t shared LOCKSTEP_OR(0),
                                         void* stream LOCKSTEP_OR(0));
#ifdef __CUDA__
// The same for older toolkits, which clang takes ours for in a submission.
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0,
                              cudaStream_t stream = 0);
#endif
cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, size_t* shared,
                                       void* stream);

}  // extern "C"
#undef LOCKSTEP_OR
