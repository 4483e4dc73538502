// SPDX-License-Identifier: Apache-2.0
// What `lockstep bench` measures in the labs about scans.
#pragma once

#include <string>

#include "scan/hierarchy.h"

namespace lockstep::scan {

/// A kernel (const T* in, T* out, unsigned n) on generated data, `words`
/// 4-byte words an element.
inline BenchCase ladder_step(const std::string& name, const std::string& kernel,
                             std::uint32_t n, Sections sections,
                             std::uint32_t words = 1) {
  BenchCase one{name, n, 8ull * words * n, {}};
  const auto in = one.experiment.generated("in", words * n, 1);
  const auto out = one.experiment.scratch<int>("out", words * n);
  one.experiment.launch(Kernel(kernel + "()"),
                        {blocks_for(n, sections.items), sections.threads}, in,
                        out, n);
  return one;
}

inline BenchCase hierarchy_step(const std::string& name,
                                const SectionKernels& kernels, std::uint32_t n,
                                Sections sections) {
  BenchCase one{name, n, 8ull * n, {}};
  const auto in = one.experiment.generated("in", n, 1);
  const auto out = one.experiment.scratch<int>("out", n);
  scan_all<int>(one.experiment, kernels, in, out, n, sections);
  return one;
}

}  // namespace lockstep::scan
