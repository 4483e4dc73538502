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

bool is_same_moment(const Moment& one, const Moment& two) {
  return one.block == two.block && one.epoch == two.epoch &&
         one.warp == two.warp && one.clock == two.clock;
}

}  // namespace

void Racecheck::launch_begins(const LaunchEvent& event) {
  report_.begin(event);
  ordering_.begin_launch();
  global_ = std::make_unique<AccessShadow>();
  shared_.clear();
  last_shared_ = nullptr;
}

void Racecheck::launch_ends(const LaunchEvent&) {
  ordering_.begin_launch();
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
  access.moment.clock = ordering_.access(event);
  Ordering::Block& block = ordering_.block_of(event.where.block);
  access.moment.block = block.number;
  access.moment.epoch = block.epoch;
  access.moment.warp = event.where.warp;
  access.pc = event.pc;
  access.is_write = is_write(event.kind);
  std::uint32_t& writes = Ordering::warp_of(block, event.where.warp).position;
  access.position = writes += access.is_write;
  access.is_atomic = is_atomic(event.kind);
  access.is_strong = is_strong(event);
  access.is_wide = is_wide(event);
  access.is_update = access.is_strong && report_.program().is_update(event.pc);
  AccessShadow& shadow = shadow_of(event);
  for_each_row(shadow, event, [&](const RowAccess& part) {
    access.cells = part.cells;
    access.lane_of = part.lane_of;
    meet_row({event, part, access, shadow, block, 0});
  });
}

void Racecheck::meet_row(Now now) {
  if (now.part.crowded != 0 && now.event.kind == AccessKind::store)
    report_collisions(now);
  Representatives representatives;
  std::uint32_t mergeable = 0, previous = 0;
  for (std::uint32_t record = *now.part.row.head; record != 0;) {
    AccessRecord& then = now.shadow[record];
    const std::uint32_t next = then.next;
    if (const std::uint32_t both = then.cells & now.part.cells; both != 0) {
      if (is_conflict(then, now.access)) check(now, then, both);
      then.cells &= ~superseded(now, then, both, representatives);
      if (then.cells == 0) {
        now.shadow.remove(now.part.row, previous, record);
        record = next;
        continue;
      }
    }
    if (can_merge(now, then)) mergeable = record;
    previous = record;
    record = next;
  }
  remember(now, now.part.cells & ~now.repeats, mergeable);
  remember(now, now.part.cells & now.repeats, 0);
}

bool Racecheck::can_merge(const Now& now, const AccessRecord& then) {
  if (then.pc != now.access.pc || then.lanes != 0 || then.is_repeat ||
      (then.cells & now.part.cells) != 0)
    return false;
  // Loops over global memory would fill it with records of one cell.
  const bool same_position =
      now.event.space == Space::global || then.position == now.access.position;
  return same_position && is_same_moment(then.moment, now.access.moment);
}

