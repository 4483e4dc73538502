// SPDX-License-Identifier: Apache-2.0
// The task sections: a scan of any n, from sections (scan/hierarchy.h).
#pragma once

#include <string>
#include <vector>

#include "02_kogge_stone/launches.h"
#include "scan/hierarchy.h"

namespace lockstep::kogge_stone {

inline scan::SectionKernels section_kernels(const std::string& variant) {
  if (variant == "compose")
    return {Kernel("compose_sections(const Affine* in, Affine* out, Affine* "
                   "section_totals, unsigned n)"),
            Kernel("compose_carries(Affine* out, const Affine* "
                   "scanned_totals, unsigned n)")};
  return {Kernel("kogge_stone_sections(const int* in, int* out, int* "
                 "section_totals, unsigned n)"),
          Kernel("add_carries(int* out, const int* scanned_totals, unsigned "
                 "n)")};
}

template <class T, class Operator>
Experiment scan_everything(const Case& c, const std::vector<T>& values,
                           T identity, Operator join) {
  Experiment experiment;
  const auto in = experiment.input("in", values);
  const auto out = experiment.output(
      "out", scan::scanned_whole(values, c.block_threads, identity, join));
  scan::scan_all<T>(experiment, section_kernels(c.variant), in, out, c.size,
                    {c.block_threads, c.block_threads});
  return experiment;
}

inline Experiment hierarchical(const Case& c) {
  if (c.variant == "compose")
    return scan_everything(c, affine_pairs(c.inputs, c.data_seed(), c.size),
                           Affine{}, compose);
  return scan_everything(c, c.integers(), 0, scan::wrapping_sum);
}

}  // namespace lockstep::kogge_stone
