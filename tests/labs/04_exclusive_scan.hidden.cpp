// SPDX-License-Identifier: Apache-2.0
// Cases of lab 04 that the student edition lacks: other sizes around the same
// edges and one that only the seed knows, so that no kernel is right for the
// published list alone.
#include "04_exclusive_scan/any_size.h"
#include "04_exclusive_scan/launches.h"
#include "04_exclusive_scan/lookback.h"
#include "04_exclusive_scan/scatter.h"
#include "device/generated_data.h"

using namespace lockstep;
using namespace lockstep::exclusive_scan;

namespace {

const Kernel kogge_stone(
    "exclusive_kogge_stone(const int* in, int* out, unsigned n)");
const Kernel brent_kung(
    "exclusive_brent_kung(const int* in, int* out, unsigned n)");

CaseGrid around_blocks(Task& task) {
  const std::uint32_t threads = task.constant(block_threads_constant());
  const auto drawn =
      static_cast<std::uint32_t>(2 + mixed_bits(task.seed(), 0) % 4000);
  return {.sizes = {threads / 2 + 1, threads + 1, 3 * threads - 1,
                    4 * threads + 3, drawn},
          .block_threads = {threads}};
}

}  // namespace

HIDDEN_CASES("kogge_stone") {
  task.check(around_blocks(task), moved_scans(kogge_stone, 1));
}

HIDDEN_CASES("brent_kung") {
  task.check(around_blocks(task), moved_scans(brent_kung, 2));
}

HIDDEN_CASES("any_size") {
  CaseGrid grid = around_blocks(task);
  grid.variants = {"max", "compose"};
  // One more than a block of blocks: a third level of totals.
  const std::uint32_t threads = grid.block_threads[0];
  if (threads <= 256) grid.sizes.push_back(threads * threads + 1);
  task.check(grid, any_size);
}

HIDDEN_CASES("scatter") { task.check(around_blocks(task), scatter); }

HIDDEN_CASES("lookback") {
  const LookbackShape shape = lookback_shape(task);
  // More tiles than a warp looks back at.
  const auto drawn =
      static_cast<std::uint32_t>(1 + mixed_bits(task.seed(), 1) % 90);
  const std::uint32_t tiles = shape.tile() > 8192 ? 3 : drawn;
  task.check({.sizes = {tiles * shape.tile() + 1, 12'345}},
             [shape](const Case& c) { return lookback(c, shape); });
}
