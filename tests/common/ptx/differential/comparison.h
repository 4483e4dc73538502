// SPDX-License-Identifier: Apache-2.0
// Runs many programs on the GPU and under the emulator, on all cores, and
// tells where the two differ.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "device/child/driver_api.h"
#include "generator/program.h"
#include "hash_list.h"

namespace lockstep::ptx::differential {

struct ComparisonOptions {
  std::vector<Family> chosen;
  std::uint64_t first_seed = 1;
  std::uint64_t count = 100;  ///< programs of each family
  unsigned batch = 25;        ///< programs of a module
  unsigned threads = 1;
  unsigned checked_share = 8;  ///< every how many-th runs with all checkers
  /// Kernels not to run: the assembler makes code of them that faults.
  std::vector<std::string> skipped;
};

struct Tally {
  std::uint64_t compared = 0;
  std::uint64_t checked = 0;  ///< of these, with all checkers
  std::uint64_t mismatches = 0;
  /// Not mismatches: not optimised by the assembler, the same program gives
  /// on the GPU what the emulator gives.
  std::uint64_t miscompiled = 0;
  std::uint64_t findings = 0;  ///< what a checker said of a program
  std::uint64_t refused = 0;   ///< not run: skipped, or not assembled
};

/// Prints each difference and finding as it is found. A kernel that faults or
/// does not end on the GPU ends the process with exit code 3 and a line that
/// names it.
struct ComparisonResult {
  std::map<Family, Tally> tallies;
  std::vector<ExpectedHash> hashes;  ///< the GPU's, by family and seed
};
ComparisonResult compare(const driver::Api& api,
                         const ComparisonOptions& options);

}  // namespace lockstep::ptx::differential
