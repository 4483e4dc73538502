// SPDX-License-Identifier: Apache-2.0
// Questions about pointers and functions, and advice that changes nothing.
#include <cstring>

#include "cudart/api/call.h"

using namespace lockstep;
using namespace lockstep::cudart;

namespace {

cudaMemoryType type_of(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::device:
    case MemoryKind::variable:
      return cudaMemoryTypeDevice;
    case MemoryKind::managed:
    case MemoryKind::managed_variable:
      return cudaMemoryTypeManaged;
    default:
      return cudaMemoryTypeHost;
  }
}

void require_managed(Session& s, const void* pointer, size_t bytes) {
  const Region* region = s.memory.find(address_of(pointer));
  require(region != nullptr && type_of(region->kind) == cudaMemoryTypeManaged &&
          bytes <= region->bytes - (address_of(pointer) - region->address));
}

}  // namespace

extern "C" {

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                     const void* pointer) {
  return LOCKSTEP_CALL {
    require(attributes != nullptr);
    *attributes = {};
    const Region* region = s.memory.find(address_of(pointer));
    attributes->type =
        region == nullptr ? cudaMemoryTypeUnregistered : type_of(region->kind);
    attributes->device = region == nullptr ? cudaInvalidDeviceId : 0;
    void* const same = const_cast<void*>(pointer);
    if (region == nullptr || region->is_for_host())
      attributes->hostPointer = same;
    if (region != nullptr) attributes->devicePointer = same;
  };
}

#if CUDART_VERSION >= 13000
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise,
                          cudaMemLocation) {
  return LOCKSTEP_CALL { require_managed(s, pointer, bytes); };
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes,
                                 cudaMemLocation, unsigned,
                                 cudaStream_t stream) {
  return LOCKSTEP_CALL {
    s.streams.get(stream);
    require_managed(s, pointer, bytes);
  };
}
#else
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise,
                          int) {
  return LOCKSTEP_CALL { require_managed(s, pointer, bytes); };
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int,
                                 cudaStream_t stream) {
  return LOCKSTEP_CALL {
    s.streams.get(stream);
    require_managed(s, pointer, bytes);
  };
}
#endif

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void*, size_t,
                                     unsigned) {
  return LOCKSTEP_CALL { s.streams.get(stream); };
}

#if CUDART_VERSION >= 12000
cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return LOCKSTEP_CALL {
    require(id != nullptr);
    s.streams.get(stream);
    *id = address_of(stream);
  };
}
#endif

cudaError_t cudaCtxResetPersistingL2Cache() { return LOCKSTEP_CALL{}; }

#if CUDART_VERSION >= 12000
cudaError_t cudaGetKernel(cudaKernel_t* kernel, const void* stub) {
  return LOCKSTEP_CALL {
    require(kernel != nullptr);
    s.registry.kernel(stub);
    *kernel = handle_as<cudaKernel_t>(stub);
  };
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* function, const void* stub) {
  return LOCKSTEP_CALL {
    require(function != nullptr);
    s.registry.kernel(stub);
    *function = handle_as<cudaFunction_t>(stub);
  };
}
#endif

#if CUDART_VERSION >= 12030
cudaError_t cudaFuncGetName(const char** name, const void* stub) {
  return LOCKSTEP_CALL {
    require(name != nullptr);
    *name = s.registry.kernel(stub).name.c_str();
  };
}
#endif

#if CUDART_VERSION >= 12040
cudaError_t cudaFuncGetParamInfo(const void* stub, size_t index, size_t* offset,
                                 size_t* bytes) {
  return LOCKSTEP_CALL {
    require(offset != nullptr);
    const auto& parameters =
        s.registry.function(s.registry.kernel(stub)).parameters;
    require(index < parameters.size());
    *offset = parameters[index].offset;
    if (bytes != nullptr) *bytes = parameters[index].bytes;
  };
}
#endif

}  // extern "C"
