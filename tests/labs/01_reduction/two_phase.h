// SPDX-License-Identifier: Apache-2.0
// The two ways in which one kernel sums everything.
#pragma once

#include <vector>

#include "01_reduction/launches.h"
#include "device/generated_data.h"

namespace lockstep::reduction {

inline const Kernel two_phase(
    "reduce_two_phase(const int* in, int* block_sums, unsigned n)");

struct InputAndSum {
  BufferArgument in;
  int sum = 0;
};

/// Data for any size: what is too large to be sent is made on the device.
inline InputAndSum input_and_sum(Experiment& experiment, const Case& c) {
  InputAndSum result;
  if (c.size > largest_sent) {
    result.in = experiment.generated("in", c.size, c.data_seed());
    for (std::uint32_t i = 0; i < c.size; ++i)
      result.sum = wrapping_sum(
          result.sum, static_cast<int>(generated_word(c.data_seed(), i)));
    return result;
  }
  const auto values = c.integers();
  result.in = experiment.input("in", values);
  for (const int value : values) result.sum = wrapping_sum(result.sum, value);
  return result;
}

inline Expected<int> total(int sum, const Case& c) {
  return {.values = {sum}, .unit = "sum", .covers = c.size, .size = c.size};
}

/// The source's shape: 1024 blocks of 1024 threads, then one block on their
/// sums. Small sizes take fewer blocks, some of them with nothing to do.
inline Experiment two_launches(const Case& c) {
  constexpr std::uint32_t threads = 1024;
  const std::uint32_t blocks =
      c.size < (1u << 18) ? blocks_for(c.size, 4 * threads) + 1 : 1024;
  Experiment experiment;
  const auto [in, sum] = input_and_sum(experiment, c);
  const auto sums = experiment.scratch<int>("block_sums", blocks);
  const auto out = experiment.output("out", total(sum, c));
  experiment.launch(two_phase, {blocks, threads}, in, sums, c.size);
  experiment.launch(two_phase, {1, threads}, sums, out, blocks);
  return experiment;
}

/// On its own block sums until one value is left.
inline Experiment again_and_again(const Case& c) {
  Experiment experiment;
  const auto [data, sum] = input_and_sum(experiment, c);
  BufferArgument in = data;
  std::uint32_t left = c.size;
  do {
    const std::uint32_t blocks = blocks_for(left, c.block_threads);
    const auto out = blocks == 1
                         ? experiment.output("out", total(sum, c))
                         : experiment.scratch<int>("block_sums", blocks);
    experiment.launch(two_phase, {blocks, c.block_threads}, in, out, left);
    in = out;
    left = blocks;
  } while (left > 1);
  return experiment;
}

}  // namespace lockstep::reduction
