// SPDX-License-Identifier: Apache-2.0
// The shape of a warp's access: most are a run of neighbouring elements,
// which observers can treat as one.
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

inline unsigned lowest_lane(LaneMask mask) {
  return static_cast<unsigned>(std::countr_zero(mask));
}

/// True if all 32 lanes take part and each begins where the one before ends.
inline bool is_unit_stride(const MemoryEvent& event) {
  if (event.mask != full_mask) return false;
  std::uint64_t difference = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    difference |= event.address[lane] ^
                  (event.address[0] + std::uint64_t{lane} * event.bytes);
  return difference == 0;
}

inline bool is_write(AccessKind kind) { return kind != AccessKind::load; }
inline bool is_atomic(AccessKind kind) {
  return kind == AccessKind::atomic || kind == AccessKind::reduction;
}

}  // namespace lockstep::ptx
