// SPDX-License-Identifier: Apache-2.0
// The autograder of lab 01, to be read as its specification: one task a rung,
// in order. B is the block size that the submission exports; sums wrap.
#include "01_reduction/bench.h"
#include "01_reduction/fast.h"
#include "01_reduction/launches.h"
#include "01_reduction/operators.h"
#include "01_reduction/question.h"
#include "01_reduction/two_phase.h"

using namespace lockstep;
using namespace lockstep::reduction;

namespace {

const Kernel gmem("reduce_gmem(int* data, int* block_sums, unsigned n)");
const Kernel smem("reduce_smem(const int* in, int* block_sums, unsigned n)");
const Kernel unrolled(
    "reduce_unrolled(const int* in, int* block_sums, unsigned n)");
const Kernel dynamic(
    "reduce_dynamic(const int* in, int* block_sums, unsigned n)");
const Kernel shuffle(
    "reduce_shuffle(const int* in, int* block_sums, unsigned n)");
const Kernel repair(
    "reduce_volatile(const int* in, int* block_sums, unsigned n)");

}  // namespace

LAB_BENCH(ladder);

LAB_TASK("predict", "Steps and work of a tree, before any code", 10) {
  const Question question(task.seed());
  task.answers(question.text(), question.answers());
}

LAB_TASK("gmem", "A tree in place, in global memory", 10) {
  task.check(grid_of(task), [](const Case& c) {
    Experiment experiment;
    const auto values = c.integers();
    const auto data = experiment.work_space("data", values);
    const auto sums = experiment.output("block_sums", block_sums(values, c, 1));
    experiment.launch(gmem, shape(c, 1), data, sums, c.size);
    return experiment;
  });
}

LAB_TASK("smem", "The same tree in shared memory", 10) {
  const CaseGrid grid = grid_of(task);
  const Build build = sums_per_block(smem, 1);
  task.check(grid, build);
  task.gate(grid, 16 * grid.block_threads[0], build, reads_once_stores_once(1));
}

LAB_TASK("unrolled", "Four data blocks a thread block, summed on load", 10) {
  const CaseGrid grid = grid_of(task);
  const Build build = sums_per_block(unrolled, 4);
  task.check(grid, build);
  task.gate(grid, 16 * grid.block_threads[0], build, reads_once_stores_once(4));
}

LAB_TASK("dynamic", "Any block size, shared memory sized at launch", 10) {
  const CaseGrid grid{.sizes = task.sizes(largest_sent),
                      .block_threads = {32, 64, 128, 256, 512, 1024}};
  task.check(grid, [](const Case& c) {
    LaunchShape launch = shape(c, 4);
    launch.dynamic_shared_bytes = 4 * c.block_threads;
    return sums_of(dynamic, c, 4, launch);
  });
}

LAB_TASK("shuffle", "Sums that travel between registers", 10) {
  const CaseGrid grid = grid_of(task);
  const Build build = sums_per_block(shuffle, 1);
  task.check(grid, build);
  task.gate(grid, 16 * grid.block_threads[0], build, [](const Case&) {
    return std::vector{block_barriers_at_most(2, "one is enough")};
  });
}

LAB_TASK("op", "One tree for every associative operator", 10) {
  CaseGrid grid = grid_of(task);
  grid.variants = {"add", "multiply", "and", "or", "max", "compose"};
  task.check(grid, reduce_op);
}

LAB_TASK("two_phase", "Everything in two launches, or in more", 10) {
  task.check({.sizes = task.sizes(), .variants = {"two_launches"}},
             two_launches);
  task.check(
      {.sizes = task.sizes(), .block_threads = {256}, .variants = {"again"}},
      again_and_again);
}

LAB_TASK("repair", "The last warp without a barrier, made correct", 10) {
  task.check(grid_of(task), sums_per_block(repair, 1));
}

GPU_LAB_TASK("fast", "One launch, close to the read roof", 10) {
  check_fast(task);
  time_fast(task);
}
