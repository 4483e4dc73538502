// SPDX-License-Identifier: Apache-2.0
// Holds what was observed of a mutant against what its author expects.
#pragma once

#include <string>

#include "experiment.h"
#include "kernel_file.h"

namespace lockstep::noise {

struct Verdict {
  bool is_as_expected = false;
  /// "reported", "wrong result", "no harm", or how it differs from that.
  std::string what = {};
  std::string came = {};     ///< the sites reported, for people
  bool is_reported = false;  ///< at whatever line
};

Verdict judge(const Observation& observation, const Expectation& expectation);

/// Empty where the original has no finding and the right result.
std::string fault_of_original(const Observation& observation);

}  // namespace lockstep::noise
