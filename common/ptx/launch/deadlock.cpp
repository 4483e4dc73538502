// SPDX-License-Identifier: Apache-2.0
#include "ptx/launch/deadlock.h"

#include <fmt/format.h>

#include <bit>

#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

constexpr std::size_t max_lines = 8;

/// "thread 7" or "threads 0..15", of the block.
std::string threads_of(const Warp& warp, LaneMask mask) {
  const unsigned base = warp.number() * warp_size;
  const auto first = base + static_cast<unsigned>(std::countr_zero(mask));
  const auto last = base + 31 - static_cast<unsigned>(std::countl_zero(mask));
  const auto count = static_cast<unsigned>(std::popcount(mask));
  if (count == 1) return fmt::format("thread {}", first);
  if (count == last - first + 1) {
    return fmt::format("threads {}..{}", first, last);
  }
  return fmt::format("{} threads of {}..{}", count, first, last);
}

const Instruction& at(const Grid& grid, std::uint32_t pc) {
  return grid.module->code[pc];
}

/// Lanes of the group's own warp that it waits for.
LaneMask awaited_lanes(const Cta& cta, const Warp& warp, const Group& group) {
  if (group.wait == Group::Wait::block) {
    return warp.live() & ~cta.barrier(group.barrier).arrived[warp.number()];
  }
  LaneMask present = 0;
  for (const Group& other : warp.groups()) {
    const bool takes_part = other.wait == Group::Wait::warp &&
                            other.members == group.members &&
                            other.perform == group.perform;
    if (takes_part) present |= other.mask;
  }
  return group.members & warp.live() & ~present;
}

const Instruction* place_among(const Grid& grid, const Warp& warp,
                               LaneMask lanes) {
  for (const Group& group : warp.groups()) {
    if ((group.mask & lanes) != 0) return &at(grid, group.pc);
  }
  return (warp.active & lanes) != 0 ? &at(grid, warp.pc) : nullptr;
}

/// Where one of those is that the group waits for.
const Instruction* place_of_awaited(const Cta& cta, const Warp& warp,
                                    const Group& group) {
  const Grid& grid = cta.grid();
  const LaneMask own = awaited_lanes(cta, warp, group);
  if (own != 0 || group.wait == Group::Wait::warp) {
    return place_among(grid, warp, own);
  }
  const Barrier& barrier = cta.barrier(group.barrier);
  for (const auto& other : cta.warps()) {
    const LaneMask missing = other->live() & ~barrier.arrived[other->number()];
    if (missing != 0) return place_among(grid, *other, missing);
  }
  return nullptr;
}

std::string reason(const Cta& cta, const Warp& warp, const Group& group) {
  if (group.wait == Group::Wait::warp) {
    const LaneMask awaited = awaited_lanes(cta, warp, group);
    return awaited == 0 ? "waits"
                        : fmt::format(
                              "waits for {}, which its mask 0x{:08x} "
                              "names",
                              threads_of(warp, awaited), group.members);
  }
  const Barrier& barrier = cta.barrier(group.barrier);
  const std::uint64_t expected =
      barrier.expected != 0 ? barrier.expected : cta.live_threads();
  return fmt::format("waits at barrier {} with {} of {} threads", group.barrier,
                     barrier.arrived_count, expected);
}

SyncMisuse kind_of(const Warp& warp, const Group& group) {
  if (group.wait != Group::Wait::warp) return SyncMisuse::deadlock;
  for (const Group& other : warp.groups()) {
    if (other.wait == Group::Wait::warp && other.perform == group.perform &&
        other.members != group.members) {
      return SyncMisuse::mask_mismatch;
    }
  }
  return SyncMisuse::deadlock;
}

void report(const Cta& cta, const Warp& warp, const Group& group,
            const std::string& detail) {
  SyncMisuseEvent event;
  event.kind = kind_of(warp, group);
  event.where = warp.place();
  event.instruction = &at(cta.grid(), group.pc);
  event.pc = group.pc;
  event.mask = group.mask;
  event.expected = awaited_lanes(cta, warp, group);
  event.other = place_of_awaited(cta, warp, group);
  event.detail = detail;
  cta.grid().observers->notify(&Observer::sync_misuse, event);
}

[[noreturn]] void stop(Cta& cta, const Instruction& first,
                       const std::string& message) {
  cta.grid().note(LaunchStatus::deadlock, first, message);
  throw LaunchStop(LaunchStatus::deadlock, message);
}

}  // namespace

void report_deadlock(Cta& cta) {
  const Grid& grid = cta.grid();
  std::string message =
      fmt::format("deadlock: no thread of block {} can go on", cta.block());
  const Instruction* first = nullptr;
  std::size_t lines = 0;
  for (const auto& warp : cta.warps()) {
    for (const Group& group : warp->groups()) {
      const Instruction& here = at(grid, group.pc);
      if (first == nullptr) first = &here;
      const std::string line =
          fmt::format("{} at {} {}", threads_of(*warp, group.mask),
                      grid.describe(here), reason(cta, *warp, group));
      report(cta, *warp, group, line);
      if (++lines <= max_lines) message += "; " + line;
    }
  }
  if (lines > max_lines) {
    message += fmt::format("; and {} more groups", lines - max_lines);
  }
  stop(cta, first != nullptr ? *first : at(grid, grid.kernel->begin), message);
}

void report_livelock(Cta& cta) {
  Grid& grid = cta.grid();
  const Instruction* first = nullptr;
  std::string message;
  for (const auto& warp : cta.warps()) {
    const std::uint32_t pc = warp->active != 0 || warp->groups().empty()
                                 ? warp->pc
                                 : warp->groups()[0].pc;
    const LaneMask mask = warp->live();
    if (mask == 0) continue;
    SyncMisuseEvent event;
    event.kind = SyncMisuse::livelock;
    event.where = warp->place();
    event.instruction = &at(grid, pc);
    event.pc = pc;
    event.mask = mask;
    event.detail =
        fmt::format("{} near {} polls memory that no thread changes any more",
                    threads_of(*warp, mask), grid.describe(at(grid, pc)));
    grid.observers->notify(&Observer::sync_misuse, event);
    if (first != nullptr) continue;
    first = event.instruction;
    message =
        fmt::format("livelock in block {}: {}", cta.block(), event.detail);
  }
  stop(cta, first != nullptr ? *first : at(grid, grid.kernel->begin), message);
}

}  // namespace lockstep::ptx
