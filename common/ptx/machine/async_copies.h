// SPDX-License-Identifier: Apache-2.0
// Copies that have begun and not yet taken effect. They take effect as late
// as the manual allows, when somebody waits for them, so that a program that
// forgets to wait shows it. isa/async_copy.cpp moves the bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ptx/module/instruction.h"

namespace lockstep::ptx {

class Warp;

/// One cp.async by lanes of a warp. The source has been read.
struct AsyncCopy {
  const Instruction* instruction = nullptr;
  std::uint32_t pc = 0;
  std::uint64_t number = 0;  ///< in the order in which the warp began them
  LaneMask lanes = 0;        ///< for which it has not taken effect
  std::uint32_t bytes = 0;   ///< of a lane, at most 16
  std::array<std::uint64_t, warp_size> address{};  ///< in shared memory
  std::array<std::uint32_t, warp_size> group{};    ///< of commit_group
  std::array<std::byte, warp_size * 16> data{};    ///< `bytes` a lane
};

/// One cp.async.bulk from shared to global memory by one lane. Source and
/// target are read and written together, at the wait.
struct BulkStore {
  const Instruction* instruction = nullptr;
  std::uint32_t pc = 0;
  unsigned lane = 0;
  std::uint32_t group = 0;
  std::uint64_t from = 0;  ///< in shared memory
  std::uint64_t to = 0;    ///< in global memory
  std::uint64_t bytes = 0;
};

/// Of one warp.
struct AsyncCopies {
  std::vector<AsyncCopy> pending;  ///< oldest first
  std::vector<BulkStore> stores;   ///< oldest first
  std::uint64_t next_number = 0;
  /// Groups that each lane has committed.
  std::array<std::uint32_t, warp_size> groups{}, bulk_groups{};

  void clear() {
    pending.clear();
    stores.clear();
    next_number = 0;
    groups.fill(0);
    bulk_groups.fill(0);
  }
};

/// An arrival at an mbarrier that waits for copies: those of cp.async that
/// the lanes began before `before`, or the bytes of one bulk copy.
struct DeferredArrival {
  std::uint64_t barrier = 0;  ///< its address in shared memory
  Warp* warp = nullptr;       ///< who arrives
  const Instruction* instruction = nullptr;
  std::uint32_t pc = 0;
  LaneMask lanes = 0;
  std::uint64_t before = 0;
  bool is_bulk = false;       ///< completes `data.size()` bytes, arrives not
  std::uint64_t address = 0;  ///< bulk: where in shared memory
  std::vector<std::byte> data;
};

}  // namespace lockstep::ptx
