// SPDX-License-Identifier: Apache-2.0
// One launch from its first check to its result.
#pragma once

#include "ptx/launch/launch_config.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

/// Checks the configuration, then runs all blocks. `grid` names the module,
/// kernel, memory, observers and parameters; the rest is filled in here.
/// Never throws for what a kernel does.
LaunchResult run_launch(Grid& grid, const LaunchConfig& config);

/// What is wrong with the launch and what to do, empty if nothing is.
std::string why_invalid(const Function& kernel, const LaunchConfig& config,
                        std::size_t param_bytes);

/// Blocks that the device holds at a time, of 2048 threads, 32 blocks and
/// 164 KiB of shared memory a multiprocessor. (Registers are ptxas's affair.)
std::uint64_t most_resident_blocks(const Function& kernel,
                                   const LaunchConfig& config);

}  // namespace lockstep::ptx
