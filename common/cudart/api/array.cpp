// SPDX-License-Identifier: Apache-2.0
// CUDA arrays, and copies between them and linear memory.
#include "cudart/api/call.h"

using namespace lockstep::cudart;

namespace {

cudaArray_t make(Session& s, const cudaChannelFormatDesc* format,
                 const cudaExtent& extent, unsigned flags, const Call& call) {
  require(format != nullptr);
  Array array;
  array.width = extent.width;
  array.height = extent.height;
  array.depth = extent.depth;
  array.bits[0] = format->x;
  array.bits[1] = format->y;
  array.bits[2] = format->z;
  array.bits[3] = format->w;
  array.format = format->f;
  array.flags = flags;
  return handle_as<cudaArray_t>(s.arrays.create(array, call.name, call.caller));
}

cudaChannelFormatDesc format_of(const Array& array) {
  return {array.bits[0], array.bits[1], array.bits[2], array.bits[3],
          static_cast<cudaChannelFormatKind>(array.format)};
}

void copy_to(Session& s, cudaArray_t to, size_t x, size_t y, const void* from,
             size_t pitch, size_t width, size_t height, Direction direction) {
  const Volume part = part_of(s.arrays.get(to), x, y, 0, width, height, 1);
  copy_volume(s.memory, part, {address_of(from), pitch, 0}, width, height, 1,
              direction);
}

void copy_from(Session& s, void* to, size_t pitch, cudaArray_const_t from,
               size_t x, size_t y, size_t width, size_t height,
               Direction direction) {
  const Volume part = part_of(s.arrays.get(from), x, y, 0, width, height, 1);
  copy_volume(s.memory, {address_of(to), pitch, 0}, part, width, height, 1,
              direction);
}

/// The older functions copy `bytes` in a row, over the ends of rows.
std::uint64_t from_offset(const Array& array, size_t x, size_t y,
                          size_t bytes) {
  require(x + y * array.pitch() + bytes <= array.bytes());
  return array.at(x, y, 0);
}

}  // namespace

extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaMallocArray(cudaArray_t* array,
                            const cudaChannelFormatDesc* format, size_t width,
                            size_t height, unsigned flags) {
  return LOCKSTEP_CALL {
    require(array != nullptr);
    *array = make(s, format, {width, height, 0}, flags, call);
  };
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array,
                              const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned flags) {
  return LOCKSTEP_CALL {
    require(array != nullptr);
    *array = make(s, format, extent, flags, call);
  };
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  return LOCKSTEP_CALL {
    if (array != nullptr) s.arrays.destroy(array);
  };
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format,
                               cudaArray_const_t array) {
  return LOCKSTEP_CALL {
    require(format != nullptr);
    *format = format_of(s.arrays.get(array));
  };
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent,
                             unsigned* flags, cudaArray_t array) {
  return LOCKSTEP_CALL {
    const Array& found = s.arrays.get(array);
    if (format != nullptr) *format = format_of(found);
    if (extent != nullptr) *extent = {found.width, found.height, found.depth};
    if (flags != nullptr) *flags = found.flags;
  };
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y,
                                const void* from, size_t pitch, size_t width,
                                size_t height, cudaMemcpyKind kind) {
  return LOCKSTEP_CALL {
    copy_to(s, to, x, y, from, pitch, width, height, direction_of(kind));
  };
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y,
                                     const void* from, size_t pitch,
                                     size_t width, size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream) {
  return LOCKSTEP_CALL {
    const Direction direction = direction_of(kind);
    s.streams.enqueue(stream, NodeKind::copy, [=, &s] {
      copy_to(s, to, x, y, from, pitch, width, height, direction);
    });
  };
}

cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch,
                                  cudaArray_const_t from, size_t x, size_t y,
                                  size_t width, size_t height,
                                  cudaMemcpyKind kind) {
  return LOCKSTEP_CALL {
    copy_from(s, to, pitch, from, x, y, width, height, direction_of(kind));
  };
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch,
                                       cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height,
                                       cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return LOCKSTEP_CALL {
    const Direction direction = direction_of(kind);
    s.streams.enqueue(stream, NodeKind::copy, [=, &s] {
      copy_from(s, to, pitch, from, x, y, width, height, direction);
    });
  };
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t from_x,
                                     size_t from_y, size_t width, size_t height,
                                     cudaMemcpyKind kind) {
  return LOCKSTEP_CALL {
    copy_volume(
        s.memory, part_of(s.arrays.get(to), to_x, to_y, 0, width, height, 1),
        part_of(s.arrays.get(from), from_x, from_y, 0, width, height, 1), width,
        height, 1, direction_of(kind));
  };
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y,
                              const void* from, size_t bytes,
                              cudaMemcpyKind kind) {
  return LOCKSTEP_CALL {
    s.memory.copy(from_offset(s.arrays.get(to), x, y, bytes), address_of(from),
                  bytes, direction_of(kind));
  };
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, size_t x,
                                size_t y, size_t bytes, cudaMemcpyKind kind) {
  return LOCKSTEP_CALL {
    s.memory.copy(address_of(to), from_offset(s.arrays.get(from), x, y, bytes),
                  bytes, direction_of(kind));
  };
}

}  // extern "C"
