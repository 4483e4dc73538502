// SPDX-License-Identifier: Apache-2.0
// The tasks lookback and fast: an exclusive scan in one launch, right under
// every order of blocks, then as fast as CUB.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "04_exclusive_scan/launches.h"
#include "device/generated_data.h"
#include "harness/session/timed_rung.h"

namespace lockstep::exclusive_scan {

inline const Kernel scan_lookback(
    "scan_lookback(const int* in, int* out, unsigned long long* tile_states, "
    "unsigned* ticket, unsigned n)");

/// The shape that the submission exports.
struct LookbackShape {
  std::uint32_t threads = 0, items = 0;

  /// `exported` reads a constant of the submission.
  explicit LookbackShape(const auto& exported)
      : threads(
            exported(Constant{.name = "exclusive_scan_lookback_block_threads",
                              .least = 32,
                              .most = 1024,
                              .multiple_of = 32,
                              .example = 256})),
        items(exported(
            Constant{.name = "exclusive_scan_lookback_items_per_thread",
                     .least = 1,
                     .most = 1u << 10,
                     .example = 16})) {}

  std::uint32_t tile() const { return threads * items; }
  LaunchShape launch(std::uint32_t n) const {
    return {blocks_for(n, tile()), threads};
  }
};

inline LookbackShape lookback_shape(Task& task) {
  return LookbackShape(
      [&](const Constant& constant) { return task.constant(constant); });
}

inline void launch_lookback(Experiment& experiment, const LookbackShape& shape,
                            BufferArgument in, BufferArgument out,
                            std::uint32_t n) {
  const LaunchShape tiles = shape.launch(n);
  const auto states = experiment.work_space(
      "tile_states", std::vector<std::uint64_t>(tiles.blocks, 0));
  const auto ticket = experiment.work_space("ticket", std::vector<unsigned>{0});
  experiment.launch(scan_lookback, tiles, in, out, states, ticket, n);
}

inline Experiment lookback(const Case& c, const LookbackShape& shape) {
  Experiment experiment;
  experiment.begin_in_any_order();
  const auto values = c.integers();
  const auto in = experiment.input("in", values);
  const auto out = experiment.output(
      "out",
      scan::exclusive_whole(values, shape.tile(), 0, scan::wrapping_sum));
  launch_lookback(experiment, shape, in, out, c.size);
  return experiment;
}

/// The usual sizes and some of several tiles, which small ones do not have.
inline CaseGrid lookback_grid(Task& task, const LookbackShape& shape) {
  CaseGrid grid{.sizes = task.sizes(largest_sent)};
  for (const std::uint32_t tiles : {2u, 5u, 40u})
    if (tiles * shape.tile() < (1u << 18))
      grid.sizes.push_back(tiles * shape.tile() - tiles);
  return grid;
}

inline void check_lookback(Task& task) {
  const LookbackShape shape = lookback_shape(task);
  task.check(lookback_grid(task, shape),
             [shape](const Case& c) { return lookback(c, shape); });
}

/// On data that the device makes; `out` is the second buffer.
inline Experiment generated_scan(std::uint32_t n, const LookbackShape& shape,
                                 std::uint64_t seed) {
  Experiment experiment;
  const auto in = experiment.generated("in", n, seed);
  const auto out = experiment.scratch<int>("out", n);
  launch_lookback(experiment, shape, in, out, n);
  return experiment;
}

/// Checksum of the exclusive scan of generated words.
inline std::uint64_t scan_checksum(std::uint32_t n, std::uint64_t seed) {
  std::uint32_t sum = 0;
  std::uint64_t mixed = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    mixed += mixed_bits(sum, i);
    sum += generated_word(seed, i);
  }
  return mixed;
}

/// Of 10 points: 4 for right results, 6 within 1.5 times CUB's time at every
/// size, 8 within 1.2, all within 1.08.
inline int fast_points(double worst_ratio) {
  if (!(worst_ratio <= 1.5)) return 4;
  if (!(worst_ratio <= 1.2)) return 6;
  return worst_ratio <= 1.08 ? 10 : 8;
}

inline void time_lookback(Task& task) {
  const LookbackShape shape = lookback_shape(task);
  const Ratios ratios = time_against_reference(
      task, {.name = "scan_lookback",
             .reference = "cub_scan.cu",
             .experiment =
                 [&](std::uint32_t n, std::uint64_t seed) {
                   return generated_scan(n, shape, seed);
                 },
             .right_checksum = scan_checksum,
             .bytes = [](std::uint32_t n) { return 8 * std::uint64_t{n}; }});
  task.award(fast_points(ratios.worst),
             fmt::format("scan_lookback takes {:.2f} of CUB's time at 2^28 and "
                         "at most {:.2f} at any size; all points need 1.08",
                         ratios.at_largest, ratios.worst));
}

}  // namespace lockstep::exclusive_scan
