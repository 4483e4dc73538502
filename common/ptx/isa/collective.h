// SPDX-License-Identifier: Apache-2.0
// How lanes meet for a `.sync` operation: it is performed once every live
// lane that the member mask names is there, in one group or in several.
#pragma once

#include <span>

#include "ptx/machine/warp.h"

namespace lockstep::ptx {

/// Performs the operation now if all are there, else lets lanes wait.
/// Reports lanes outside their own mask and exited lanes in a mask.
void meet(Warp& warp, const Instruction& instruction, const Operand& members,
          LaneMask mask, Perform perform);

/// Tells observers that a `.sync` operation has completed.
void notify_collective(Warp& warp, std::span<const Attendee> attendees,
                       bool orders_memory);

}  // namespace lockstep::ptx
