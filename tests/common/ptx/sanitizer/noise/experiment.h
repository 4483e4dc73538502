// SPDX-License-Identifier: Apache-2.0
// Compiles a kernel with all its mutants at once and runs each of them under
// some seeds with all checkers.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compile/compiler.h"
#include "kernel_file.h"
#include "ptx/observer/finding.h"

namespace lockstep::noise {

/// What came of one variant under one seed.
struct Run {
  std::vector<ptx::Finding> findings;  ///< tool "launch": how it ended
  bool is_right = false;
};

/// Of an original or a mutant, by seed. What the compiler warned of is among
/// the findings, with the tool "compiler".
struct Observation {
  std::vector<Run> runs;
};

/// Number 0 is the original, others are mutants from 1.
struct Variants {
  std::string problem;  ///< why none was run
  std::vector<Observation> observations;
};

/// `only`: these numbers; empty: all.
Variants observe(const KernelFile& kernel, FrontEnd front_end,
                 const std::vector<std::size_t>& only, unsigned seeds);

/// The originals of all kernels in one compilation, for speed.
std::vector<Observation> observe_originals(
    const std::vector<KernelFile>& kernels, FrontEnd front_end, unsigned seeds,
    std::string& problem);

}  // namespace lockstep::noise
