// SPDX-License-Identifier: Apache-2.0
// The launch plan of task sections, for any n: scan the sections, scan their
// totals in the same way, and add what is left of each section to it. It
// takes ceil(log_B n) levels of scans, and as many of carries less one.
#pragma once

#include <string>
#include <vector>

#include "02_kogge_stone/launches.h"

namespace lockstep::kogge_stone {

/// A pair of kernels for one type of element.
struct SectionKernels {
  Kernel scan;
  Kernel add_carries;
};

inline SectionKernels section_kernels(const std::string& variant) {
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

/// Launches that leave the scan of in[0 .. n) in `out`.
template <class T>
void scan_all(Experiment& experiment, const SectionKernels& kernels,
              BufferArgument in, BufferArgument out, std::uint32_t n,
              std::uint32_t threads) {
  const LaunchShape shape{blocks_for(n, threads), threads};
  const auto totals = experiment.scratch<T>("section_totals", shape.blocks);
  experiment.launch(kernels.scan, shape, in, out, totals, n);
  if (shape.blocks == 1) return;
  const auto scanned = experiment.scratch<T>("scanned_totals", shape.blocks);
  scan_all<T>(experiment, kernels, totals, scanned, shape.blocks, threads);
  experiment.launch(kernels.add_carries, shape, out, scanned, n);
}

template <class T, class Operator>
Experiment scan_everything(const Case& c, const std::vector<T>& values,
                           T identity, Operator join) {
  Experiment experiment;
  const auto in = experiment.input("in", values);
  const auto out = experiment.output(
      "out", scan::scanned_whole(values, c.block_threads, identity, join));
  scan_all<T>(experiment, section_kernels(c.variant), in, out, c.size,
              c.block_threads);
  return experiment;
}

inline Experiment hierarchical(const Case& c) {
  if (c.variant == "compose")
    return scan_everything(c, affine_pairs(c.inputs, c.data_seed(), c.size),
                           Affine{}, compose);
  return scan_everything(c, c.integers(), 0, scan::wrapping_sum);
}

}  // namespace lockstep::kogge_stone
