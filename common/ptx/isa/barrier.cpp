// SPDX-License-Identifier: Apache-2.0
// bar and barrier (manual, 9.7.13.1, 2): of a block, and of a warp's lanes.
#include <fmt/format.h>

#include <bit>

#include "ptx/isa/binders.h"
#include "ptx/isa/collective.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/cta.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

using Kind = Modifiers::Barrier;

void finish_population(Warp& warp, const Attendee& who,
                       const BarrierResult& result) {
  warp.look_at(who.frame);
  write<u32>(warp, who.instruction->d, who.lanes,
             [&](unsigned) { return result.population; });
}
void finish_all(Warp& warp, const Attendee& who, const BarrierResult& result) {
  warp.look_at(who.frame);
  write_predicate(warp, who.instruction->d, who.lanes,
                  result.all ? full_mask : 0);
}
void finish_any(Warp& warp, const Attendee& who, const BarrierResult& result) {
  warp.look_at(who.frame);
  write_predicate(warp, who.instruction->d, who.lanes,
                  result.any ? full_mask : 0);
}

Finish finish_of(const Instruction& i) {
  if (i.modifiers.barrier != Kind::red) return nullptr;
  switch (i.modifiers.combine) {
    case Combine::op_and:
      return &finish_all;
    case Combine::op_or:
      return &finish_any;
    default:
      return &finish_population;
  }
}

void check(Warp& warp, const Instruction& i, u32 barrier, u32 expected) {
  if (barrier >= barrier_count) {
    warp.stop(LaunchStatus::trap, i,
              fmt::format("{}: barrier number {} is not below {}",
                          warp.grid().describe(i), barrier, barrier_count));
  }
  if (expected % warp_size != 0) {
    warp.stop(LaunchStatus::trap, i,
              fmt::format("{}: a barrier of {} threads; the number must be a "
                          "multiple of {}",
                          warp.grid().describe(i), expected, warp_size));
  }
}

/// All lanes of `mask` name the same barrier and count.
void arrive(Warp& warp, const Instruction& i, LaneMask mask, u32 barrier,
            u32 expected) {
  check(warp, i, barrier, expected);
  if (i.modifiers.barrier != Kind::arrive) {
    warp.wait_for_block(mask, barrier, finish_of(i));
  } else if (warp.grid().observers->any()) {
    warp.grid().observers->notify(
        &Observer::block_arrival,
        BlockArrivalEvent{warp.place(), &i, warp.pc, mask, barrier});
  }
  warp.cta().arrive(warp, {&i, warp.pc, barrier, expected, mask,
                           i.z ? warp.predicate(i.z) : 0});
}

u32 value_of(Warp& warp, const Operand& operand, unsigned lane) {
  return operand ? Source<u32>(warp, operand)[lane] : 0;
}

void block_barrier(Warp& warp, const Instruction& i, LaneMask mask) {
  if (i.a.base == Operand::Base::constants && !i.b) {
    return arrive(warp, i, mask, value_of(warp, i.a, 0), 0);
  }
  const Source<u32> number(warp, i.a);
  while (mask != 0) {
    const auto first = static_cast<unsigned>(std::countr_zero(mask));
    LaneMask same = 0;
    for_lanes(mask, [&](unsigned lane) {
      if (number[lane] == number[first]) same |= lane_bits[lane];
    });
    mask &= ~same;
    arrive(warp, i, same, number[first], value_of(warp, i.b, first));
  }
}

void perform_warp_barrier(Warp& warp, std::span<const Attendee> attendees) {
  notify_collective(warp, attendees, true);
}

void warp_barrier(Warp& warp, const Instruction& i, LaneMask mask) {
  meet(warp, i, i.a, mask, &perform_warp_barrier);
}

Handler bind_barrier_kind(const Instruction& i) {
  switch (i.modifiers.barrier) {
    case Kind::sync:
      return &block_barrier;
    case Kind::red:
      return &block_barrier;
    case Kind::arrive:
      return i.b ? &block_barrier : nullptr;
    case Kind::warp_sync:
      return &warp_barrier;
    case Kind::none:
      break;
  }
  return nullptr;
}

}  // namespace

/// bar{.cta}.sync a{, b};  bar.red, bar.arrive;  bar.warp.sync membermask;
/// (9.7.13.1, 2)
Handler bind_bar(const Instruction& i) { return bind_barrier_kind(i); }
/// barrier{.cta}.sync{.aligned} a{, b};  (9.7.13.1)
Handler bind_barrier(const Instruction& i) { return bind_barrier_kind(i); }

}  // namespace lockstep::ptx
