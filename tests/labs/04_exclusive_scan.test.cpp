// SPDX-License-Identifier: Apache-2.0
// The autograder of lab 04, to be read as its specification: one task a rung,
// in order. B is the block size that the submission exports.
#include "04_exclusive_scan/any_size.h"
#include "04_exclusive_scan/bench.h"
#include "04_exclusive_scan/conversions.h"
#include "04_exclusive_scan/launches.h"
#include "04_exclusive_scan/lookback.h"
#include "04_exclusive_scan/question.h"
#include "04_exclusive_scan/scatter.h"

using namespace lockstep;
using namespace lockstep::exclusive_scan;

namespace {

const Kernel kogge_stone(
    "exclusive_kogge_stone(const int* in, int* out, unsigned n)");
const Kernel brent_kung(
    "exclusive_brent_kung(const int* in, int* out, unsigned n)");

}  // namespace

LAB_BENCH(ladder);

LAB_TASK("predict", "Both scans of the same elements, before any code", 10) {
  const Question question(task.seed());
  task.answers(question.text(), question.answers());
}

LAB_TASK("kogge_stone", "The load moved by one, across blocks", 10) {
  task.check(grid_of(task), moved_scans(kogge_stone, 1));
}

LAB_TASK("brent_kung", "The same with two elements a thread", 10) {
  task.check(grid_of(task), moved_scans(brent_kung, 2));
}

LAB_TASK("convert", "From one scan to the other, and back", 15) {
  CaseGrid grid = grid_of(task);
  grid.variants = {"to_exclusive", "to_inclusive"};
  task.check(grid, [](const Case& c) {
    return c.variant == "to_inclusive" ? to_inclusive(c) : to_exclusive(c);
  });
}

LAB_TASK("any_size", "Any n, an identity other than 0, and order", 15) {
  CaseGrid grid = grid_of(task);
  grid.variants = {"max", "compose"};
  task.check(grid, any_size);
}

LAB_TASK("scatter", "Cells of one output for every element", 15) {
  task.check(grid_of(task), scatter);
}

LAB_TASK("lookback", "One launch: tiles that wait for each other", 15) {
  check_lookback(task);
}

GPU_LAB_TASK("fast", "The same, as fast as CUB", 10) {
  check_lookback(task);
  time_lookback(task);
}
