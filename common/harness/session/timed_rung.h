// SPDX-License-Identifier: Apache-2.0
// The rung "fast": a kernel's time at sizes from 2^20 to 2^28, beside a
// library's way of doing the same and beside the memory's roofs, all in one
// run on one GPU.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "harness/session/task.h"

namespace lockstep {

struct TimedRung {
  std::string name;       ///< for messages: "reduce_fast"
  std::string reference;  ///< file in common/harness/reference
  /// One run on data that the device makes from the seed.
  std::function<Experiment(std::uint32_t n, std::uint64_t seed)> experiment;
  std::size_t output = 1;  ///< the buffer that is compared, by its checksum
  std::function<std::uint64_t(std::uint32_t n, std::uint64_t seed)>
      right_checksum;
  /// That any kernel for it must read and write.
  std::function<std::uint64_t(std::uint32_t n)> bytes;
};

/// Times over the library's time.
struct Ratios {
  double at_smallest = 0;  ///< at 2^20
  double worst = 0;        ///< at any size
  double at_largest = 0;   ///< at 2^28
};

/// Stores the measurement with the counters of the task's result. Ends the
/// task if a timed run fails or gives a wrong result, and as infra_error
/// where the library's program cannot be built or run.
Ratios time_against_reference(Task& task, const TimedRung& rung);

}  // namespace lockstep
