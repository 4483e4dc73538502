// SPDX-License-Identifier: Apache-2.0
// Statements in which the threads of a block share memory. None has a race,
// in whatever order threads run: each ends with a barrier behind its last
// access.
#pragma once

#include "generator/writer.h"

namespace lockstep::ptx::differential {

/// Values change owners through shared or global memory, by atomics on shared
/// memory, or between warps of different roles; or only a barrier. All
/// threads of the block must come there.
Statement shared_statement(Writer& writer);

/// The block that comes last adds up what all blocks left behind: fences and
/// a ticket order it. Once a kernel, at its end.
Statement last_block(Writer& writer);

}  // namespace lockstep::ptx::differential
