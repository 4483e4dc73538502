// SPDX-License-Identifier: Apache-2.0
// How the tests of ptx/ talk to a context: parameter buffers, typed copies.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "ptx/runtime/runtime.h"

namespace lockstep::ptx {

/// A kernel's parameter buffer, each value naturally aligned.
class Params {
 public:
  template <class T>
  Params& add(const T& value) {
    const std::size_t begin =
        (bytes_.size() + alignof(T) - 1) / alignof(T) * alignof(T);
    bytes_.resize(begin + sizeof(T));
    std::memcpy(bytes_.data() + begin, &value, sizeof(T));
    return *this;
  }
  operator std::span<const std::byte>() const { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

template <class T>
DeviceAddress upload(Context& context, const std::vector<T>& values,
                     const std::string& name) {
  const DeviceAddress address =
      context.allocate(values.size() * sizeof(T), name);
  context.copy_to_device(address, std::as_bytes(std::span(values)));
  return address;
}

template <class T>
std::vector<T> download(Context& context, DeviceAddress address,
                        std::size_t count) {
  std::vector<T> values(count);
  context.copy_from_device(std::as_writable_bytes(std::span(values)), address);
  return values;
}

}  // namespace lockstep::ptx
