// SPDX-License-Identifier: Apache-2.0
// What observers are told of an access: faults first, then the valid lanes,
// one event a state space.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "ptx/isa/access.h"
#include "ptx/isa/lanes.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

std::string_view describe(FaultKind kind) {
  switch (kind) {
    case FaultKind::out_of_bounds:
      return "an address out of bounds";
    case FaultKind::misaligned:
      return "a misaligned address";
    case FaultKind::use_after_free:
      return "memory that has been freed";
    case FaultKind::null_pointer:
      return "a null pointer";
    case FaultKind::host_pointer:
      return "an address that is not the device's";
    case FaultKind::read_only:
      return "memory that is read-only";
    case FaultKind::wrong_space:
      return "the wrong state space";
    case FaultKind::double_free:
    case FaultKind::foreign_free:
      break;
  }
  return "an invalid address";
}

/// Lanes of `mask` for which same(lane, first lane) holds.
template <class F>
LaneMask alike(LaneMask mask, F same) {
  const auto first = static_cast<unsigned>(std::countr_zero(mask));
  LaneMask result = 0;
  for_lanes(mask, [&](unsigned lane) {
    if (same(lane, first)) result |= lane_bits[lane];
  });
  return result;
}

}  // namespace

void Access::report_faults() {
  Grid& grid = warp_.grid();
  for (LaneMask left = mask_ & ~valid_; left != 0;) {
    const LaneMask group = alike(left, [&](unsigned a, unsigned b) {
      return faults_[a] == faults_[b] && spaces_[a] == spaces_[b];
    });
    left &= ~group;
    const auto first = static_cast<unsigned>(std::countr_zero(group));
    const unsigned thread = warp_.number() * warp_size + first;
    grid.note(
        LaunchStatus::fault, instruction_,
        fmt::format("{}: thread {} of block {} {} {} bytes at {} ({} "
                    "address 0x{:x})",
                    grid.describe(instruction_), thread, warp_.place().block,
                    kind_ == AccessKind::load ? "reads" : "writes", bytes_,
                    describe(faults_[first]), name_of(spaces_[first]),
                    address_[first]));
    if (!grid.observers->any()) continue;
    FaultEvent event;
    event.where = warp_.place();
    event.instruction = &instruction_;
    event.pc = warp_.pc;
    event.mask = group;
    event.kind = faults_[first];
    event.space = spaces_[first];
    event.access = kind_;
    event.bytes = bytes_;
    std::copy_n(address_, warp_size, event.address.begin());
    if (event.space == Space::global || event.space == Space::constant) {
      event.nearest = grid.memory->nearest(address_[first]);
    }
    grid.observers->notify(&Observer::fault, event);
  }
}

void Access::report(LaneMask failed) {
  failed_ = failed;
  if (warp_.grid().observers->any() && valid_ != 0) report_accesses();
}

void Access::report_accesses() {
  if (space_ == Space::param_frame) return;
  if (space_ != Space::generic) return report_accesses_in(space_, valid_);
  for (LaneMask left = valid_; left != 0;) {
    const LaneMask group = alike(
        left, [&](unsigned a, unsigned b) { return spaces_[a] == spaces_[b]; });
    left &= ~group;
    const Space space = spaces_[std::countr_zero(group)];
    if (space != Space::param && space != Space::param_frame) {
      report_accesses_in(space, group);
    }
  }
}

void Access::report_accesses_in(Space space, LaneMask mask) {
  Grid& grid = warp_.grid();
  MemoryEvent event;
  event.where = warp_.place();
  event.instruction = &instruction_;
  event.pc = warp_.pc;
  event.mask = mask;
  event.space = space;
  event.kind = kind_;
  event.semantics = instruction_.modifiers.semantics;
  event.scope = instruction_.modifiers.scope;
  event.failed = failed_ & mask;
  event.bytes = bytes_;
  event.element_bytes = element_bytes_;
  event.is_run = run_ != nullptr;
  std::copy_n(address_, warp_size, event.address.begin());
  if (space == Space::global || space == Space::constant) {
    event.allocation.fill(whole_);
    if (whole_ == nullptr) {
      for_lanes(mask, [&](unsigned lane) {
        event.allocation[lane] =
            &grid.memory->find(address_[lane], bytes_)->info;
      });
    }
  } else {
    event.allocation.fill(nullptr);
  }
  if (data_ != nullptr) event.data = {data_, std::size_t{warp_size} * bytes_};
  grid.observers->notify(&Observer::memory, event);
}

}  // namespace lockstep::ptx
