// SPDX-License-Identifier: Apache-2.0
// Memory that the host and kernels use at one address: managed and pinned.
// Addresses are the same in every run, and none is ever used twice, so that
// use after free is caught on both sides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

namespace lockstep::cudart {

class HostArena {
 public:
  HostArena() = default;
  ~HostArena();
  HostArena(const HostArena&) = delete;
  HostArena& operator=(const HostArena&) = delete;

  static bool contains(std::uint64_t address) {
    return address - first_address < all_bytes;
  }

  /// Zeros. Empty where the system gives no memory.
  std::span<std::byte> allocate(std::uint64_t bytes);
  /// Requires the start of an allocation that has not been freed.
  void free(std::byte* begin);

 private:
  static constexpr std::uint64_t first_address = 0x7500'0000'0000;
  static constexpr std::uint64_t all_bytes = 0x0100'0000'0000;

  std::uint64_t next_ = first_address;
  std::map<std::byte*, std::uint64_t> mapped_;  ///< bytes by start
};

}  // namespace lockstep::cudart