void Racecheck::check(const Now& now, const AccessRecord& then,
                      std::uint32_t cells) {
  const Moment& moment = then.moment;
  const bool one_block = moment.block == now.block.number;
  if (one_block && moment.epoch < now.block.epoch) return;
  const Ordering::Warp& warp =
      Ordering::warp_of(now.block, now.event.where.warp);
  if (one_block && moment.warp == now.event.where.warp &&
      moment.clock <= warp.synced)
    return;
  std::uint32_t racing = 0;
  LanePair example, pair;
  for_each_lane(cells, [&](unsigned cell) {
    if (!find_race(now, then, cell, pair)) return;
    if (racing == 0) example = pair;
    racing |= 1u << cell;
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

bool Racecheck::find_race(const Now& now, const AccessRecord& then,
                          unsigned cell, LanePair& pair) {
  const LaneMask mine = now.lanes_of(cell), theirs = then.lanes_of(cell);
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

std::uint32_t Racecheck::cells_with_same_value(const Now& now,
                                               const AccessRecord& then,
                                               std::uint32_t cells) const {
  // Two updates that wrote the same are one that was lost.
  if (now.event.kind != AccessKind::store || then.values == 0 ||
      now.access.is_update || then.is_update)
    return 0;
  const CellValues& values = now.shadow.values(then.values);
  std::uint32_t same = 0;
  for_each_lane(cells & ~now.part.disputed, [&](unsigned cell) {
    if (values[cell] == now.part.values[cell]) same |= 1u << cell;
  });
  return same;
}

void Racecheck::report(const Now& now, const AccessRecord& then, unsigned cell,
                       LanePair pair, bool same_value, std::uint64_t count) {
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

void Racecheck::report_collisions(const Now& now) {
  for_each_lane(now.part.crowded, [&](unsigned cell) {
    const LaneMask lanes = now.part.lanes[cell];
    const LanePair pair{lowest_lane(lanes), lowest_lane(lanes & (lanes - 1))};
    const bool same =
        !now.access.is_update && (now.part.disputed >> cell & 1) == 0;
    report(now, now.access, cell, pair, same, 1);
  });
}

std::uint32_t Racecheck::superseded(Now& now, const AccessRecord& then,
                                    std::uint32_t cells,
                                    Representatives& representatives) {
  if (then.pc != now.access.pc) return 0;
  const Moment& moment = then.moment;
  if (moment.block == now.block.number) {
    if (moment.epoch < now.block.epoch) return cells;
    if (moment.warp != now.event.where.warp) return 0;
    std::uint32_t again = 0;
    for_each_lane(cells, [&](unsigned cell) {
      if ((then.lanes_of(cell) & ~now.lanes_of(cell)) == 0) again |= 1u << cell;
    });
    if (then.is_repeat) return again;
    now.repeats |= again;
    return 0;
  }
  const Ordering::Block* other = ordering_.find(moment.block);
  if (other != nullptr && moment.epoch == other->epoch) return 0;
  for (unsigned index = 0; index < 2; ++index) {
    std::uint32_t& seen = representatives.cells[index];
    if (seen != 0 && representatives.block[index] != moment.block) continue;
    const std::uint32_t known = seen & cells;
    representatives.block[index] = moment.block;
    seen |= cells;
    return known;
  }
  return cells & representatives.cells[0] & representatives.cells[1];
}

void Racecheck::remember(const Now& now, std::uint32_t cells,
                         std::uint32_t mergeable) {
  if (cells == 0) return;
  if (now.part.crowded != 0) return remember_crowded(now, cells);
  if (mergeable == 0) {
    AccessRecord access = now.access;
    access.cells = cells;
    access.is_repeat = (cells & now.repeats) != 0;
    now.shadow.insert(
        now.part.row, access,
        now.event.kind == AccessKind::store ? &now.part.values : nullptr);
    return;
  }
  AccessRecord& merged = now.shadow[mergeable];
  for_each_lane(cells, [&](unsigned cell) {
    merged.lane_of[cell] = now.part.lane_of[cell];
    if (merged.values != 0)
      now.shadow.values(merged.values)[cell] = now.part.values[cell];
  });
  merged.cells |= cells;
}

void Racecheck::remember_crowded(const Now& now, std::uint32_t cells) {
  const std::uint32_t disputed = now.part.disputed;
  while (cells != 0) {
    // One record for all cells with the same lanes and agreed values.
    const unsigned first = lowest_lane(cells);
    AccessRecord access = now.access;
    access.cells = 0;
    access.lanes = now.part.lanes[first];
    access.is_repeat = (now.repeats >> first & 1) != 0;
    for_each_lane(cells, [&](unsigned cell) {
      if (now.part.lanes[cell] == access.lanes &&
          (disputed >> cell & 1) == (disputed >> first & 1))
        access.cells |= 1u << cell;
    });
    cells &= ~access.cells;
    const bool has_values =
        now.event.kind == AccessKind::store && (disputed >> first & 1) == 0;
    now.shadow.insert(now.part.row, access,
                      has_values ? &now.part.values : nullptr);
  }
}

}  // namespace lockstep::ptx
