// SPDX-License-Identifier: Apache-2.0
// A structural gate: what a kernel may ask of the machine at most, counted
// exactly by the emulator, so that it is the same on every run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/verdict/compare.h"
#include "ptx/counters/counters.h"

namespace lockstep {

struct Gate {
  std::string symptom;    ///< key of hints: "gate_loads"
  std::string metric;     ///< as the counters name it
  std::uint64_t per = 1;  ///< metric units a counted thing: 4 bytes an int
  std::string what;       ///< "loads {} elements from global memory"
  std::uint64_t allowed = 0;
  std::string allowance;   ///< why so many: "each element once"
  std::size_t launch = 0;  ///< which launch of the experiment
};

/// What the threads ask for, so a vector load of four counts as four.
Gate global_loads_at_most(std::uint64_t elements, std::string allowance,
                          unsigned element_bytes = 4);
Gate global_stores_at_most(std::uint64_t elements, std::string allowance,
                           unsigned element_bytes = 4);
/// Barriers that any one thread block passes.
Gate block_barriers_at_most(std::uint64_t barriers, std::string allowance);

/// Of several launches together: sums add up, of the rest the largest counts.
ptx::CounterValues totals(const std::vector<ptx::LaunchCounters>& launches);

/// Nothing if the launch stays within the gate. A counter that is not there
/// is a mismatch too: a gate never passes unmeasured.
std::optional<Mismatch> mismatch(const Gate& gate,
                                 const ptx::LaunchCounters& launch);

}  // namespace lockstep
