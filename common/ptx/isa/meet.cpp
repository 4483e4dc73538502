// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <bit>

#include "ptx/isa/collective.h"
#include "ptx/isa/lanes.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

using MemberMasks = std::array<LaneMask, warp_size>;

/// Copied: performing the operation may overwrite the registers.
MemberMasks read_members(const Warp& warp, const Operand& operand) {
  const Source<LaneMask> from(warp, operand);
  MemberMasks members;
  for_all_lanes([&](unsigned lane) { members[lane] = from[lane]; });
  return members;
}

/// Of a mask that is not empty.
unsigned lowest(LaneMask mask) {
  return static_cast<unsigned>(std::countr_zero(mask)) % warp_size;
}

/// Lanes of `mask` whose member mask is that of the first of them.
LaneMask with_same_members(const MemberMasks& members, LaneMask mask) {
  const LaneMask first = members[lowest(mask)];
  LaneMask same = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    if (members[lane] == first) same |= lane_bits[lane];
  }
  return same & mask;
}

}  // namespace

void meet(Warp& warp, const Instruction& instruction, const Operand& operand,
          LaneMask mask, Perform perform) {
  const MemberMasks members = read_members(warp, operand);
  const auto perform_now = [&](LaneMask lanes) {
    const Attendee everyone{&instruction, warp.pc, warp.frame, lanes};
    perform(warp, {&everyone, 1});
  };
  bool has_to_wait = false;
  for (LaneMask left = mask; left != 0;) {
    LaneMask group = with_same_members(members, left);
    left &= ~group;
    const LaneMask named = members[lowest(group)];
    if (const LaneMask outside = group & ~named; outside != 0) {
      warp.report_outside({&instruction, warp.pc, warp.frame, outside}, named);
      for_lanes(outside, [&](unsigned lane) { perform_now(lane_bits[lane]); });
      group &= named;
      if (group == 0) continue;
    }
    if ((named & warp.live()) == group) {
      warp.report_exited({&instruction, warp.pc, warp.frame, group}, named);
      perform_now(group);
    } else {
      warp.wait_for_warp(group, named, perform);
      has_to_wait = true;
    }
  }
  if (has_to_wait) warp.settle();
}

void notify_collective(Warp& warp, std::span<const Attendee> attendees,
                       bool orders_memory) {
  const Grid& grid = warp.grid();
  if (!grid.observers->any()) return;
  WarpBarrierEvent event;
  event.where = warp.place();
  event.instruction = attendees.front().instruction;
  event.pc = attendees.front().pc;
  for (const Attendee& who : attendees) event.mask |= who.lanes;
  event.orders_memory = orders_memory;
  grid.observers->notify(&Observer::warp_barrier, event);
}

}  // namespace lockstep::ptx
