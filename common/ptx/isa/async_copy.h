// SPDX-License-Identifier: Apache-2.0
// When asynchronous copies take effect: as late as the manual allows. The
// source of a copy into shared memory is read at once; its target is written
// when a wait makes it complete, and never if nobody waits.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "ptx/machine/cta.h"

namespace lockstep::ptx {

/// Completes the copies of `lanes` that came before number `before`.
void complete_before(Warp& owner, LaneMask lanes, std::uint64_t before);

/// Carries out the arrivals that wait for copies at this mbarrier.
void settle_deferred(Cta& cta, std::uint64_t barrier);
/// Threads' arrivals among them, for which the mbarrier is still waiting.
std::uint32_t deferred_count(Cta& cta, std::uint64_t barrier);
/// Puts an arrival off until somebody waits at its mbarrier.
void defer(Cta& cta, DeferredArrival arrival);

}  // namespace lockstep::ptx
