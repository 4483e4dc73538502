// SPDX-License-Identifier: Apache-2.0
// Blocks of one launch on several host threads, with the result, counters
// and memory of a launch on one. If anything at all goes wrong, all is put
// back as it was and one thread finds out what, in the usual order.
#pragma once

#include <string>

#include "ptx/launch/launch_config.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

/// Why this launch has to run on one thread; empty if it does not.
std::string why_serial(const Grid& grid, const LaunchConfig& config);

/// Runs all blocks on `config.threads` threads. False if that did not end
/// well: then nothing has happened, and the launch is to be run serially.
bool run_in_parallel(Grid& grid, const LaunchConfig& config);

}  // namespace lockstep::ptx
