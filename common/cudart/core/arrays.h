// SPDX-License-Identifier: Apache-2.0
// CUDA arrays: images of elements in device memory, row after row, slice
// after slice. No sizes of 0 are kept: a line has one row, a plane one slice.
#pragma once

#include <cstdint>

#include "cudart/core/handles.h"
#include "cudart/core/memory.h"

namespace lockstep::cudart {

struct Array {
  std::uint64_t address = 0;
  std::uint64_t width = 0;   ///< in elements
  std::uint64_t height = 0;  ///< as it was asked for: 0 for a line
  std::uint64_t depth = 0;   ///< the same: 0 unless three dimensions
  int bits[4] = {};          ///< of each channel
  int format = 0;            ///< cudaChannelFormatKind
  unsigned flags = 0;

  std::uint64_t element_bytes() const {
    return static_cast<std::uint64_t>(bits[0] + bits[1] + bits[2] + bits[3]) /
           8;
  }
  std::uint64_t pitch() const { return width * element_bytes(); }
  std::uint64_t rows() const { return height == 0 ? 1 : height; }
  std::uint64_t slices() const { return depth == 0 ? 1 : depth; }
  std::uint64_t bytes() const { return pitch() * rows() * slices(); }
  std::uint64_t at(std::uint64_t x_bytes, std::uint64_t y,
                   std::uint64_t z) const {
    return address + (z * rows() + y) * pitch() + x_bytes;
  }
};

class Arrays {
 public:
  explicit Arrays(Memory& memory) : memory_(memory) {}

  /// Everything but the address is given.
  Handle create(Array array, const char* call, const void* caller);
  void destroy(Handle array);
  Array& get(Handle array) { return arrays_.get(array); }

 private:
  Memory& memory_;
  Handles<Array> arrays_{"array", 0x300};
};

/// One side of a copy in up to three dimensions.
struct Volume {
  std::uint64_t address = 0;
  std::uint64_t pitch = 0;  ///< bytes from row to row
  std::uint64_t slice = 0;  ///< bytes from slice to slice
};

/// Copies `slices` of `rows` of `row_bytes` bytes.
void copy_volume(Memory& memory, const Volume& to, const Volume& from,
                 std::uint64_t row_bytes, std::uint64_t rows,
                 std::uint64_t slices, Direction direction);

/// The part of an array from byte x of row y of slice z on, of this size.
/// Throws Failure where it does not lie inside.
Volume part_of(const Array& array, std::uint64_t x, std::uint64_t y,
               std::uint64_t z, std::uint64_t row_bytes, std::uint64_t rows,
               std::uint64_t slices);

}  // namespace lockstep::cudart
