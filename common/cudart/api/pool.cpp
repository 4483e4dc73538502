// SPDX-License-Identifier: Apache-2.0
// Memory pools: one, which holds nothing back. What programs set of it they
// get back, and it changes nothing.
#include <cstring>
#include <map>

#include "cudart/api/call.h"

using namespace lockstep::cudart;

namespace {

cudaMemPool_t the_pool() {
  return handle_as<cudaMemPool_t>(
      reinterpret_cast<Handle>(std::uintptr_t{0x600}));
}

void require_pool(cudaMemPool_t pool) {
  require(pool == the_pool(), Error::invalid_handle);
}

std::map<int, std::uint64_t>& attributes() {
  static std::map<int, std::uint64_t> values;
  return values;
}

/// The reuse flags are ints, all others 64 bits wide.
size_t bytes_of(cudaMemPoolAttr attribute) {
  return attribute <= cudaMemPoolReuseAllowInternalDependencies
             ? sizeof(int)
             : sizeof(std::uint64_t);
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int which) {
  return LOCKSTEP_CALL {
    require(pool != nullptr);
    require(which == 0, Error::invalid_device);
    *pool = the_pool();
  };
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int which) {
  return LOCKSTEP_CALL {
    require(pool != nullptr);
    require(which == 0, Error::invalid_device);
    *pool = the_pool();
  };
}

cudaError_t cudaDeviceSetMemPool(int which, cudaMemPool_t pool) {
  return LOCKSTEP_CALL {
    require(which == 0, Error::invalid_device);
    require_pool(pool);
  };
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps*) {
  return LOCKSTEP_CALL {
    require(pool != nullptr);
    *pool = the_pool();
  };
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return LOCKSTEP_CALL { require_pool(pool); };
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t) {
  return LOCKSTEP_CALL { require_pool(pool); };
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool,
                                    cudaMemPoolAttr attribute, void* value) {
  return LOCKSTEP_CALL {
    require_pool(pool);
    require(value != nullptr);
    std::memcpy(&attributes()[attribute], value, bytes_of(attribute));
  };
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool,
                                    cudaMemPoolAttr attribute, void* value) {
  return LOCKSTEP_CALL {
    require_pool(pool);
    require(value != nullptr);
    std::memcpy(value, &attributes()[attribute], bytes_of(attribute));
  };
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc*,
                                 size_t) {
  return LOCKSTEP_CALL { require_pool(pool); };
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, size_t bytes,
                                    cudaMemPool_t pool, cudaStream_t stream) {
  return LOCKSTEP_CALL {
    require(pointer != nullptr && bytes != 0);
    require_pool(pool);
    s.streams.get(stream);
    *pointer =
        pointer_to(s.memory.allocate(bytes, call.name, call.caller).address);
  };
}

}  // extern "C"
