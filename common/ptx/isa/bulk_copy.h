// SPDX-License-Identifier: Apache-2.0
// cp.async.bulk between global and shared memory, without tensor maps.
#pragma once

#include "ptx/isa/form.h"
#include "ptx/machine/cta.h"

namespace lockstep::ptx {

/// The handler of what follows `cp.async.bulk`. Throws FormError.
Handler bind_bulk(Form& form);

/// Writes the bytes of a deferred bulk copy to shared memory.
void write_bulk(const DeferredArrival& copy);

/// The pending count of the mbarriers that `part` names grows by one a lane.
/// Returns the lanes for which there is an mbarrier.
LaneMask expect_one_more(Warp& warp, const Instruction& part, LaneMask mask);

}  // namespace lockstep::ptx
