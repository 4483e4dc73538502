// SPDX-License-Identifier: Apache-2.0
// What can be asked of a kernel, and how many of its blocks fit.
#include <algorithm>
#include <cstdint>

#include "cudart/api/call.h"
#include "cudart/core/device.h"
#include "cudart/core/occupancy.h"

using namespace lockstep;
using namespace lockstep::cudart;

namespace {

int threads_of(const ptx::Function& function) {
  if (function.required_threads != 0)
    return static_cast<int>(function.required_threads);
  return function.max_threads != 0 ? static_cast<int>(function.max_threads)
                                   : device::max_threads_per_block;
}

/// How much more shared memory a launch may ask for.
int dynamic_shared_of(const Kernel& kernel, const ptx::Function& function) {
  const auto without_asking = static_cast<int>(device::shared_bytes_per_block) -
                              static_cast<int>(function.shared_bytes);
  return std::max(without_asking, static_cast<int>(kernel.max_dynamic_shared));
}

void fill(cudaFuncAttributes& attributes, const Kernel& kernel,
          const ptx::Function& function) {
  attributes = {};
  attributes.sharedSizeBytes = function.shared_bytes;
  attributes.localSizeBytes = function.local_bytes;
  attributes.maxThreadsPerBlock = threads_of(function);
  attributes.numRegs = occupancy::registers_per_thread;
  attributes.ptxVersion = static_cast<int>(kernel.image->ptx_architecture);
  attributes.binaryVersion = device::major * 10 + device::minor;
  attributes.maxDynamicSharedSizeBytes = dynamic_shared_of(kernel, function);
  attributes.preferredShmemCarveout = kernel.preferred_carveout;
}

void set(Kernel& kernel, const ptx::Function& function,
         cudaFuncAttribute attribute, int value) {
  switch (attribute) {
    case cudaFuncAttributeMaxDynamicSharedMemorySize: {
      const std::int64_t total =
          std::int64_t{value} + std::int64_t{function.shared_bytes};
      require(value >= 0 && total <= device::shared_bytes_per_block_opt_in);
      kernel.max_dynamic_shared = static_cast<std::uint32_t>(value);
      return;
    }
    case cudaFuncAttributePreferredSharedMemoryCarveout:
      require(value >= -1 && value <= 100);
      kernel.preferred_carveout = value;
      return;
    default:
      throw Failure(Error::not_supported, "unsupported",
                    "this attribute: there are no clusters of blocks");
  }
}

}  // namespace

extern "C" {

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes,
                                  const void* stub) {
  return LOCKSTEP_CALL {
    require(attributes != nullptr);
    const Kernel& kernel = s.registry.kernel(stub);
    fill(*attributes, kernel, s.registry.function(kernel));
  };
}

cudaError_t cudaFuncSetAttribute(const void* stub, cudaFuncAttribute attribute,
                                 int value) {
  return LOCKSTEP_CALL {
    Kernel& kernel = s.registry.kernel(stub);
    set(kernel, s.registry.function(kernel), attribute, value);
  };
}

cudaError_t cudaFuncSetCacheConfig(const void* stub, cudaFuncCache) {
  return LOCKSTEP_CALL { s.registry.kernel(stub); };
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, const void* stub, int threads, size_t dynamic_shared,
    unsigned) {
  return LOCKSTEP_CALL {
    require(blocks != nullptr && threads > 0);
    const ptx::Function& function =
        s.registry.function(s.registry.kernel(stub));
    *blocks = threads > threads_of(function)
                  ? 0
                  : occupancy::blocks_per_multiprocessor(
                        static_cast<std::uint32_t>(threads),
                        function.shared_bytes + dynamic_shared);
  };
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, const void* stub, int threads, size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, stub, threads, dynamic_shared, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes,
                                                      const void* stub,
                                                      int blocks, int threads) {
  return LOCKSTEP_CALL {
    require(bytes != nullptr && blocks > 0 && threads > 0);
    const ptx::Function& function =
        s.registry.function(s.registry.kernel(stub));
    *bytes = occupancy::dynamic_shared_bytes(static_cast<std::uint32_t>(blocks),
                                             function.shared_bytes);
  };
}

}  // extern "C"
