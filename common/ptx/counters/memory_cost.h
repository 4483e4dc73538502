// SPDX-License-Identifier: Apache-2.0
// What one warp's access costs the memory system, as measured on an H200.
#pragma once

#include <cstdint>

#include "ptx/observer/events.h"

namespace lockstep::ptx {

/// Distinct 32-byte sectors that the active lanes of a global access touch.
std::uint32_t sector_count(const MemoryEvent& event);

struct SharedCost {
  /// Passes through the 32 banks of 4 bytes: for each group of lanes (a warp;
  /// a half for 8-byte, a quarter for 16-byte accesses) the most distinct
  /// words that one bank must serve.
  std::uint32_t wavefronts = 0;
  /// The least that any addresses would take: one for each group in use.
  std::uint32_t least = 0;
};

SharedCost shared_cost(const MemoryEvent& event);

/// How many lanes go through the banks together, by what each accesses.
unsigned group_lanes(std::uint32_t bytes);

}  // namespace lockstep::ptx
