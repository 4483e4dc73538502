// SPDX-License-Identifier: Apache-2.0
// One small part of CUDA's runtime after another. Each check that fails
// prints its line; the exit code counts them.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

int failures = 0;
#define CHECK(claim) \
  if (!(claim)) ++failures, std::printf("line %d: %s\n", __LINE__, #claim)
#define OK(call) CHECK((call) == cudaSuccess)

__managed__ int total = 40;
__device__ int values[4] = {1, 2, 3, 4};

__global__ void add(int* to, int value) { to[threadIdx.x] += value; }
__global__ void add_total(int value) { total += value; }
__global__ void scale(int factor) { values[threadIdx.x] *= factor; }
__global__ void sum_dynamic(int* to) {
  extern __shared__ int tile[];
  for (int i = threadIdx.x; i < 16384; i += blockDim.x) tile[i] = 1;
  __syncthreads();
  if (threadIdx.x != 0) return;
  int sum = 0;
  for (int i = 0; i < 16384; ++i) sum += tile[i];
  *to = sum;
}
__global__ void __launch_bounds__(64) bounded(int*) {}

void memory() {
  int *pinned, *both, host[32];
  OK(cudaMallocHost(&pinned, sizeof host));
  OK(cudaMallocManaged(&both, sizeof host));
  for (int i = 0; i < 32; ++i) pinned[i] = both[i] = i;
  add<<<1, 32>>>(pinned, 1);
  add<<<1, 32>>>(both, 2);
  OK(cudaDeviceSynchronize());
  CHECK(pinned[31] == 32 && both[31] == 33);
  cudaPointerAttributes about;
  OK(cudaPointerGetAttributes(&about, both));
  CHECK(about.type == cudaMemoryTypeManaged && about.devicePointer == both);
  OK(cudaPointerGetAttributes(&about, host));
  CHECK(about.type == cudaMemoryTypeUnregistered);
  size_t pitch;
  char* rows;
  OK(cudaMallocPitch(&rows, &pitch, 10, 3));
  CHECK(pitch >= 10);
  OK(cudaMemset2D(rows, pitch, 7, 10, 3));
  char back[30] = {};
  OK(cudaMemcpy2D(back, 10, rows, pitch, 10, 3, cudaMemcpyDeviceToHost));
  CHECK(back[0] == 7 && back[29] == 7);
  OK(cudaFreeHost(pinned));
  OK(cudaFree(both));
  OK(cudaFree(rows));
}

void symbols() {
  int host[4];
  scale<<<1, 4>>>(10);
  OK(cudaMemcpyFromSymbol(host, values, sizeof host));
  CHECK(host[0] == 10 && host[3] == 40);
  size_t bytes;
  OK(cudaGetSymbolSize(&bytes, values));
  CHECK(bytes == sizeof host);
  total += 1;
  add_total<<<1, 1>>>(1);
  OK(cudaDeviceSynchronize());
  CHECK(total == 42);
}

void arrays() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  OK(cudaMallocArray(&array, &format, 8, 4));
  float in[32], out[32] = {};
  for (int i = 0; i < 32; ++i) in[i] = i;
  OK(cudaMemcpy2DToArray(array, 0, 0, in, 32, 32, 4, cudaMemcpyHostToDevice));
  cudaMemcpy3DParms copy = {};
  copy.srcArray = array;
  copy.srcPos = make_cudaPos(1, 1, 0);
  copy.dstPtr = make_cudaPitchedPtr(out, 8, 2, 2);
  copy.extent = make_cudaExtent(2, 2, 1);
  copy.kind = cudaMemcpyDeviceToHost;
  OK(cudaMemcpy3D(&copy));
  CHECK(out[0] == 9 && out[1] == 10 && out[2] == 17 && out[3] == 18);
  OK(cudaFreeArray(array));
}

__global__ void look(cudaTextureObject_t texture, float* to) {
  to[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 1.5f);
}

