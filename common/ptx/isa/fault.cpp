// SPDX-License-Identifier: Apache-2.0
#include "ptx/isa/fault.h"

#include <fmt/format.h>

#include <bit>

#include "ptx/isa/lanes.h"
#include "ptx/machine/cta.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

std::string_view describe(FaultKind kind) {
  switch (kind) {
    case FaultKind::misaligned:
      return "a misaligned address";
    case FaultKind::use_after_free:
      return "memory that has been freed";
    case FaultKind::null_pointer:
      return "a null pointer";
    case FaultKind::host_pointer:
      return "an address that is not the device's";
    case FaultKind::wrong_space:
      return "the wrong state space";
    case FaultKind::double_free:
      return "memory that has been freed already";
    case FaultKind::foreign_free:
      return "memory that malloc did not give";
    default:
      return "an address out of bounds";
  }
}

std::string_view verb(FaultKind kind, AccessKind access) {
  if (kind == FaultKind::double_free || kind == FaultKind::foreign_free)
    return "frees";
  return access == AccessKind::load ? "reads" : "writes";
}

}  // namespace

LaneAddresses addresses_of(const Warp& warp, const Address& address) {
  LaneAddresses result{};
  const auto offset = static_cast<std::uint64_t>(address.offset) +
                      (address.frame_relative && address.space == Space::local
                           ? warp.frame->local_base
                           : 0);
  if (!address.base) {
    result.fill(offset);
    return result;
  }
  const Source<std::uint64_t> base(warp, address.base);
  const std::uint64_t width = address.base.bytes == 4 ? 0xffffffffu : ~0ull;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    result[lane] = (base[lane] + offset) & width;
  return result;
}

void report_fault(Warp& warp, const Instruction& instruction, LaneMask mask,
                  FaultKind kind, Space space, AccessKind access,
                  std::uint32_t bytes, const LaneAddresses& address) {
  if (mask == 0) return;
  Grid& grid = warp.grid();
  const auto first = static_cast<unsigned>(std::countr_zero(mask));
  grid.note(
      LaunchStatus::fault, instruction,
      fmt::format("{}: thread {} of block {} {} {} bytes at {} ({} "
                  "address 0x{:x})",
                  grid.describe(instruction), warp.number() * warp_size + first,
                  warp.place().block, verb(kind, access), bytes, describe(kind),
                  name_of(space), address[first]));
  if (!grid.observers->any()) return;
  FaultEvent event;
  event.where = warp.place();
  event.instruction = &instruction;
  event.pc = warp.pc;
  event.mask = mask;
  event.kind = kind;
  event.space = space;
  event.access = access;
  event.bytes = bytes;
  event.address = address;
  if (space == Space::global)
    event.nearest = grid.memory->nearest(address[first]);
  grid.observers->notify(&Observer::fault, event);
}

LaneMask resolve_shared(Warp& warp, const Instruction& part, LaneMask mask,
                        AccessKind access, std::uint32_t bytes,
                        std::uint32_t alignment, LaneAddresses& address) {
  const bool is_generic = part.address.space == Space::generic;
  const std::uint64_t size = warp.cta().shared_bytes();
  LaneMask elsewhere = 0, outside = 0, misaligned = 0;
  for_lanes(mask, [&](unsigned lane) {
    std::uint64_t& at = address[lane];
    if (is_generic && at - window::shared >= window::bytes) {
      elsewhere |= lane_bits[lane];
      return;
    }
    if (is_generic) at -= window::shared;
    if (at > size || bytes > size - at) {
      outside |= lane_bits[lane];
    } else if (at % alignment != 0) {
      misaligned |= lane_bits[lane];
    }
  });
  report_fault(warp, part, elsewhere, FaultKind::wrong_space, Space::generic,
               access, bytes, address);
  report_fault(warp, part, outside, FaultKind::out_of_bounds, Space::shared,
               access, bytes, address);
  report_fault(warp, part, misaligned, FaultKind::misaligned, Space::shared,
               access, bytes, address);
  return mask & ~(elsewhere | outside | misaligned);
}

void notify_shared(Warp& warp, const Instruction& instruction, std::uint32_t pc,
                   LaneMask mask, AccessKind kind, std::uint32_t bytes,
                   const LaneAddresses& address,
                   std::span<const std::byte> data) {
  const Grid& grid = warp.grid();
  if (mask == 0 || !grid.observers->any()) return;
  MemoryEvent event;
  event.where = warp.place();
  event.instruction = &instruction;
  event.pc = pc;
  event.mask = mask;
  event.space = Space::shared;
  event.kind = kind;
  event.semantics = instruction.modifiers.semantics;
  event.scope = instruction.modifiers.scope;
  event.bytes = bytes;
  event.element_bytes = bytes;
  event.address = address;
  event.allocation.fill(nullptr);
  event.data = data;
  grid.observers->notify(&Observer::memory, event);
}

}  // namespace lockstep::ptx
