// SPDX-License-Identifier: Apache-2.0
// The device's properties and attributes: what core/device.h says. What is
// not listed is 0: a feature that is not there, or a size nobody asks for.
#include <algorithm>
#include <cstring>
#include <utility>

#include "cudart/api/call.h"
#include "cudart/core/device.h"

using namespace lockstep::cudart;

namespace {

constexpr std::pair<cudaDeviceAttr, int> attributes[] = {
    {cudaDevAttrMaxThreadsPerBlock, device::max_threads_per_block},
    {cudaDevAttrMaxBlockDimX, device::max_block.x},
    {cudaDevAttrMaxBlockDimY, device::max_block.y},
    {cudaDevAttrMaxBlockDimZ, device::max_block.z},
    {cudaDevAttrMaxGridDimX, device::max_grid.x},
    {cudaDevAttrMaxGridDimY, device::max_grid.y},
    {cudaDevAttrMaxGridDimZ, device::max_grid.z},
    {cudaDevAttrMaxSharedMemoryPerBlock, device::shared_bytes_per_block},
    {cudaDevAttrTotalConstantMemory, device::constant_bytes},
    {cudaDevAttrWarpSize, 32},
    {cudaDevAttrMaxPitch, 0x7fffffff},
    {cudaDevAttrMaxRegistersPerBlock, device::registers_per_block},
    {cudaDevAttrClockRate, device::clock_khz},
    {cudaDevAttrTextureAlignment, device::pitch_alignment},
    {cudaDevAttrTexturePitchAlignment, 32},
    {cudaDevAttrGpuOverlap, 1},
    {cudaDevAttrMultiProcessorCount, device::multiprocessors},
    {cudaDevAttrCanMapHostMemory, 1},
    {cudaDevAttrMaxTexture1DWidth, device::max_texture_width},
    {cudaDevAttrMaxTexture2DWidth, device::max_texture_width},
    {cudaDevAttrMaxTexture2DHeight, device::max_texture_height},
    {cudaDevAttrMaxTexture3DWidth, device::max_texture_3d},
    {cudaDevAttrMaxTexture3DHeight, device::max_texture_3d},
    {cudaDevAttrMaxTexture3DDepth, device::max_texture_3d},
    {cudaDevAttrMaxTexture2DLayeredWidth, device::max_texture_layered},
    {cudaDevAttrMaxTexture2DLayeredHeight, device::max_texture_layered},
    {cudaDevAttrMaxTexture2DLayeredLayers, 2048},
    {cudaDevAttrSurfaceAlignment, device::pitch_alignment},
    {cudaDevAttrConcurrentKernels, 1},
    {cudaDevAttrMemoryClockRate, device::clock_khz},
    {cudaDevAttrGlobalMemoryBusWidth, device::bus_bits},
    {cudaDevAttrL2CacheSize, device::l2_bytes},
    {cudaDevAttrMaxThreadsPerMultiProcessor,
     device::max_threads_per_multiprocessor},
    {cudaDevAttrAsyncEngineCount, 2},
    {cudaDevAttrUnifiedAddressing, 1},
    {cudaDevAttrComputeCapabilityMajor, device::major},
    {cudaDevAttrComputeCapabilityMinor, device::minor},
    {cudaDevAttrStreamPrioritiesSupported, 1},
    {cudaDevAttrGlobalL1CacheSupported, 1},
    {cudaDevAttrLocalL1CacheSupported, 1},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor,
     device::shared_bytes_per_multiprocessor},
    {cudaDevAttrMaxRegistersPerMultiprocessor, device::registers_per_block},
    {cudaDevAttrManagedMemory, 1},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio, 2},
    {cudaDevAttrConcurrentManagedAccess, 1},
    {cudaDevAttrComputePreemptionSupported, 1},
    {cudaDevAttrCanUseHostPointerForRegisteredMem, 1},
    {cudaDevAttrCooperativeLaunch, 1},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin,
     device::shared_bytes_per_block_opt_in},
    {cudaDevAttrHostRegisterSupported, 1},
    {cudaDevAttrDirectManagedMemAccessFromHost, 1},
    {cudaDevAttrMaxBlocksPerMultiprocessor,
     device::max_blocks_per_multiprocessor},
    {cudaDevAttrReservedSharedMemoryPerBlock, device::reserved_shared_bytes},
    {cudaDevAttrMemoryPoolsSupported, 1},
};

