// SPDX-License-Identifier: Apache-2.0
// Launches. A kernel's handle is the address of its host stub.
#include "cudart/api/configuration.h"

using namespace lockstep;
using namespace lockstep::cudart;

namespace {

ptx::Dim3 shape_of(const dim3& size) { return {size.x, size.y, size.z}; }

LaunchShape shape_of(const dim3& grid, const dim3& block, size_t shared,
                     cudaStream_t stream) {
  return {shape_of(grid), shape_of(block), shared, stream, false};
}

}  // namespace

extern "C" {

cudaError_t cudaLaunchKernel(const void* function, dim3 grid, dim3 block,
                             void** arguments, size_t shared,
                             cudaStream_t stream) {
  return LOCKSTEP_CALL {
    name_launch(call);
    s.launch(s.registry.kernel(function), shape_of(grid, block, shared, stream),
             arguments, call.caller);
  };
}

#if CUDART_VERSION >= 12000
cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* stub) {
  *kernel = reinterpret_cast<cudaKernel_t>(const_cast<void*>(stub));
  return cudaSuccess;
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block,
                               void** arguments, size_t shared,
                               cudaStream_t stream) {
  return LOCKSTEP_CALL {
    name_launch(call);
    s.launch(s.registry.kernel(kernel), shape_of(grid, block, shared, stream),
             arguments, call.caller);
  };
}
#endif

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config,
                                const void* function, void** arguments) {
  return LOCKSTEP_CALL {
    name_launch(call);
    require(config != nullptr);
    LaunchShape shape = shape_of(config->gridDim, config->blockDim,
                                 config->dynamicSmemBytes, config->stream);
    for (unsigned i = 0; i < config->numAttrs; ++i) {
      const cudaLaunchAttribute& attribute = config->attrs[i];
      if (attribute.id == cudaLaunchAttributeCooperative)
        shape.is_cooperative = attribute.val.cooperative != 0;
      if (attribute.id == cudaLaunchAttributeClusterDimension &&
          attribute.val.clusterDim.x * attribute.val.clusterDim.y *
                  attribute.val.clusterDim.z >
              1)
        throw Failure(Error::not_supported, "unsupported",
                      "launches in clusters of blocks");
    }
    s.launch(s.registry.kernel(function), shape, arguments, call.caller);
  };
}

cudaError_t cudaLaunchCooperativeKernel(const void* function, dim3 grid,
                                        dim3 block, void** arguments,
                                        size_t shared, cudaStream_t stream) {
  return LOCKSTEP_CALL {
    name_launch(call);
    LaunchShape shape = shape_of(grid, block, shared, stream);
    shape.is_cooperative = true;
    s.launch(s.registry.kernel(function), shape, arguments, call.caller);
  };
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                               void* data) {
  return LOCKSTEP_CALL {
    require(function != nullptr);
    s.streams.enqueue(stream, NodeKind::host, [=] { function(data); });
  };
}

}  // extern "C"
