// SPDX-License-Identifier: Apache-2.0
// What a block barrier that has just completed says about misuse: threads
// that came through different barrier instructions, or that never came.
#include <fmt/format.h>

#include <bit>
#include <string>

#include "ptx/machine/cta.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

std::uint32_t pc_of(const Module& module, const Instruction& instruction) {
  return static_cast<std::uint32_t>(&instruction - module.code.data());
}

}  // namespace

/// One barrier of the source, even where the compiler made several of it.
bool Cta::is_same_barrier(const Instruction& a, const Instruction& b) const {
  if (&a == &b) return true;
  if (a.location == 0 || b.location == 0) return false;
  const LocationChain& first = grid_->module->locations[a.location];
  const LocationChain& second = grid_->module->locations[b.location];
  return first.place == second.place && first.inlined_at == second.inlined_at;
}

/// Warps may meet at a numbered barrier with a count from different places;
/// at a barrier of the whole block they must come through the same one.
void Cta::report_divergence(std::uint32_t number) {
  const Barrier& barrier = barriers_[number];
  const Module& module = *grid_->module;
  const bool is_one_warp = barrier.first_warp == barrier.differing_warp;
  if (barrier.expected != 0 && !is_one_warp) return;
  if (!barrier.first->modifiers.aligned) return;
  if (!grid_->observers->any()) return;

  const Warp& warp = *warps_[barrier.differing_warp];
  SyncMisuseEvent event;
  event.kind = SyncMisuse::divergent_barrier;
  event.where = warp.place();
  event.instruction = barrier.differs;
  event.pc = pc_of(module, *barrier.differs);
  event.mask = barrier.differing_lanes;
  event.expected = warp.live();
  event.other = barrier.first;
  event.detail = fmt::format(
      "threads of block {} complete one barrier at {} and at {}", block_,
      grid_->describe(*barrier.first), grid_->describe(*barrier.differs));
  grid_->observers->notify(&Observer::sync_misuse, event);
}

/// Exited threads let a barrier complete on this hardware; a program must not
/// rely on it.
void Cta::report_missing(std::uint32_t number) {
  if (live_threads_ == grid_->block.count() || !grid_->observers->any()) {
    return;
  }
  const Barrier& barrier = barriers_[number];
  const Module& module = *grid_->module;
  for (const auto& warp : warps_) {
    const LaneMask missing =
        warp->existing() & ~warp->live() & ~barrier.arrived[warp->number()];
    if (missing == 0) continue;
    const Warp& first = *warps_[barrier.first_warp];
    const unsigned lane = static_cast<unsigned>(std::countr_zero(missing));
    SyncMisuseEvent event;
    event.kind = SyncMisuse::missing_threads;
    event.where = first.place();
    event.instruction = barrier.first;
    event.pc = pc_of(module, *barrier.first);
    event.mask = barrier.arrived[barrier.first_warp];
    event.expected = warp.get() == &first ? missing : 0;
    event.other = warp->where_left(missing, event.pc);
    event.detail = fmt::format(
        "{} of {} threads of block {} have exited without reaching it, "
        "the first is thread {}",
        grid_->block.count() - live_threads_, grid_->block.count(), block_,
        warp->number() * warp_size + lane);
    grid_->observers->notify(&Observer::sync_misuse, event);
    return;
  }
}

}  // namespace lockstep::ptx
