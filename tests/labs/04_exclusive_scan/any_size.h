// SPDX-License-Identifier: Apache-2.0
// The task any_size: a scan of any n, from sections (scan/hierarchy.h).
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "04_exclusive_scan/launches.h"
#include "scan/hierarchy.h"

namespace lockstep::exclusive_scan {

inline scan::SectionKernels block_kernels(const std::string& variant) {
  if (variant == "compose")
    return {Kernel("exclusive_compose(const Affine* in, Affine* out, Affine* "
                   "block_totals, unsigned n)"),
            Kernel("join_compose(Affine* out, const Affine* carries, unsigned "
                   "n)")};
  return {Kernel("exclusive_max(const int* in, int* out, int* block_totals, "
                 "unsigned n)"),
          Kernel("join_max(int* out, const int* carries, unsigned n)")};
}

template <class T, class Operator>
Experiment scan_everything(const Case& c, const std::vector<T>& values,
                           T identity, Operator join) {
  Experiment experiment;
  const auto in = experiment.input("in", values);
  auto right = scan::exclusive_whole(values, c.block_threads, identity, join);
  right.explanations.push_back(
      {"identity_zero", "starts from 0 instead of the identity",
       scan::exclusive(values, std::max<std::size_t>(values.size(), 1), T{},
                       join)});
  const auto out = experiment.output("out", std::move(right));
  scan::scan_all<T>(experiment, block_kernels(c.variant), in, out, c.size,
                    {c.block_threads, c.block_threads});
  return experiment;
}

/// Negative ones up to somewhere, so that an identity of 0 shows.
inline std::vector<int> negative_at_first(const Case& c) {
  std::vector<int> values = c.integers();
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i < values.size() / 2 + 1 && values[i] > 0) values[i] = -values[i];
  return values;
}

inline Experiment any_size(const Case& c) {
  if (c.variant == "compose")
    return scan_everything(c, affine_pairs(c.inputs, c.data_seed(), c.size),
                           Affine{}, compose);
  return scan_everything(c, negative_at_first(c), INT_MIN,
                         [](int a, int b) { return std::max(a, b); });
}

}  // namespace lockstep::exclusive_scan
