// SPDX-License-Identifier: Apache-2.0
// How the kernels of lab 04 are launched and what they must leave behind.
#pragma once

#include <climits>
#include <string>
#include <vector>

#include "harness/lab/lab_task.h"
#include "scan/reference.h"

namespace lockstep::exclusive_scan {

using scan::blocks_for;

/// B of all kernels but that of lookback and fast.
inline Constant block_threads_constant() {
  return {.name = "exclusive_scan_block_threads",
          .least = 32,
          .most = 512,
          .is_power_of_two = true,
          .example = 256};
}

/// Data of more elements is made on the device.
inline constexpr std::uint32_t largest_sent = 1u << 24;

/// All sizes for the block size that the submission chose.
inline CaseGrid grid_of(Task& task) {
  return {.sizes = task.sizes(largest_sent),
          .block_threads = {task.constant(block_threads_constant())}};
}

/// One block for each `items` elements.
inline LaunchShape shape(const Case& c, std::uint64_t items) {
  return {.blocks = blocks_for(c.size, items), .threads = c.block_threads};
}

/// The input moved to the right by one, the identity in front.
inline std::vector<int> moved(const std::vector<int>& in) {
  std::vector<int> values = in;
  for (std::size_t i = values.size(); i-- > 0;)
    values[i] = i > 0 ? values[i - 1] : 0;
  return values;
}

/// Scans of `items` elements each of the moved input.
inline Expected<int> moved_scan(const std::vector<int>& in, std::size_t items) {
  Expected<int> expected =
      scan::scanned_sections(moved(in), items, 0, scan::wrapping_sum);
  expected.explanations = {
      {"inclusive",
       "every element includes itself: inclusive, where exclusive was asked "
       "for",
       scan::inclusive(in, items, 0, scan::wrapping_sum)},
      {"identity_in_every_block",
       "every block begins with the identity, not with what is left of it",
       scan::exclusive(in, items, 0, scan::wrapping_sum)},
      {"not_scanned", "the input itself", in},
      {"not_scanned", "the input moved by one", moved(in)},
  };
  return expected;
}

/// A kernel (const int* in, int* out, unsigned n) over blocks of `items`
/// elements a thread.
inline Build moved_scans(const Kernel& kernel, std::uint32_t items) {
  return [&kernel, items](const Case& c) {
    Experiment experiment;
    const auto values = c.integers();
    const std::uint64_t block = std::uint64_t{items} * c.block_threads;
    const auto in = experiment.input("in", values);
    const auto out = experiment.output("out", moved_scan(values, block));
    experiment.launch(kernel, shape(c, block), in, out, c.size);
    return experiment;
  };
}

}  // namespace lockstep::exclusive_scan
