// SPDX-License-Identifier: Apache-2.0
// The lanes of a warp's access.
#pragma once

#include <bit>

#include "ptx/observer/events.h"

namespace lockstep::ptx {

/// Calls `use(lane)` for each lane of the mask, lowest first.
template <class Use>
void for_each_lane(LaneMask mask, Use&& use) {
  for (; mask != 0; mask &= mask - 1)
    use(static_cast<unsigned>(std::countr_zero(mask)));
}

inline unsigned lane_count(LaneMask mask) {
  // Most masks are full, and counting bits is a call on plain x86-64.
  return mask == full_mask ? warp_size
                           : static_cast<unsigned>(std::popcount(mask));
}

inline unsigned lowest_lane(LaneMask mask) {
  return static_cast<unsigned>(std::countr_zero(mask));
}

inline bool is_write(AccessKind kind) { return kind != AccessKind::load; }
inline bool is_atomic(AccessKind kind) {
  return kind == AccessKind::atomic || kind == AccessKind::reduction;
}

}  // namespace lockstep::ptx
