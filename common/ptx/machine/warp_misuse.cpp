// SPDX-License-Identifier: Apache-2.0
// What a warp-wide `.sync` operation says about misuse.
#include <fmt/format.h>

#include "ptx/machine/grid.h"
#include "ptx/machine/warp.h"

namespace lockstep::ptx {

const Instruction* Warp::where_left(LaneMask lanes) const {
  const auto& code = grid_->module->code;
  for (const Exit& exit : exits_) {
    if ((exit.mask & lanes) == 0) continue;
    const bool has_branch = !code[exit.pc].guard && exit.last_branch != 0;
    return &code[has_branch ? exit.last_branch - 1 : exit.pc];
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
  event.other = where_left(gone);
  event.detail = fmt::format(
      "mask 0x{:08x} names lanes 0x{:08x}, which have exited", members, gone);
  report(std::move(event), who);
}

}  // namespace lockstep::ptx
