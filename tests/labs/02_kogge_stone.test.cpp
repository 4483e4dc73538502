// SPDX-License-Identifier: Apache-2.0
// The autograder of lab 02, to be read as its specification: one task a rung,
// in order. B is the block size that the submission exports; a section is the
// B elements that one block scans.
#include "02_kogge_stone/bench.h"
#include "02_kogge_stone/fast.h"
#include "02_kogge_stone/launches.h"
#include "02_kogge_stone/operators.h"
#include "02_kogge_stone/question.h"
#include "02_kogge_stone/sections.h"

using namespace lockstep;
using namespace lockstep::kogge_stone;

namespace {

const Kernel single(
    "kogge_stone_single(const float* in, float* out, unsigned n)");
const Kernel double_buffered(
    "kogge_stone_double(const float* in, float* out, unsigned n)");
const Kernel by_warps("kogge_stone_warp(const int* in, int* out, unsigned n)");
const Kernel repair(
    "kogge_stone_repair(const float* in, float* out, unsigned n)");

}  // namespace

LAB_BENCH(ladder);

LAB_TASK("predict", "Passes and work of the scan, before any code", 10) {
  const Question question(task.seed());
  task.answers(question.text(), question.answers());
}

LAB_TASK("single", "One buffer, two barriers a step", 15) {
  const CaseGrid grid = grid_of(task);
  const Build build = float_sections(single);
  task.check(grid, build);
  task.gate(grid, 4 * grid.block_threads[0], build,
            [](const Case& c) { return std::vector{additions_at_most(c)}; });
}

LAB_TASK("double", "Two buffers, one barrier a step", 15) {
  const CaseGrid grid = grid_of(task);
  const Build build = float_sections(double_buffered);
  task.check(grid, build);
  task.gate(grid, 4 * grid.block_threads[0], build, [](const Case& c) {
    return std::vector{
        block_barriers_at_most(steps(c) + 1, "one a step, and one more")};
  });
}

LAB_TASK("op", "One scan for every associative operator", 15) {
  CaseGrid grid = grid_of(task);
  grid.variants = {"int", "float", "max", "compose"};
  task.check(grid, [](const Case& c) { return scan_with(c.variant, c); });
}

LAB_TASK("sections", "Any n: sections, their totals, their carries", 15) {
  CaseGrid grid = grid_of(task);
  grid.variants = {"add", "compose"};
  task.check(grid, hierarchical);
}

LAB_TASK("warp", "Sums that travel between registers", 10) {
  const CaseGrid grid = grid_of(task);
  const Build build = int_sections(by_warps);
  task.check(grid, build);
  task.gate(grid, 4 * grid.block_threads[0], build, [](const Case& c) {
    return std::vector{shared_stores_at_most(
        4 * c.size / 32, "four by each warp; its total and its carry are two")};
  });
}

LAB_TASK("repair", "The single buffer with one barrier, made correct", 10) {
  task.check(grid_of(task), float_sections(repair));
}

GPU_LAB_TASK("fast", "Three launches, close to the speed of the memory", 10) {
  check_fast(task);
  time_fast(task);
}
