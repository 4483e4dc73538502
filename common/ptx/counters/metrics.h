// SPDX-License-Identifier: Apache-2.0
// From counts by instruction to metrics by name: the one place that spells
// Nsight Compute's names. What it has no name for begins with lockstep__.
#pragma once

#include <vector>

#include "ptx/counters/counters.h"
#include "ptx/counters/instruction_counts.h"
#include "ptx/module/module.h"

namespace lockstep::ptx {

/// Counts of a launch that belong to no instruction.
struct LaunchCounts {
  std::uint64_t blocks = 0;
  std::uint64_t threads_a_block = 0;
  std::uint64_t block_barriers = 0;       ///< all blocks together
  std::uint64_t most_block_barriers = 0;  ///< that one block passed
};

/// All metrics, zeros included, so that a missing key is a misspelt one.
/// `counts` has an entry for each pc of the module.
CounterValues metrics(const Module& module,
                      const std::vector<InstructionCounts>& counts,
                      const LaunchCounts& launch);

/// The same for each line of source, without what belongs to no instruction:
/// sums over all lines give those of the launch.
std::vector<LineCounters> line_metrics(
    const Module& module, const std::vector<InstructionCounts>& counts);

}  // namespace lockstep::ptx
