// SPDX-License-Identifier: Apache-2.0
// Copies and fills of linear memory. A copy that is called asynchronous is
// done when it returns, which a stream allows.
#include "cudart/api/call.h"

using namespace lockstep::cudart;

namespace {

std::uint64_t symbol_address(Session& s, const void* symbol, size_t offset,
                             size_t bytes) {
  const DeviceVariable& variable = s.registry.variable(symbol);
  const DeviceAddress address = s.registry.address(variable);
  if (offset > variable.bytes || bytes > variable.bytes - offset) {
    throw Failure(Error::invalid_value, "copy out of bounds",
                  std::to_string(bytes) + " bytes from byte " +
                      std::to_string(offset) + " of " + variable.name +
                      ", which has " + std::to_string(variable.bytes));
  }
  return address + offset;
}

Direction to_symbol(cudaMemcpyKind kind) {
  require(kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ||
              kind == cudaMemcpyDefault,
          Error::invalid_direction);
  return direction_of(kind);
}

Direction from_symbol(cudaMemcpyKind kind) {
  require(kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ||
              kind == cudaMemcpyDefault,
          Error::invalid_direction);
  return direction_of(kind);
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes,
                       cudaMemcpyKind kind) {
  return LOCKSTEP_CALL {
    s.memory.copy(address_of(to), address_of(from), bytes, direction_of(kind));
  };
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
  return LOCKSTEP_CALL {
    const Direction direction = direction_of(kind);
    s.streams.enqueue(stream, NodeKind::copy, [=, &s] {
      s.memory.copy(address_of(to), address_of(from), bytes, direction);
    });
  };
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from,
                           int from_device, size_t bytes) {
  return LOCKSTEP_CALL {
    require(to_device == 0 && from_device == 0, Error::invalid_device);
    s.memory.copy(address_of(to), address_of(from), bytes,
                  Direction::device_to_device);
  };
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from,
                                int from_device, size_t bytes,
                                cudaStream_t stream) {
  return LOCKSTEP_CALL {
    require(to_device == 0 && from_device == 0, Error::invalid_device);
    s.streams.enqueue(stream, NodeKind::copy, [=, &s] {
      s.memory.copy(address_of(to), address_of(from), bytes,
                    Direction::device_to_device);
    });
  };
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from,
                         size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return LOCKSTEP_CALL {
    s.memory.copy_rows(address_of(to), to_pitch, address_of(from), from_pitch,
                       width, height, direction_of(kind));
  };
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from,
                              size_t from_pitch, size_t width, size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return LOCKSTEP_CALL {
    const Direction direction = direction_of(kind);
    s.streams.enqueue(stream, NodeKind::copy, [=, &s] {
      s.memory.copy_rows(address_of(to), to_pitch, address_of(from), from_pitch,
                         width, height, direction);
    });
  };
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* from,
                               size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  return LOCKSTEP_CALL {
    s.memory.copy(symbol_address(s, symbol, offset, bytes), address_of(from),
                  bytes, to_symbol(kind));
  };
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* from,
                                    size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  return LOCKSTEP_CALL {
    const Direction direction = to_symbol(kind);
    const std::uint64_t to = symbol_address(s, symbol, offset, bytes);
    s.streams.enqueue(stream, NodeKind::copy, [=, &s] {
      s.memory.copy(to, address_of(from), bytes, direction);
    });
  };
}

cudaError_t cudaMemcpyFromSymbol(void* to, const void* symbol, size_t bytes,
                                 size_t offset, cudaMemcpyKind kind) {
  return LOCKSTEP_CALL {
    s.memory.copy(address_of(to), symbol_address(s, symbol, offset, bytes),
                  bytes, from_symbol(kind));
  };
}

cudaError_t cudaMemcpyFromSymbolAsync(void* to, const void* symbol,
                                      size_t bytes, size_t offset,
                                      cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  return LOCKSTEP_CALL {
    const Direction direction = from_symbol(kind);
    const std::uint64_t from = symbol_address(s, symbol, offset, bytes);
    s.streams.enqueue(stream, NodeKind::copy, [=, &s] {
      s.memory.copy(address_of(to), from, bytes, direction);
    });
  };
}

cudaError_t cudaGetSymbolAddress(void** pointer, const void* symbol) {
  return LOCKSTEP_CALL {
    require(pointer != nullptr);
    *pointer = pointer_to(symbol_address(s, symbol, 0, 0));
  };
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
  return LOCKSTEP_CALL {
    require(bytes != nullptr);
    *bytes = s.registry.variable(symbol).bytes;
  };
}

cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  return LOCKSTEP_CALL { s.memory.fill(address_of(to), value, bytes); };
}

cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes,
                            cudaStream_t stream) {
  return LOCKSTEP_CALL {
    s.streams.enqueue(stream, NodeKind::fill,
                      [=, &s] { s.memory.fill(address_of(to), value, bytes); });
  };
}

cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width,
                         size_t height) {
  return LOCKSTEP_CALL {
    for (size_t row = 0; row < height; ++row)
      s.memory.fill(address_of(to) + row * pitch, value, width);
  };
}

cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width,
                              size_t height, cudaStream_t stream) {
  return LOCKSTEP_CALL {
    s.streams.enqueue(stream, NodeKind::fill, [=, &s] {
      for (size_t row = 0; row < height; ++row)
        s.memory.fill(address_of(to) + row * pitch, value, width);
    });
  };
}

}  // extern "C"
