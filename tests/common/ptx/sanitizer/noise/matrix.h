// SPDX-License-Identifier: Apache-2.0
// What became of every mutant, as text and as a page.
#pragma once

#include <string>
#include <vector>

#include "kernel_file.h"
#include "verdict.h"

namespace lockstep::noise {

/// One kernel with one compiler.
struct KernelOutcome {
  std::string problem;            ///< it could not be compiled or run
  std::string original_fault;     ///< empty: silent and right
  std::vector<Verdict> verdicts;  ///< by mutant
};

struct Result {
  KernelFile kernel;
  /// By compiler, in the order of Report::compilers.
  std::vector<KernelOutcome> outcomes;
};

struct Report {
  std::vector<std::string> compilers;  ///< "clang 14.0.6", "nvcc 13.0"
  unsigned seeds = 0;
  std::vector<Result> results;
};

/// Kernels by rows, kinds of mutants by columns, then all that is not as it
/// should be, then the reasons given for silence. The first compiler makes
/// the table; a second one is compared with it.
std::string page_of(const Report& report);
/// Each mutant of one kernel in a line of its own.
std::string details_of(const Report& report, const Result& result);
/// Originals that are not silent and mutants that are not as expected, with
/// the first compiler.
std::size_t gaps_in(const Report& report);

}  // namespace lockstep::noise
