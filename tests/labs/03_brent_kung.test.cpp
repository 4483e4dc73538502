// SPDX-License-Identifier: Apache-2.0
// The autograder of lab 03, to be read as its specification: one task a rung,
// in order. B is the block size that the submission exports; a section is the
// 2 B elements that one block scans.
#include "03_brent_kung/bench.h"
#include "03_brent_kung/fast.h"
#include "03_brent_kung/launches.h"
#include "03_brent_kung/question.h"
#include "03_brent_kung/sections.h"

using namespace lockstep;
using namespace lockstep::brent_kung;

namespace {

const Kernel phase(
    "brent_kung_reduce_phase(const float* in, float* out, unsigned n)");
const Kernel inclusive("brent_kung(const float* in, float* out, unsigned n)");
const Kernel exclusive("blelloch(const int* in, int* out, unsigned n)");
const Kernel exclusive_of_functions(
    "blelloch_compose(const Affine* in, Affine* out, unsigned n)");
const Kernel padded("blelloch_padded(const int* in, int* out, unsigned n)");

}  // namespace

LAB_BENCH(ladder);

LAB_TASK("predict", "Both trees and their work, before any code", 10) {
  const Question question(task.seed());
  task.answers(question.text(), question.answers());
}

LAB_TASK("reduce_phase", "The up-sweep of a section", 10) {
  task.check(grid_of(task),
             [](const Case& c) { return reduce_phase(phase, c); });
}

LAB_TASK("inclusive", "Up-sweep and post-scan, inclusive", 20) {
  const CaseGrid grid = grid_of(task);
  const Build build = [](const Case& c) {
    return inclusive_scan(inclusive, c);
  };
  task.check(grid, build);
  task.gate(grid, 8 * grid.block_threads[0], build,
            [](const Case& c) { return std::vector{additions_at_most(c)}; });
}

LAB_TASK("blelloch", "Up-sweep and down-sweep, exclusive", 20) {
  CaseGrid grid = grid_of(task);
  grid.variants = {"add", "compose"};
  task.check(grid, [](const Case& c) {
    if (c.variant == "compose")
      return exclusive_compose(exclusive_of_functions, c);
    return exclusive_scan(exclusive, c);
  });
}

LAB_TASK("padded", "Padding against bank conflicts", 15) {
  const CaseGrid grid = grid_of(task);
  const Build build = [](const Case& c) { return exclusive_scan(padded, c); };
  task.check(grid, build);
  task.gate(grid, 8 * grid.block_threads[0], build,
            [](const Case&) { return no_bank_conflicts(); });
}

LAB_TASK("sections", "Any n: sections, their totals, their carries", 15) {
  CaseGrid grid = grid_of(task);
  grid.variants = {"add", "compose"};
  task.check(grid, hierarchical);
}

GPU_LAB_TASK("fast", "Coarsened tiles, close to the speed of a copy", 10) {
  check_fast(task);
  time_fast(task);
}
