// SPDX-License-Identifier: Apache-2.0
// What one warp's atomic costs the memory system, as measured on an H200:
// lanes that meet in one word are served one after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/counters/memory_cost.h"
#include "ptx/module/module.h"
#include "ptx/observer/events.h"

namespace lockstep::ptx {

/// 32-byte sectors of a global atomic: each sector counts as often as the
/// lanes that meet in its busiest element. Exact for up to 8 cache lines of
/// 128 bytes; the hardware adds up to 2 % when lanes scatter over more.
std::uint32_t atomic_sector_count(const MemoryEvent& event);

/// Passes through the banks of a shared atomic: the most lanes that one bank
/// must serve, or with `merges_equal_words` the most distinct words. A
/// compare-and-swap takes two wavefronts a pass.
SharedCost atomic_shared_cost(const MemoryEvent& event,
                              bool merges_equal_words);

/// True for an `atom` whose result nothing reads, by pc: the hardware counts
/// it as a reduction, and ptxas makes it one.
std::vector<bool> unread_atomics(const Module& module);

/// True for 32-bit additions of the constant 1 whose result nothing reads, by
/// pc: in shared memory lanes that meet in a word are then added up at once.
std::vector<bool> merging_increments(const Module& module);

}  // namespace lockstep::ptx
