// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/arrays.h"

#include <fmt/format.h>

#include "cudart/core/error.h"

namespace lockstep::cudart {

Handle Arrays::create(Array array, const char* call, const void* caller) {
  const std::uint64_t size = array.element_bytes();
  if (array.width == 0 || size == 0 || size > 16)
    throw Failure(Error::invalid_value);
  array.address = memory_.allocate(array.bytes(), call, caller).address;
  return arrays_.add(array);
}

void Arrays::destroy(Handle array) {
  memory_.free(arrays_.get(array).address, MemoryKind::device);
  arrays_.remove(array);
}

void copy_volume(Memory& memory, const Volume& to, const Volume& from,
                 std::uint64_t row_bytes, std::uint64_t rows,
                 std::uint64_t slices, Direction direction) {
  for (std::uint64_t z = 0; z < slices; ++z)
    memory.copy_rows(to.address + z * to.slice, to.pitch,
                     from.address + z * from.slice, from.pitch, row_bytes, rows,
                     direction);
}

Volume part_of(const Array& array, std::uint64_t x, std::uint64_t y,
               std::uint64_t z, std::uint64_t row_bytes, std::uint64_t rows,
               std::uint64_t slices) {
  if (x > array.pitch() || row_bytes > array.pitch() - x || y > array.rows() ||
      rows > array.rows() - y || z > array.slices() ||
      slices > array.slices() - z) {
    throw Failure(
        Error::invalid_value, "copy out of bounds",
        fmt::format("{} slices of {} rows of {} bytes from ({}, {}, "
                    "{}) do not lie in an array of {} by {} by {} "
                    "elements of {} bytes",
                    slices, rows, row_bytes, x, y, z, array.width, array.rows(),
                    array.slices(), array.element_bytes()));
  }
  return {array.at(x, y, z), array.pitch(), array.pitch() * array.rows()};
}

}  // namespace lockstep::cudart
