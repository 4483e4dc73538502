// SPDX-License-Identifier: Apache-2.0
// The task fast: three launches, right at every size, then as fast as reading
// the input twice allows.
#pragma once

#include <fmt/format.h>

#include <cstring>
#include <vector>

#include "02_kogge_stone/launches.h"
#include "device/generated_data.h"
#include "harness/session/timed_rung.h"

namespace lockstep::kogge_stone {

inline const Kernel fast_totals(
    "fast_totals(const int* in, int* tile_totals, unsigned n)");
inline const Kernel fast_scan_totals(
    "fast_scan_totals(int* tile_totals, unsigned count)");
inline const Kernel fast_scan(
    "fast_scan(const int* in, const int* carries, int* out, unsigned n)");

/// The shape that the submission exports.
struct FastShape {
  std::uint32_t threads = 0, items = 0;

  /// `exported` reads a constant of the submission.
  explicit FastShape(const auto& exported)
      : threads(exported(Constant{.name = "kogge_stone_fast_block_threads",
                                  .least = 32,
                                  .most = 1024,
                                  .multiple_of = 32,
                                  .example = 256})),
        items(exported(Constant{.name = "kogge_stone_fast_items_per_thread",
                                .least = 1,
                                .most = 1u << 10,
                                .example = 16})) {}

  LaunchShape launch(std::uint32_t n) const {
    return {blocks_for(n, std::uint64_t{threads} * items), threads};
  }
};

inline FastShape fast_shape(Task& task) {
  return FastShape(
      [&](const Constant& constant) { return task.constant(constant); });
}

inline void launch_fast(Experiment& experiment, const FastShape& shape,
                        BufferArgument in, BufferArgument out,
                        std::uint32_t n) {
  const LaunchShape tiles = shape.launch(n);
  const auto totals = experiment.scratch<int>("tile_totals", tiles.blocks);
  experiment.launch(fast_totals, tiles, in, totals, n);
  experiment.launch(fast_scan_totals, {1, shape.threads}, totals, tiles.blocks);
  experiment.launch(fast_scan, tiles, in, totals, out, n);
}

inline Experiment fast_scan_of(const Case& c, const FastShape& shape) {
  Experiment experiment;
  const auto values = c.integers();
  const auto in = experiment.input("in", values);
  const auto out = experiment.output(
      "out", scan::scanned_whole(values, shape.threads * shape.items, 0,
                                 scan::wrapping_sum));
  launch_fast(experiment, shape, in, out, c.size);
  return experiment;
}

inline void check_fast(Task& task) {
  const FastShape shape = fast_shape(task);
  task.check({.sizes = task.sizes(largest_sent)},
             [shape](const Case& c) { return fast_scan_of(c, shape); });
}

/// On data that the device makes; `out` is the second buffer.
inline Experiment generated_scan(std::uint32_t n, const FastShape& shape,
                                 std::uint64_t seed) {
  Experiment experiment;
  const auto in = experiment.generated("in", n, seed);
  const auto out = experiment.scratch<int>("out", n);
  launch_fast(experiment, shape, in, out, n);
  return experiment;
}

/// Checksum of the scan of generated words.
inline std::uint64_t scan_checksum(std::uint32_t n, std::uint64_t seed) {
  std::uint32_t sum = 0;
  std::uint64_t mixed = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    sum += generated_word(seed, i);
    mixed += mixed_bits(sum, i);
  }
  return mixed;
}

/// Of 10 points: 4 for right results, 6 within 2.25 times CUB's time at every
/// size, 8 within 1.75, all within 1.45. The input is read twice and written
/// once, where CUB reads it once; on an H200 the solution takes 1.30.
inline int fast_points(double worst_ratio) {
  if (!(worst_ratio <= 2.25)) return 4;
  if (!(worst_ratio <= 1.75)) return 6;
  return worst_ratio <= 1.45 ? 10 : 8;
}

inline void time_fast(Task& task) {
  const FastShape shape = fast_shape(task);
  const Ratios ratios = time_against_reference(
      task, {.name = "fast_scan",
             .reference = "cub_scan.cu",
             .experiment =
                 [&](std::uint32_t n, std::uint64_t seed) {
                   return generated_scan(n, shape, seed);
                 },
             .right_checksum = scan_checksum,
             .bytes = [](std::uint32_t n) { return 8 * std::uint64_t{n}; }});
  task.award(fast_points(ratios.worst),
             fmt::format("the three launches take {:.2f} of CUB's time at "
                         "2^28 and at most {:.2f} at any size; all points "
                         "need 1.45",
                         ratios.at_largest, ratios.worst));
}

}  // namespace lockstep::kogge_stone
