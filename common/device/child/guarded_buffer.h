// SPDX-License-Identifier: Apache-2.0
// One buffer of a job in a GPU's memory, at its exact size between two guard
// zones whose pattern shows afterwards what was written past either end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "device/child/driver_handles.h"
#include "device/child/trusted_module.h"
#include "device/device.h"

namespace lockstep {

inline constexpr std::size_t guard_bytes = 4096;
inline constexpr std::byte guard_byte{0x5a};

class GuardedBuffer {
 public:
  GuardedBuffer(const driver::Api& api, const Buffer& buffer);

  /// Of the first byte; 256-byte aligned.
  driver::Address address() const { return memory_.address() + guard_bytes; }
  /// What repetition `repetition` starts with.
  void prepare(TrustedModule& trusted, unsigned repetition);
  std::vector<std::byte> read() const;
  /// "the kernel wrote 12 bytes past the end of block_sums …"; empty when
  /// both guards are whole.
  std::string damage() const;

 private:
  std::vector<std::byte> read(driver::Address from, std::size_t bytes) const;

  const driver::Api* api_;
  const Buffer* buffer_;
  driver::Memory memory_;
};

}  // namespace lockstep
