// SPDX-License-Identifier: Apache-2.0
// One activation of a function, a warp wide: registers, the param area and
// the local variables of 32 lanes. Lanes that make the same call share one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ptx/module/module.h"

namespace lockstep::ptx {

/// Registers are read 64 bytes at a time.
struct alignas(64) RegisterLine {
  std::byte bytes[64];
};

/// Memory of which every lane has its own copy.
struct LaneBytes {
  std::byte* first = nullptr;  ///< of lane 0; null: there is none
  std::uint64_t stride = 0;

  std::byte* of(unsigned lane) const {
    return first == nullptr ? nullptr : first + lane * stride;
  }
};

struct Frame {
  const Function* function = nullptr;
  Frame* caller = nullptr;         ///< null in a kernel's own frame
  const CallSite* site = nullptr;  ///< of the call that made it
  std::uint32_t return_pc = 0;
  std::uint32_t depth = 0;
  LaneMask lanes = 0;            ///< that have entered and not left
  std::uint64_t local_base = 0;  ///< local address of its variables
  bool locals_written = false;   ///< since this activation began
  LaneMask stack_lanes = 0;      ///< that took memory by alloca in here
  /// How much those had taken before (AllocaStack::used).
  std::unique_ptr<std::array<std::uint32_t, warp_size>> stack_marks;

  std::vector<RegisterLine> registers;
  std::vector<std::byte> params;  ///< lane after lane
  std::vector<std::byte> locals;  ///< lane after lane, empty until used

  std::byte* register_base() { return registers.front().bytes; }
  /// [offset, offset + bytes) of the param area.
  LaneBytes param(std::uint64_t offset, std::uint64_t bytes) {
    const std::uint64_t size = function->frame_param_bytes;
    if (offset > size || bytes > size - offset) return {};
    return {params.data() + offset, size};
  }
  std::byte* params_of(unsigned lane) {
    return params.data() + std::size_t{lane} * function->frame_param_bytes;
  }
};

}  // namespace lockstep::ptx
