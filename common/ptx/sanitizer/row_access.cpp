// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/row_access.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace lockstep::ptx {
namespace {

/// What a store writes to the cell at byte `offset` of the event's data.
std::uint32_t value_at(const MemoryEvent& event, std::uint64_t offset,
                       std::uint32_t cell_bytes) {
  std::uint32_t value = 0;
  if (offset + cell_bytes <= event.data.size())
    std::memcpy(&value, event.data.data() + offset, cell_bytes);
  return value;
}

}  // namespace

RowAccess contiguous_row(const AccessShadow::Row& row,
                         const MemoryEvent& event) {
  RowAccess access;
  access.row = row;
  const std::uint32_t cell_bytes = row.cell_bytes;
  const std::uint64_t begin = event.address[0];
  const std::uint64_t end = begin + std::uint64_t{event.bytes} * warp_size;
  const std::uint64_t row_end = row.address + std::uint64_t{32} * cell_bytes;
  const std::uint64_t from = std::max(begin, row.address);
  const std::uint64_t to = std::min(end, row_end);
  const auto first = static_cast<unsigned>((from - row.address) / cell_bytes);
  const auto count = static_cast<unsigned>((to - from) / cell_bytes);
  const auto skipped = static_cast<unsigned>((from - begin) / cell_bytes);
  const int shift = std::countr_zero(event.bytes / cell_bytes);
  access.cells = (full_mask >> (32 - count)) << first;
  for (unsigned cell = 0; cell < count; ++cell)
    access.lane_of[first + cell] =
        static_cast<std::uint8_t>((skipped + cell) >> shift);
  if (event.kind == AccessKind::store)
    for (unsigned cell = 0; cell < count; ++cell)
      access.values[first + cell] = value_at(
          event, std::uint64_t{skipped + cell} * cell_bytes, cell_bytes);
  return access;
}

RowAccess gathered_row(const AccessShadow::Row& row, const MemoryEvent& event,
                       LaneMask& lanes) {
  RowAccess access;
  access.row = row;
  const std::uint64_t row_bytes = std::uint64_t{32} * row.cell_bytes;
  for_each_lane(lanes, [&](unsigned lane) {
    const std::uint64_t offset = event.address[lane] - row.address;
    if (offset >= row_bytes) return;
    lanes &= ~(LaneMask{1} << lane);
    const auto first = static_cast<unsigned>(offset / row.cell_bytes);
    const unsigned count = std::min(event.bytes / row.cell_bytes, 32 - first);
    for (unsigned index = 0; index < count; ++index) {
      const unsigned cell = first + index;
      const std::uint32_t bit = 1u << cell;
      std::uint32_t value = 0;
      if (event.kind == AccessKind::store)
        value = value_at(event,
                         std::uint64_t{lane} * event.bytes +
                             std::uint64_t{index} * row.cell_bytes,
                         row.cell_bytes);
      if ((access.cells & bit) != 0) {
        access.crowded |= bit;
        if (value != access.values[cell]) access.disputed |= bit;
      }
      access.cells |= bit;
      access.lanes[cell] |= LaneMask{1} << lane;
      access.lane_of[cell] = static_cast<std::uint8_t>(lane);
      access.values[cell] = value;
    }
  });
  return access;
}

}  // namespace lockstep::ptx
