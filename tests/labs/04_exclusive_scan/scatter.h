// SPDX-License-Identifier: Apache-2.0
// The task scatter: each element gets its own cells of one output.
#pragma once

#include <vector>

#include "04_exclusive_scan/launches.h"

namespace lockstep::exclusive_scan {

inline std::vector<unsigned> counts_of(const std::vector<int>& in) {
  std::vector<unsigned> counts;
  for (const int x : in) counts.push_back(static_cast<unsigned>(x) & 3u);
  return counts;
}

/// The counts come from the submission; the offsets are the right ones, so
/// that each kernel is judged by itself.
inline Experiment scatter(const Case& c) {
  const auto values = c.integers();
  const auto counts = counts_of(values);
  std::vector<unsigned> offsets;
  std::vector<int> cells;
  for (std::size_t i = 0; i < values.size(); ++i) {
    offsets.push_back(static_cast<unsigned>(cells.size()));
    for (unsigned k = 0; k < counts[i]; ++k)
      cells.push_back(scan::wrapping_sum(values[i], static_cast<int>(k)));
  }
  Experiment experiment;
  const auto in = experiment.input("in", values);
  const auto wanted = experiment.output(
      "counts", Expected<unsigned>{.values = counts, .size = values.size()});
  const auto places = experiment.input("offsets", offsets);
  const auto out = experiment.output(
      "out",
      Expected<int>{.values = cells, .unit = "cell", .size = values.size()});
  const LaunchShape grid = shape(c, c.block_threads);
  experiment.launch(
      Kernel("count_items(const int* in, unsigned* counts, unsigned n)"), grid,
      in, wanted, c.size);
  experiment.launch(Kernel("scatter_allocated(const int* in, const unsigned* "
                           "offsets, int* out, unsigned n)"),
                    grid, in, places, out, c.size);
  return experiment;
}

}  // namespace lockstep::exclusive_scan
