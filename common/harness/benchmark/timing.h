// SPDX-License-Identifier: Apache-2.0
// What a timed job comes to. Only a GPU has a clock.
#pragma once

#include <cstdint>
#include <vector>

#include "device/device.h"

namespace lockstep {

struct Timing {
  double milliseconds = 0;  ///< median of the repetitions
  std::uint64_t bytes = 0;  ///< read and written, as the task requires them
  double bytes_per_second() const;
};

/// 0 for no values.
double median(std::vector<double> values);

/// Runs the job's launches at least 30 times on fresh data and cold caches;
/// whoever looks at the outcome sees each repetition's checksums.
Outcome run_timed(Device& gpu, Job job, unsigned repetitions = 31);

Timing timing_of(const Outcome& outcome, std::uint64_t bytes);

}  // namespace lockstep
