// SPDX-License-Identifier: Apache-2.0
// Allocation: device, pitched, managed, pinned, registered.
#include <algorithm>

#include "cudart/api/call.h"
#include "cudart/core/device.h"

using namespace lockstep;
using namespace lockstep::cudart;

namespace {

void require_no_capture(Session& s, cudaStream_t stream) {
  if (s.streams.get(stream).capture)
    throw Failure(Error::not_supported, "unsupported",
                  "allocations as nodes of a graph");
}

std::uint64_t pitch_for(std::uint64_t width) {
  constexpr std::uint64_t step = device::pitch_alignment;
  return (width + step - 1) / step * step;
}

/// Null for no bytes, as CUDA does.
void* allocate(Session& s, std::uint64_t bytes, const char* name,
               const void* caller) {
  if (bytes == 0) return nullptr;
  return pointer_to(s.memory.allocate(bytes, name, caller).address);
}

void* allocate_on_both(Session& s, std::uint64_t bytes, MemoryKind kind,
                       unsigned flags, const char* name, const void* caller) {
  if (bytes == 0) return nullptr;
  const Region& region = s.memory.allocate_on_both(bytes, kind, name, caller);
  s.memory.set_flags(region.address, flags);
  return pointer_to(region.address);
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, size_t bytes) {
  return LOCKSTEP_CALL {
    require(pointer != nullptr);
    *pointer = allocate(s, bytes, call.name, call.caller);
  };
}

cudaError_t cudaMallocAsync(void** pointer, size_t bytes, cudaStream_t stream) {
  return LOCKSTEP_CALL {
    require(pointer != nullptr);
    require_no_capture(s, stream);
    *pointer = allocate(s, bytes, call.name, call.caller);
  };
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width,
                            size_t height) {
  return LOCKSTEP_CALL {
    require(pointer != nullptr && pitch != nullptr);
    *pitch = pitch_for(width);
    *pointer = allocate(s, *pitch * height, call.name, call.caller);
  };
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pitched, cudaExtent extent) {
  return LOCKSTEP_CALL {
    require(pitched != nullptr);
    const std::uint64_t pitch = pitch_for(extent.width);
    *pitched = {allocate(s, pitch * extent.height * extent.depth, call.name,
                         call.caller),
                pitch, extent.width, extent.height};
  };
}

cudaError_t cudaMallocManaged(void** pointer, size_t bytes, unsigned flags) {
  return LOCKSTEP_CALL {
    require(pointer != nullptr && bytes != 0);
    require(flags == cudaMemAttachGlobal || flags == cudaMemAttachHost);
    *pointer = allocate_on_both(s, bytes, MemoryKind::managed, flags, call.name,
                                call.caller);
  };
}

cudaError_t cudaMallocHost(void** pointer, size_t bytes) {
  return LOCKSTEP_CALL {
    require(pointer != nullptr);
    *pointer = allocate_on_both(s, bytes, MemoryKind::pinned, 0, call.name,
                                call.caller);
  };
}

cudaError_t cudaHostAlloc(void** pointer, size_t bytes, unsigned flags) {
  return LOCKSTEP_CALL {
    require(pointer != nullptr);
    *pointer = allocate_on_both(s, bytes, MemoryKind::pinned, flags, call.name,
                                call.caller);
  };
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned flags) {
  return LOCKSTEP_CALL {
    require(pointer != nullptr && bytes != 0);
    const Region& region = s.memory.register_host(pointer, bytes, call.caller);
    s.memory.set_flags(region.address, flags);
  };
}

cudaError_t cudaHostUnregister(void* pointer) {
  return LOCKSTEP_CALL {
    s.memory.free(address_of(pointer), MemoryKind::registered);
  };
}

cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned) {
  return LOCKSTEP_CALL {
    const Region* region = s.memory.find(address_of(host));
    require(device != nullptr && region != nullptr && region->is_for_host());
    *device = host;
  };
}

cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  return LOCKSTEP_CALL {
    const Region* region = s.memory.find(address_of(host));
    require(flags != nullptr && region != nullptr && region->is_for_host());
    *flags = region->flags;
  };
}

cudaError_t cudaFree(void* pointer) {
  return LOCKSTEP_CALL {
    if (pointer != nullptr)
      s.memory.free(address_of(pointer), MemoryKind::device);
  };
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return LOCKSTEP_CALL {
    require_no_capture(s, stream);
    if (pointer != nullptr)
      s.memory.free(address_of(pointer), MemoryKind::device);
  };
}

cudaError_t cudaFreeHost(void* pointer) {
  return LOCKSTEP_CALL {
    if (pointer != nullptr)
      s.memory.free(address_of(pointer), MemoryKind::pinned);
  };
}

cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  return LOCKSTEP_CALL {
    require(free != nullptr && total != nullptr);
    *total = device::global_bytes;
    *free = device::global_bytes -
            std::min<std::uint64_t>(s.memory.used_bytes(), *total);
  };
}

}  // extern "C"
