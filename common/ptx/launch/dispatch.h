// SPDX-License-Identifier: Apache-2.0
// The dispatch loop: fetch, guard, execute, for one turn of one warp.
#pragma once

#include <cstdint>

#include "ptx/machine/warp.h"

namespace lockstep::ptx {

/// Runs the warp until it has executed `instructions`, waits, or is done.
/// What it executed is added to Grid::executed, also when it throws.
void run_turn(Warp& warp, std::int64_t instructions);

}  // namespace lockstep::ptx
