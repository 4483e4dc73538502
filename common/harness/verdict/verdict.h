// SPDX-License-Identifier: Apache-2.0
// What one run of one case comes to.
#pragma once

#include <string>
#include <vector>

#include "harness/verdict/experiment.h"
#include "report/report.h"

namespace lockstep {

using report::Status;

struct Verdict {
  Status status = Status::pass;
  std::string message = {};  ///< one sentence; empty if passed
  std::string symptom = {};  ///< key of hints
  std::vector<ptx::Finding> findings = {};
  std::vector<ptx::LaunchCounters> counters = {};

  bool passed() const { return status == Status::pass; }
};

/// Findings of severity warning and error fail a case; so do a changed input,
/// a wrong output and a launch that did not end well.
Verdict judge(const Experiment& experiment, const Outcome& outcome);

/// Of severity warning or error.
bool is_serious(const ptx::Finding& finding);

}  // namespace lockstep
