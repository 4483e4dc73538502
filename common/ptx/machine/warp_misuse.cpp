// SPDX-License-Identifier: Apache-2.0
// What a warp-wide `.sync` operation says about misuse.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "ptx/machine/grid.h"
#include "ptx/machine/warp.h"

namespace lockstep::ptx {

namespace {

/// Can the branch at `pc` lead past `missed`, which lies behind it or in its
/// loop?
bool leads_past(const Module& module, std::uint32_t pc, std::uint32_t missed) {
  const Instruction& branch = module.code[pc];
  if (branch.opcode != Opcode::op_bra || !branch.guard) return false;
  const auto [begin, end] = std::minmax(pc, branch.target);
  return begin < missed && missed < end;
}

/// The only branch of its function that leads past `missed`; null if several
/// do.
const Instruction* only_branch_past(const Module& module,
                                    std::uint32_t missed) {
  const auto function = std::find_if(
      module.functions.begin(), module.functions.end(),
      [&](const Function& f) { return f.begin <= missed && missed < f.end; });
  if (function == module.functions.end()) return nullptr;
  const Instruction* only = nullptr;
  for (std::uint32_t pc = function->begin; pc < function->end; ++pc) {
    if (!leads_past(module, pc, missed)) continue;
    if (only != nullptr) return nullptr;
    only = &module.code[pc];
  }
  return only;
}

}  // namespace

const Instruction* Warp::where_left(LaneMask lanes,
                                    std::uint32_t missed) const {
  const Module& module = *grid_->module;
  for (const Exit& exit : exits_) {
    if ((exit.mask & lanes) == 0) continue;
    const bool has_branch =
        !module.code[exit.pc].guard && exit.last_branch != 0;
    if (!has_branch) return &module.code[exit.pc];
    const std::uint32_t last = exit.last_branch - 1;
    if (last > missed && !leads_past(module, last, missed))
      if (const Instruction* only = only_branch_past(module, missed))
        return only;
    return &module.code[last];
  }
  return nullptr;
}

void Warp::report(SyncMisuseEvent event, const Attendee& who) {
  event.where = place();
  event.instruction = who.instruction;
  event.pc = who.pc;
  event.mask = who.lanes;
  grid_->observers->notify(&Observer::sync_misuse, event);
}

void Warp::report_outside(const Attendee& who, LaneMask members) {
  if (!grid_->observers->any()) return;
  SyncMisuseEvent event;
  event.kind = SyncMisuse::lane_not_in_mask;
  event.expected = members;
  event.detail = fmt::format(
      "lanes 0x{:08x} are not in their own mask 0x{:08x}", who.lanes, members);
  report(std::move(event), who);
}

void Warp::report_exited(const Attendee& who, LaneMask members) {
  const LaneMask gone = members & existing_ & ~live_;
  if (gone == 0 || !grid_->observers->any()) return;
  SyncMisuseEvent event;
  event.kind = SyncMisuse::exited_lane_in_mask;
  event.expected = gone;
  event.other = where_left(gone, who.pc);
  event.detail = fmt::format(
      "mask 0x{:08x} names lanes 0x{:08x}, which have exited", members, gone);
  report(std::move(event), who);
}

}  // namespace lockstep::ptx
