// SPDX-License-Identifier: Apache-2.0
// Cases of lab 02 that the student edition lacks: other sizes around the same
// edges and one that only the seed knows, so that no kernel is right for the
// published list alone.
#include "02_kogge_stone/launches.h"
#include "02_kogge_stone/sections.h"
#include "device/generated_data.h"

using namespace lockstep;
using namespace lockstep::kogge_stone;

namespace {

const Kernel single(
    "kogge_stone_single(const float* in, float* out, unsigned n)");
const Kernel double_buffered(
    "kogge_stone_double(const float* in, float* out, unsigned n)");
const Kernel by_warps("kogge_stone_warp(const int* in, int* out, unsigned n)");

CaseGrid around_blocks(Task& task) {
  const std::uint32_t threads = task.constant(block_threads_constant());
  const auto drawn =
      static_cast<std::uint32_t>(2 + mixed_bits(task.seed(), 0) % 4000);
  return {.sizes = {threads / 2 + 1, 3 * threads - 1, 4 * threads + 3,
                    9 * threads + 31, drawn},
          .block_threads = {threads}};
}

}  // namespace

HIDDEN_CASES("single") {
  task.check(around_blocks(task), float_sections(single));
}

HIDDEN_CASES("double") {
  task.check(around_blocks(task), float_sections(double_buffered));
}

HIDDEN_CASES("warp") {
  task.check(around_blocks(task), int_sections(by_warps));
}

HIDDEN_CASES("sections") {
  CaseGrid grid = around_blocks(task);
  grid.variants = {"add", "compose"};
  // One more than a section of sections: a third level of totals.
  const std::uint32_t threads = grid.block_threads[0];
  if (threads <= 256) grid.sizes.push_back(threads * threads + 1);
  task.check(grid, hierarchical);
}
