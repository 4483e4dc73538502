// SPDX-License-Identifier: Apache-2.0
// The launch plan of task sections, for any n: scan the sections exclusively,
// scan their totals in the same way, and join to each section what is left of
// it.
#pragma once

#include <string>
#include <vector>

#include "03_brent_kung/launches.h"

namespace lockstep::brent_kung {

/// A pair of kernels for one type of element.
struct SectionKernels {
  Kernel scan;
  Kernel join_carries;
};

inline SectionKernels section_kernels(const std::string& variant) {
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

/// Launches that leave the exclusive scan of in[0 .. n) in `out`.
template <class T>
void scan_all(Experiment& experiment, const SectionKernels& kernels,
              BufferArgument in, BufferArgument out, std::uint32_t n,
              std::uint32_t threads) {
  const LaunchShape shape{blocks_for(n, 2ull * threads), threads};
  const auto totals = experiment.scratch<T>("section_totals", shape.blocks);
  experiment.launch(kernels.scan, shape, in, out, totals, n);
  if (shape.blocks == 1) return;
  const auto carries = experiment.scratch<T>("carries", shape.blocks);
  scan_all<T>(experiment, kernels, totals, carries, shape.blocks, threads);
  experiment.launch(kernels.join_carries, shape, out, carries, n);
}

template <class T, class Operator>
Experiment scan_everything(const Case& c, const std::vector<T>& values,
                           T identity, Operator join) {
  Experiment experiment;
  const auto in = experiment.input("in", values);
  const auto out = experiment.output(
      "out", scan::exclusive_whole(values, section_of(c), identity, join));
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

}  // namespace lockstep::brent_kung
