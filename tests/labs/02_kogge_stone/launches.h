// SPDX-License-Identifier: Apache-2.0
// How the kernels of lab 02 are launched and what they must leave behind.
#pragma once

#include <bit>
#include <string>
#include <vector>

#include "harness/lab/lab_task.h"
#include "scan/inputs.h"
#include "scan/reference.h"

namespace lockstep::kogge_stone {

using scan::blocks_for;

/// B of all kernels but those of fast.
inline Constant block_threads_constant() {
  return {.name = "kogge_stone_block_threads",
          .least = 32,
          .most = 1024,
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

/// One block for each section of B elements.
inline LaunchShape shape(const Case& c) {
  return {.blocks = blocks_for(c.size, c.block_threads),
          .threads = c.block_threads};
}

/// A kernel (const T* in, T* out, unsigned n) that scans every section.
template <class T>
Experiment scan_of(const Kernel& kernel, const Case& c,
                   const std::vector<T>& values, Expected<T> right) {
  Experiment experiment;
  const auto in = experiment.input("in", values);
  const auto out = experiment.output("out", std::move(right));
  experiment.launch(kernel, shape(c), in, out, c.size);
  return experiment;
}

inline Build float_sections(const Kernel& kernel) {
  return [&kernel](const Case& c) {
    const auto values = scan::floats(c);
    return scan_of(kernel, c, values,
                   scan::scanned_floats(values, c.block_threads));
  };
}

inline Build int_sections(const Kernel& kernel) {
  return [&kernel](const Case& c) {
    const auto values = c.integers();
    return scan_of(
        kernel, c, values,
        scan::scanned_sections(values, c.block_threads, 0, scan::wrapping_sum));
  };
}

/// Steps of a section: log2 B.
inline std::uint64_t steps(const Case& c) {
  return static_cast<std::uint64_t>(std::countr_zero(c.block_threads));
}

/// B log2 B - (B - 1) additions in each section are enough; B more do for a
/// thread that adds 0 instead of skipping a step.
inline Gate additions_at_most(const Case& c) {
  return {.symptom = "gate_adds",
          .metric = "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
          .what = "makes {} additions of floats",
          .allowed = shape(c).blocks * c.block_threads * steps(c),
          .allowance = "one by each thread in each of the log2 B steps"};
}

inline Gate shared_stores_at_most(std::uint64_t elements,
                                  std::string allowance) {
  return {.symptom = "gate_shared_stores",
          .metric = "lockstep__shared_elements_stored.sum",
          .what = "stores {} elements in shared memory",
          .allowed = elements,
          .allowance = std::move(allowance)};
}

}  // namespace lockstep::kogge_stone
