// SPDX-License-Identifier: Apache-2.0
// What the first line of a wrong or of another right kernel says about its
// verdict:
//   // expect: task=smem status=fail tool=racecheck symptom=race
// Alternatives are joined by |. A line that ends with "// expect: here" is
// where a finding of that tool has to point, with either of its places.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "report/report.h"

namespace lockstep::verdicts {

struct Expectation {
  std::string task;                   ///< empty: all of the lab
  std::vector<std::string> statuses;  ///< words of the report
  std::vector<std::string> tools;     ///< empty: no matter
  std::vector<std::string> symptoms;
  std::string names;  ///< what the message has to name
  bool needs_gpu = false;
  std::set<std::uint32_t> lines;  ///< those marked "here"
};

/// Of a whole source file. Throws std::runtime_error if it does not say.
Expectation expectation_of(std::string_view source);

/// Why a verdict is not the expected one; empty if it is.
std::string disagreement(const Expectation& expected,
                         const report::Task& verdict);

}  // namespace lockstep::verdicts
