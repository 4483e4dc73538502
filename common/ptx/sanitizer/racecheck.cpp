// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/racecheck.h"

#include <algorithm>
#include <bit>

#include "ptx/observer/lanes.h"

namespace lockstep::ptx {
namespace {

/// Could they be a race at all, if nothing orders them?
bool is_conflict(const AccessRecord& one, const AccessRecord& two) {
  if (!one.is_write && !two.is_write) return false;
  const bool one_block = one.moment.block == two.moment.block;
  const bool reach_each_other = one.is_strong && two.is_strong &&
                                (one_block || (one.is_wide && two.is_wide));
  if (!reach_each_other) return true;
  return (one.is_update && two.is_write) || (two.is_update && one.is_write);
}

/// Records of one launch; past it racecheck looks no further.
constexpr std::size_t most_records = std::size_t{1} << 22;

}  // namespace

void Racecheck::launch_begins(const LaunchEvent& event) {
  report_.begin(event);
  ordering_.begin_launch(event.grid.count(),
                         report_.program().has_block_scope());
  global_ = std::make_unique<AccessShadow>();
  shared_.clear();
  last_shared_ = nullptr;
}

void Racecheck::launch_ends(const LaunchEvent&) {
  ordering_.begin_launch(0, false);
  global_.reset();
  shared_.clear();
  last_shared_ = nullptr;
}

void Racecheck::block_begins(std::uint32_t block) {
  ordering_.begin_block(block);
}

void Racecheck::block_ends(std::uint32_t block) {
  ordering_.end_block(block);
  shared_.erase(block);
  last_shared_ = nullptr;
}

void Racecheck::block_arrival(const BlockArrivalEvent& event) {
  ordering_.block_arrival(event);
}

void Racecheck::block_barrier(const BlockBarrierEvent& event) {
  ordering_.block_barrier(event);
  if (!event.whole_block) return;
  // All that is in shared memory's shadow is now ordered before all to come.
  if (const auto found = shared_.find(event.block); found != shared_.end())
    found->second->clear();
}

void Racecheck::warp_barrier(const WarpBarrierEvent& event) {
  ordering_.warp_barrier(event);
}

void Racecheck::fence(const FenceEvent& event) { ordering_.fence(event); }

AccessShadow& Racecheck::shadow_of(const MemoryEvent& event) {
  if (event.space == Space::global) return *global_;
  if (last_shared_ == nullptr || last_block_ != event.where.block) {
    auto& shadow = shared_[event.where.block];
    if (!shadow) shadow = std::make_unique<AccessShadow>();
    last_shared_ = shadow.get();
    last_block_ = event.where.block;
  }
  return *last_shared_;
}

void Racecheck::memory(const MemoryEvent& event) {
  if (event.mask == 0 || !global_ ||
      (event.space != Space::global && event.space != Space::shared))
    return;
  AccessRecord access;
  const Ordering::Stamp stamp = ordering_.access(event);
  access.moment.clock = stamp.clock;
  access.moment.signal = stamp.signal;
  Ordering::Block& block = ordering_.block_of(event.where.block);
  access.moment.block = block.number;
  access.moment.epoch = block.epoch;
  access.moment.warp = event.where.warp;
  access.pc = event.pc;
  access.is_write = is_write(event.kind);
  Ordering::Warp& warp = Ordering::warp_of(block, event.where.warp);
  access.position = warp.position += access.is_write;
  access.is_atomic = is_atomic(event.kind);
  access.is_strong = is_strong(event);
  access.is_wide = is_wide(event);
  access.is_update = access.is_strong && report_.program().is_update(event.pc);
  AccessShadow& shadow = shadow_of(event);
  for_each_row(shadow, event, [&](const RowAccess& part) {
    access.cells = part.cells;
    access.lane_of = part.lane_of;
    meet_row({event, part, access, shadow, block, warp});
  });
}

void Racecheck::meet_row(const ArrivingAccess& now) {
  if (now.part.crowded != 0 && now.event.kind == AccessKind::store)
    report_collisions(now);
  RowHistory history(now, ordering_);
  std::uint32_t previous = 0;
  for (std::uint32_t record = *now.part.row.head; record != 0;) {
    const AccessRecord& then = now.shadow[record];
    const std::uint32_t next = then.next;
    const std::uint32_t both = then.cells & now.part.cells;
    if (both != 0 && is_conflict(then, now.access)) check(now, then, both);
    if (history.drops(record))
      now.shadow.remove(now.part.row, previous, record);
    else
      previous = record;
    record = next;
  }
  if (ordering_.gave_up())
    report_.give_up(TooMuch::releases);
  else if (now.shadow.size() >= most_records)
    report_.give_up(TooMuch::accesses);
  else if (!history.remember())
    report_.give_up(TooMuch::accesses_of_row);
}

void Racecheck::check(const ArrivingAccess& now, const AccessRecord& then,
                      std::uint32_t cells) {
  const Moment& moment = then.moment;
  const bool one_block = moment.block == now.block.number;
  if (one_block && moment.epoch < now.block.epoch) return;
  if (one_block && moment.warp == now.event.where.warp &&
      moment.clock <= now.warp.synced)
    return;
  if (!one_block && !then.is_write && ordering_.is_over(now.block, moment))
    return;
  std::uint32_t racing = 0;
  LanePair pair;
  for_each_lane(cells, [&](unsigned cell) {
    if (find_race(now, then, cell, pair)) racing |= 1u << cell;
  });
  if (racing == 0) return;
  const std::uint32_t same = cells_with_same_value(now, then, racing);
  for (const bool is_same : {false, true}) {
    const std::uint32_t part = is_same ? racing & same : racing & ~same;
    if (part == 0) continue;
    const unsigned cell = lowest_lane(part);
    find_race(now, then, cell, pair);
    report(now, then, cell, pair, is_same,
           static_cast<unsigned>(std::popcount(part)));
  }
}

bool Racecheck::find_race(const ArrivingAccess& now, const AccessRecord& then,
                          unsigned cell, LanePair& pair) {
  const LaneMask mine = now.part.lanes_of(cell);
  const LaneMask theirs = now.shadow.lanes_of(then, cell);
  const std::uint32_t warp = now.event.where.warp;
  const bool one_warp =
      then.moment.block == now.block.number && then.moment.warp == warp;
  for (LaneMask left = mine; left != 0; left &= left - 1)
    for (LaneMask other = theirs; other != 0; other &= other - 1) {
      pair = {lowest_lane(left), lowest_lane(other)};
      if (one_warp && pair.now == pair.then) continue;
      if (!ordering_.is_ordered(now.block, warp, pair.now, then.moment,
                                pair.then))
        return true;
    }
  return false;
}

std::uint32_t Racecheck::cells_with_same_value(const ArrivingAccess& now,
                                               const AccessRecord& then,
                                               std::uint32_t cells) const {
  // Two updates that wrote the same are one that was lost.
  if (now.event.kind != AccessKind::store || then.values == 0 ||
      now.access.is_update || then.is_update)
    return 0;
  const CellWords& values = now.shadow.words(then.values);
  std::uint32_t same = 0;
  for_each_lane(cells & then.valued & ~now.part.disputed, [&](unsigned cell) {
    if (values[cell] == now.part.values[cell]) same |= 1u << cell;
  });
  return same;
}

void Racecheck::report(const ArrivingAccess& now, const AccessRecord& then,
                       unsigned cell, LanePair pair, bool same_value,
                       std::uint64_t count) {
  const MemoryEvent& event = now.event;
  RacingCell where;
  where.space = event.space;
  where.address =
      now.part.row.address + std::uint64_t{cell} * now.part.row.cell_bytes;
  // The first byte of the element of this access that holds the cell.
  where.address -=
      (where.address - event.address[pair.now]) % event.element_bytes;
  where.element_bytes = event.element_bytes;
  where.allocation = event.allocation[pair.now];
  where.same_value = same_value;
  report_.add({now.access, pair.now}, {then, pair.then}, where, count);
}

void Racecheck::report_collisions(const ArrivingAccess& now) {
  for_each_lane(now.part.crowded, [&](unsigned cell) {
    const LaneMask lanes = now.part.lanes[cell];
    const LanePair pair{lowest_lane(lanes), lowest_lane(lanes & (lanes - 1))};
    const bool same =
        !now.access.is_update && (now.part.disputed >> cell & 1) == 0;
    report(now, now.access, cell, pair, same, 1);
  });
}

}  // namespace lockstep::ptx
