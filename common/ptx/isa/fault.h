// SPDX-License-Identifier: Apache-2.0
// Faults and events of accesses that are made of more than one load or store
// of a whole warp (access.h): asynchronous copies, matrices, surfaces.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "ptx/machine/warp.h"

namespace lockstep::ptx {

using LaneAddresses = std::array<std::uint64_t, warp_size>;

/// What `address` names in each lane.
LaneAddresses addresses_of(const Warp& warp, const Address& address);

/// Notes and reports that the lanes of `mask` have no such address.
void report_fault(Warp& warp, const Instruction& instruction, LaneMask mask,
                  FaultKind kind, Space space, AccessKind access,
                  std::uint32_t bytes, const LaneAddresses& address);

/// Turns addresses (generic ones too) into those of shared memory. Returns
/// the lanes for which `bytes` bytes lie there, aligned to `alignment`; the
/// others are reported.
LaneMask resolve_shared(Warp& warp, const Instruction& part, LaneMask mask,
                        AccessKind access, std::uint32_t bytes,
                        std::uint32_t alignment, LaneAddresses& address);

/// Tells observers of one access to shared memory. `data` is what a store
/// writes, `bytes` a lane, lane after lane; else empty.
void notify_shared(Warp& warp, const Instruction& instruction, std::uint32_t pc,
                   LaneMask mask, AccessKind kind, std::uint32_t bytes,
                   const LaneAddresses& address,
                   std::span<const std::byte> data = {});

}  // namespace lockstep::ptx
