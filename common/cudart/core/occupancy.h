// SPDX-License-Identifier: Apache-2.0
// How many blocks of a kernel a multiprocessor holds, by threads and shared
// memory. Registers are ptxas's affair: each thread counts as having 32, the
// most that leaves room for all threads.
#pragma once

#include <algorithm>
#include <cstdint>

#include "cudart/core/device.h"

namespace lockstep::cudart::occupancy {

inline constexpr int registers_per_thread = 32;

inline int blocks_per_multiprocessor(std::uint32_t threads,
                                     std::uint64_t shared_bytes) {
  if (shared_bytes > device::shared_bytes_per_block_opt_in) return 0;
  const std::uint32_t whole_warps = (threads + 31) / 32 * 32;
  const std::uint64_t by_threads =
      device::max_threads_per_multiprocessor / whole_warps;
  const std::uint64_t by_shared =
      device::shared_bytes_per_multiprocessor /
      (shared_bytes + device::reserved_shared_bytes);
  return static_cast<int>(std::min<std::uint64_t>(
      {by_threads, by_shared, device::max_blocks_per_multiprocessor}));
}

/// What each of `blocks` can have beyond its static shared memory.
inline std::uint64_t dynamic_shared_bytes(std::uint32_t blocks,
                                          std::uint64_t static_bytes) {
  const std::uint64_t each = device::shared_bytes_per_multiprocessor / blocks;
  const std::uint64_t taken = static_bytes + device::reserved_shared_bytes;
  const std::uint64_t left = each > taken ? each - taken : 0;
  return std::min<std::uint64_t>(
      left, device::shared_bytes_per_block_opt_in - static_bytes);
}

}  // namespace lockstep::cudart::occupancy
