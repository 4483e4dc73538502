// SPDX-License-Identifier: Apache-2.0
// What alloca takes: a stack a lane, beside the local variables of frames. A
// lane that returns from a function gives back what it took there.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ptx/machine/frame.h"
#include "ptx/module/instruction.h"

namespace lockstep::ptx {

struct AllocaStack {
  static constexpr std::uint64_t base = 512 * 1024;  ///< local address
  static constexpr std::uint64_t bytes = 64 * 1024;  ///< of each lane

  std::array<std::uint32_t, warp_size> used{};
  std::vector<std::byte> memory;  ///< lane after lane

  /// [address, address + size) of the local space; null if it is not here.
  LaneBytes at(std::uint64_t address, std::uint64_t size) {
    const std::uint64_t offset = address - base;
    if (memory.empty() || offset > bytes || size > bytes - offset) return {};
    return {memory.data() + offset, bytes};
  }
};

}  // namespace lockstep::ptx