void textures() {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  OK(cudaMallocArray(&array, &format, 4, 2));
  const float in[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  OK(cudaMemcpy2DToArray(array, 0, 0, in, 16, 16, 2, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  cudaTextureObject_t texture;
  OK(cudaCreateTextureObject(&texture, &resource, &how, nullptr));
  float* to;
  OK(cudaMallocManaged(&to, 8 * sizeof(float)));
  look<<<1, 8>>>(texture, to);
  OK(cudaDeviceSynchronize());
  CHECK(to[0] == 5 && to[3] == 8 && to[7] == 8);
  OK(cudaDestroyTextureObject(texture));
  OK(cudaFree(to));
  OK(cudaFreeArray(array));
}

void add_one(void* to) { ++*static_cast<int*>(to); }

void streams_and_graphs() {
  int *device, host = 0, called = 0;
  OK(cudaMalloc(&device, sizeof(int)));
  cudaStream_t stream, other;
  cudaEvent_t begin, end;
  OK(cudaStreamCreate(&stream));
  OK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  OK(cudaEventCreate(&begin));
  OK(cudaEventCreate(&end));
  OK(cudaEventRecord(begin, stream));
  OK(cudaMemsetAsync(device, 0, sizeof(int), stream));
  OK(cudaEventRecord(end, stream));
  OK(cudaStreamSynchronize(stream));
  float time = -1;
  OK(cudaEventElapsedTime(&time, begin, end));
  CHECK(time >= 0);

  cudaGraph_t graph;
  cudaGraphExec_t runnable;
  OK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add<<<1, 1, 0, stream>>>(device, 5);
  OK(cudaEventRecord(begin, stream));
  OK(cudaStreamWaitEvent(other, begin, 0));
  OK(cudaLaunchHostFunc(other, add_one, &called));
  OK(cudaEventRecord(end, other));
  OK(cudaStreamWaitEvent(stream, end, 0));
  OK(cudaMemcpyAsync(&host, device, sizeof host, cudaMemcpyDeviceToHost,
                     stream));
  OK(cudaStreamEndCapture(stream, &graph));
  CHECK(host == 0 && called == 0);
  size_t count = 0;
  OK(cudaGraphGetNodes(graph, nullptr, &count));
  CHECK(count == 3);
#if CUDART_VERSION >= 12000
  OK(cudaGraphInstantiate(&runnable, graph, 0));
#else
  OK(cudaGraphInstantiate(&runnable, graph, nullptr, nullptr, 0));
#endif
  for (int i = 0; i < 3; ++i) OK(cudaGraphLaunch(runnable, stream));
  OK(cudaStreamSynchronize(stream));
  CHECK(host == 15 && called == 3);

  cudaGraph_t made;
  cudaGraphNode_t first, second;
  OK(cudaGraphCreate(&made, 0));
  int value = 100;
  void* arguments[] = {&device, &value};
  cudaKernelNodeParams kernel = {};
  kernel.func = reinterpret_cast<void*>(add);
  kernel.gridDim = kernel.blockDim = dim3(1);
  kernel.kernelParams = arguments;
  OK(cudaGraphAddKernelNode(&first, made, nullptr, 0, &kernel));
  OK(cudaGraphAddMemcpyNode1D(&second, made, &first, 1, &host, device,
                              sizeof host, cudaMemcpyDeviceToHost));
  cudaGraphExec_t again;
  OK(cudaGraphInstantiateWithFlags(&again, made, 0));
  OK(cudaGraphLaunch(again, stream));
  CHECK(host == 115);
  OK(cudaGraphExecDestroy(again));
  OK(cudaGraphExecDestroy(runnable));
  OK(cudaGraphDestroy(made));
  OK(cudaGraphDestroy(graph));
  OK(cudaEventDestroy(begin));
  OK(cudaEventDestroy(end));
  OK(cudaStreamDestroy(stream));
  OK(cudaStreamDestroy(other));
  OK(cudaFree(device));
}

void functions() {
  cudaFuncAttributes about;
  OK(cudaFuncGetAttributes(&about, bounded));
  CHECK(about.maxThreadsPerBlock == 64 && about.ptxVersion == 80);
  int blocks = 0, least = 0, threads = 0;
  OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 256, 0));
  CHECK(blocks == 8);
  OK(cudaOccupancyMaxPotentialBlockSize(&least, &threads, bounded));
  CHECK(threads == 64);
  cudaDeviceProp device;
  OK(cudaGetDeviceProperties(&device, 0));
  CHECK(device.warpSize == 32 && device.major == 8);
}

void errors() {
  int* to;
  OK(cudaMalloc(&to, 64));
  sum_dynamic<<<1, 32, 65536>>>(to);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaSuccess);
  OK(cudaFuncSetAttribute(sum_dynamic,
                          cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  sum_dynamic<<<1, 32, 65536>>>(to);
  OK(cudaGetLastError());
  int sum = 0;
  OK(cudaMemcpy(&sum, to, sizeof sum, cudaMemcpyDeviceToHost));
  CHECK(sum == 16384);
  OK(cudaFree(to));
  add<<<1, 1025>>>(nullptr, 1);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  CHECK(cudaSetDevice(1) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(std::strcmp(cudaGetErrorName(cudaErrorInvalidValue),
                    "cudaErrorInvalidValue") == 0);
}

int main() {
  memory();
  symbols();
  arrays();
  textures();
  streams_and_graphs();
  functions();
  errors();
  std::puts(failures == 0 ? "right" : "wrong");
  return failures;
}
