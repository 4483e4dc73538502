// SPDX-License-Identifier: Apache-2.0
// How the kernels of lab 01 are launched and what they must leave behind.
#pragma once

#include <vector>

#include "01_reduction/reference.h"
#include "harness/lab/lab_task.h"

namespace lockstep::reduction {

/// B of all kernels but dynamic, two_phase and fast.
inline Constant block_threads_constant() {
  return {.name = "reduction_block_threads",
          .least = 32,
          .most = 1024,
          .is_power_of_two = true,
          .example = 256};
}
inline std::uint32_t block_threads(Task& task) {
  return task.constant(block_threads_constant());
}

/// Data of more elements is made on the device.
inline constexpr std::uint32_t largest_sent = 1u << 24;

/// All sizes for the block size that the submission chose.
inline CaseGrid grid_of(Task& task) {
  return {.sizes = task.sizes(largest_sent),
          .block_threads = {block_threads(task)}};
}

/// One thread block for each `data_blocks` blocks of B elements.
inline LaunchShape shape(const Case& c, std::uint32_t data_blocks) {
  return {.blocks =
              blocks_for(c.size, std::uint64_t{data_blocks} * c.block_threads),
          .threads = c.block_threads};
}

/// The sum of each `data_blocks` blocks of B elements.
inline Expected<int> block_sums(const std::vector<int>& in, const Case& c,
                                std::uint32_t data_blocks) {
  return reduced(in, std::size_t{data_blocks} * c.block_threads, 0,
                 wrapping_sum);
}

/// A kernel (const int* in, int* block_sums, unsigned n).
inline Experiment sums_of(const Kernel& kernel, const Case& c,
                          std::uint32_t data_blocks, LaunchShape launch) {
  Experiment experiment;
  const auto values = c.integers();
  const auto in = experiment.input("in", values);
  const auto sums =
      experiment.output("block_sums", block_sums(values, c, data_blocks));
  experiment.launch(kernel, launch, in, sums, c.size);
  return experiment;
}

inline Build sums_per_block(const Kernel& kernel, std::uint32_t data_blocks) {
  return [&kernel, data_blocks](const Case& c) {
    return sums_of(kernel, c, data_blocks, shape(c, data_blocks));
  };
}

/// n element loads from global memory and one store a thread block.
inline Gates reads_once_stores_once(std::uint32_t data_blocks) {
  return [data_blocks](const Case& c) {
    return std::vector{global_loads_at_most(c.size, "each element once"),
                       global_stores_at_most(shape(c, data_blocks).blocks,
                                             "one by each thread block")};
  };
}

}  // namespace lockstep::reduction
