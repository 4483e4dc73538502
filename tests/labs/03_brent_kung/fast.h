// SPDX-License-Identifier: Apache-2.0
// The task fast: the scan of every tile in one launch, right at every size,
// then near the speed of a copy.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "03_brent_kung/launches.h"
#include "device/generated_data.h"
#include "harness/session/timed_rung.h"

namespace lockstep::brent_kung {

inline const Kernel fast_sections(
    "fast_sections(const int* in, int* out, int* tile_totals, unsigned n)");

/// The shape that the submission exports.
struct FastShape {
  std::uint32_t threads = 0, items = 0;

  /// `exported` reads a constant of the submission.
  explicit FastShape(const auto& exported)
      : threads(exported(Constant{.name = "brent_kung_fast_block_threads",
                                  .least = 32,
                                  .most = 1024,
                                  .multiple_of = 32,
                                  .example = 256})),
        items(exported(Constant{.name = "brent_kung_fast_items_per_thread",
                                .least = 1,
                                .most = 1u << 10,
                                .example = 16})) {}

  std::uint32_t tile() const { return threads * items; }
  LaunchShape launch(std::uint32_t n) const {
    return {blocks_for(n, tile()), threads};
  }
};

inline FastShape fast_shape(Task& task) {
  return FastShape(
      [&](const Constant& constant) { return task.constant(constant); });
}

/// The total of each tile, 0 where it is empty.
inline std::vector<int> totals_of(const std::vector<int>& in,
                                  const FastShape& shape) {
  const auto n = static_cast<std::uint32_t>(in.size());
  std::vector<int> totals(shape.launch(n).blocks, 0);
  for (std::size_t i = 0; i < in.size(); ++i)
    totals[i / shape.tile()] =
        scan::wrapping_sum(totals[i / shape.tile()], in[i]);
  return totals;
}

inline Experiment fast_scan_of(const Case& c, const FastShape& shape) {
  Experiment experiment;
  const auto values = c.integers();
  const auto in = experiment.input("in", values);
  const auto out = experiment.output(
      "out",
      scan::exclusive_sections(values, shape.tile(), 0, scan::wrapping_sum));
  const auto totals = experiment.output(
      "tile_totals", Expected<int>{.values = totals_of(values, shape),
                                   .unit = "tile",
                                   .covers = shape.tile(),
                                   .size = values.size()});
  experiment.launch(fast_sections, shape.launch(c.size), in, out, totals,
                    c.size);
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
  const auto totals =
      experiment.scratch<int>("tile_totals", shape.launch(n).blocks);
  experiment.launch(fast_sections, shape.launch(n), in, out, totals, n);
  return experiment;
}

/// Checksum of the exclusive scan of tiles of generated words.
inline std::uint64_t scan_checksum(std::uint32_t n, std::uint64_t seed,
                                   std::uint32_t tile) {
  std::uint32_t sum = 0;
  std::uint64_t mixed = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (i % tile == 0) sum = 0;
    mixed += mixed_bits(sum, i);
    sum += generated_word(seed, i);
  }
  return mixed;
}

/// Of 10 points: 4 for right results, 6 within 1.3 times the time of CUB's
/// whole scan at every size, 8 within 1.0, all within 0.85: both move the same
/// bytes, but these tiles need not wait for each other. The solution takes
/// 0.75 on an H200, at the speed of a copy.
inline int fast_points(double worst_ratio) {
  if (!(worst_ratio <= 1.3)) return 4;
  if (!(worst_ratio <= 1.0)) return 6;
  return worst_ratio <= 0.85 ? 10 : 8;
}

inline void time_fast(Task& task) {
  const FastShape shape = fast_shape(task);
  const Ratios ratios = time_against_reference(
      task, {.name = "fast_sections",
             .reference = "cub_scan.cu",
             .experiment =
                 [&](std::uint32_t n, std::uint64_t seed) {
                   return generated_scan(n, shape, seed);
                 },
             .right_checksum =
                 [&](std::uint32_t n, std::uint64_t seed) {
                   return scan_checksum(n, seed, shape.tile());
                 },
             .bytes = [](std::uint32_t n) { return 8 * std::uint64_t{n}; }});
  task.award(fast_points(ratios.worst),
             fmt::format("fast_sections takes {:.2f} of the time of CUB's "
                         "scan at 2^28 and at most {:.2f} at any size; all "
                         "points need 0.85",
                         ratios.at_largest, ratios.worst));
}

}  // namespace lockstep::brent_kung
