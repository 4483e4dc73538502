// SPDX-License-Identifier: Apache-2.0
// The task sections: a scan of any n, from sections (scan/hierarchy.h).
#pragma once

#include <string>
#include <vector>

#include "03_brent_kung/launches.h"
#include "scan/hierarchy.h"

namespace lockstep::brent_kung {

inline scan::SectionKernels section_kernels(const std::string& variant) {
  if (variant == "compose")
    return {Kernel("compose_sections(const Affine* in, Affine* out, Affine* "
                   "section_totals, unsigned n)"),
            Kernel("compose_section_carries(Affine* out, const Affine* "
                   "carries, unsigned n)")};
  return {Kernel("blelloch_sections(const int* in, int* out, int* "
                 "section_totals, unsigned n)"),
          Kernel("join_section_carries(int* out, const int* carries, unsigned "
                 "n)")};
}

template <class T, class Operator>
Experiment scan_everything(const Case& c, const std::vector<T>& values,
                           T identity, Operator join) {
  Experiment experiment;
  const auto in = experiment.input("in", values);
  const auto out = experiment.output(
      "out", scan::exclusive_whole(values, section_of(c), identity, join));
  scan::scan_all<T>(experiment, section_kernels(c.variant), in, out, c.size,
                    {c.block_threads, section_of(c)});
  return experiment;
}

inline Experiment hierarchical(const Case& c) {
  if (c.variant == "compose")
    return scan_everything(c, affine_pairs(c.inputs, c.data_seed(), c.size),
                           Affine{}, compose);
  return scan_everything(c, c.integers(), 0, scan::wrapping_sum);
}

}  // namespace lockstep::brent_kung
