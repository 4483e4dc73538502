// SPDX-License-Identifier: Apache-2.0
// Cuts one warp's access into the rows of an AccessShadow.
#pragma once

#include <cstdint>

#include "ptx/observer/lanes.h"
#include "ptx/sanitizer/access_shadow.h"

namespace lockstep::ptx {

/// What the lanes of one access do to one row.
struct RowAccess {
  AccessShadow::Row row;
  std::uint32_t cells = 0;
  /// Cells that several lanes access.
  std::uint32_t crowded = 0;
  /// The lane of a cell; the highest one of several.
  std::array<std::uint8_t, 32> lane_of{};
  /// All lanes of a cell; filled if any cell is crowded.
  std::array<LaneMask, 32> lanes{};
  CellWords values{};  ///< by `lane_of`; filled for stores
  /// Cells that several lanes of a store write with different values.
  std::uint32_t disputed = 0;

  LaneMask lanes_of(unsigned cell) const {
    return crowded != 0 ? lanes[cell] : LaneMask{1} << lane_of[cell];
  }
};

/// Calls `use(RowAccess&)` for each row, in the order of the lowest lane.
template <class Use>
void for_each_row(AccessShadow& shadow, const MemoryEvent& event, Use&& use);

/// The rows of a unit-stride access of words or larger elements.
RowAccess contiguous_row(const AccessShadow::Row& row,
                         const MemoryEvent& event);
/// The row of the lowest lane in `lanes`; takes those that it covers away.
RowAccess gathered_row(const AccessShadow::Row& row, const MemoryEvent& event,
                       LaneMask& lanes);

template <class Use>
void for_each_row(AccessShadow& shadow, const MemoryEvent& event, Use&& use) {
  const bool by_byte = event.bytes < 4;
  if (!by_byte && event.is_run) {
    const std::uint64_t end =
        event.address[0] + std::uint64_t{event.bytes} * warp_size;
    for (std::uint64_t at = event.address[0]; at < end;) {
      RowAccess access = contiguous_row(shadow.row(at, false), event);
      at = access.row.address + std::uint64_t{32} * access.row.cell_bytes;
      use(access);
    }
    return;
  }
  for (LaneMask lanes = event.mask; lanes != 0;) {
    const auto lane = lowest_lane(lanes);
    RowAccess access =
        gathered_row(shadow.row(event.address[lane], by_byte), event, lanes);
    use(access);
  }
}

}  // namespace lockstep::ptx
