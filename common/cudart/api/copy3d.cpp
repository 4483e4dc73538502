// SPDX-License-Identifier: Apache-2.0
#include "cudart/api/copy3d.h"

namespace lockstep::cudart {
namespace {

Volume side_of(Session& s, const cudaArray_t array, const cudaPos& position,
               const cudaPitchedPtr& pitched, std::uint64_t row_bytes,
               const cudaExtent& extent) {
  if (array != nullptr) {
    const Array& found = s.arrays.get(array);
    return part_of(found, position.x * found.element_bytes(), position.y,
                   position.z, row_bytes, extent.height, extent.depth);
  }
  require(pitched.ptr != nullptr);
  const std::uint64_t slice = pitched.pitch * pitched.ysize;
  return {address_of(pitched.ptr) + position.z * slice +
              position.y * pitched.pitch + position.x,
          pitched.pitch, slice};
}

}  // namespace

std::function<void()> prepared_copy(Session& s, const cudaMemcpy3DParms& p) {
  // With an array in it the width counts elements, else bytes.
  const cudaArray_t array = p.srcArray != nullptr ? p.srcArray : p.dstArray;
  const std::uint64_t row_bytes =
      p.extent.width *
      (array == nullptr ? 1 : s.arrays.get(array).element_bytes());
  const Volume from =
      side_of(s, p.srcArray, p.srcPos, p.srcPtr, row_bytes, p.extent);
  const Volume to =
      side_of(s, p.dstArray, p.dstPos, p.dstPtr, row_bytes, p.extent);
  const Direction direction = direction_of(p.kind);
  return [=, &s, extent = p.extent] {
    copy_volume(s.memory, to, from, row_bytes, extent.height, extent.depth,
                direction);
  };
}

std::function<void()> prepared_fill(Session& s, const cudaPitchedPtr& to,
                                    int value, const cudaExtent& extent) {
  return [=, &s] {
    const std::uint64_t slice = to.pitch * to.ysize;
    for (size_t z = 0; z < extent.depth; ++z)
      for (size_t y = 0; y < extent.height; ++y)
        s.memory.fill(address_of(to.ptr) + z * slice + y * to.pitch, value,
                      extent.width);
  };
}

}  // namespace lockstep::cudart

using namespace lockstep::cudart;

extern "C" {

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return LOCKSTEP_CALL {
    require(parameters != nullptr);
    prepared_copy(s, *parameters)();
  };
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters,
                              cudaStream_t stream) {
  return LOCKSTEP_CALL {
    require(parameters != nullptr);
    s.streams.enqueue(stream, NodeKind::copy, prepared_copy(s, *parameters));
  };
}

cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return LOCKSTEP_CALL { prepared_fill(s, to, value, extent)(); };
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return LOCKSTEP_CALL {
    s.streams.enqueue(stream, NodeKind::fill,
                      prepared_fill(s, to, value, extent));
  };
}

}  // extern "C"