int attribute(int number) {
  const auto* found =
      std::find_if(std::begin(attributes), std::end(attributes),
                   [&](const auto& entry) { return entry.first == number; });
  return found == std::end(attributes) ? 0 : found->second;
}

void fill_limits(cudaDeviceProp& properties) {
  properties.totalGlobalMem = device::global_bytes;
  properties.sharedMemPerBlock = device::shared_bytes_per_block;
  properties.regsPerBlock = device::registers_per_block;
  properties.warpSize = 32;
  properties.memPitch = 0x7fffffff;
  properties.maxThreadsPerBlock = device::max_threads_per_block;
  properties.maxThreadsDim[0] = device::max_block.x;
  properties.maxThreadsDim[1] = device::max_block.y;
  properties.maxThreadsDim[2] = device::max_block.z;
  properties.maxGridSize[0] = device::max_grid.x;
  properties.maxGridSize[1] = device::max_grid.y;
  properties.maxGridSize[2] = device::max_grid.z;
  properties.totalConstMem = device::constant_bytes;
  properties.multiProcessorCount = device::multiprocessors;
  properties.l2CacheSize = device::l2_bytes;
  properties.memoryBusWidth = device::bus_bits;
  properties.maxThreadsPerMultiProcessor =
      device::max_threads_per_multiprocessor;
  properties.maxBlocksPerMultiProcessor = device::max_blocks_per_multiprocessor;
  properties.sharedMemPerMultiprocessor =
      device::shared_bytes_per_multiprocessor;
  properties.sharedMemPerBlockOptin = device::shared_bytes_per_block_opt_in;
  properties.reservedSharedMemPerBlock = device::reserved_shared_bytes;
  properties.regsPerMultiprocessor = device::registers_per_block;
}

void fill_textures(cudaDeviceProp& properties) {
  properties.textureAlignment = device::pitch_alignment;
  properties.texturePitchAlignment = 32;
  properties.surfaceAlignment = device::pitch_alignment;
  properties.maxTexture1D = device::max_texture_width;
  properties.maxTexture2D[0] = device::max_texture_width;
  properties.maxTexture2D[1] = device::max_texture_height;
  properties.maxTexture2DLayered[0] = device::max_texture_layered;
  properties.maxTexture2DLayered[1] = device::max_texture_layered;
  properties.maxTexture2DLayered[2] = 2048;
  for (int& side : properties.maxTexture3D) side = device::max_texture_3d;
}

void fill_features(cudaDeviceProp& properties) {
  properties.canMapHostMemory = 1;
  properties.concurrentKernels = 1;
  properties.asyncEngineCount = 2;
  properties.unifiedAddressing = 1;
  properties.streamPrioritiesSupported = 1;
  properties.globalL1CacheSupported = 1;
  properties.localL1CacheSupported = 1;
  properties.managedMemory = 1;
  properties.concurrentManagedAccess = 1;
  properties.computePreemptionSupported = 1;
  properties.canUseHostPointerForRegisteredMem = 1;
  properties.cooperativeLaunch = 1;
  properties.directManagedMemAccessFromHost = 1;
#if CUDART_VERSION >= 12000
  properties.hostRegisterSupported = 1;
  properties.memoryPoolsSupported = 1;
#endif
#if CUDART_VERSION < 13000
  properties.clockRate = device::clock_khz;
  properties.memoryClockRate = device::clock_khz;
  properties.deviceOverlap = 1;
  properties.singleToDoublePrecisionPerfRatio = 2;
#endif
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr number,
                                   int which) {
  return LOCKSTEP_CALL {
    require(value != nullptr);
    require(which == 0, Error::invalid_device);
    *value = attribute(number);
  };
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int which) {
  return LOCKSTEP_CALL {
    require(properties != nullptr);
    require(which == 0, Error::invalid_device);
    *properties = {};
    std::strcpy(properties->name, device::name);
    properties->major = device::major;
    properties->minor = device::minor;
    fill_limits(*properties);
    fill_textures(*properties);
    fill_features(*properties);
  };
}

}  // extern "C"
