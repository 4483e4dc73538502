// SPDX-License-Identifier: Apache-2.0
// What a launch is asked to do: shape, order of turns, limits.
#pragma once

#include <cstdint>

#include "ptx/observer/events.h"

namespace lockstep::ptx {

/// In which order warps and blocks take their turns. `seed` picks one order
/// of many; 0 is round robin with blocks in order.
struct Schedule {
  std::uint64_t seed = 0;
  std::uint32_t resident_blocks = 4;  ///< blocks that take turns at a time
  /// False: they begin in an order that the seed picks, the last one first
  /// for seed 0. That is all that CUDA promises; but GPUs do begin in order,
  /// and published code relies on it.
  bool begins_in_order = true;
};

struct LaunchLimits {
  /// Warp instructions of the whole launch; reaching it ends the launch.
  std::uint64_t instruction_budget = 2'000'000'000;
  std::uint32_t shared_bytes_per_block = 48 * 1024;
  double seconds = 0;  ///< wall time; 0: none
  /// Of the device: bounds the blocks of a cooperative launch.
  std::uint32_t multiprocessors = 4;
};

struct LaunchConfig {
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  Schedule schedule;
  LaunchLimits limits;
  /// All blocks take turns from the start, and the kernel may wait for all of
  /// them (grid.sync()). More than the device holds are an invalid launch.
  bool is_cooperative = false;
  /// Host threads to run blocks on, where no order is being explored, every
  /// observer can be told in parts, and no block can see what another does.
  /// The result is that of one thread.
  std::uint32_t threads = 1;
};

}  // namespace lockstep::ptx
