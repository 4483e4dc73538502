// SPDX-License-Identifier: Apache-2.0
// Cases of lab 01 that the student edition lacks: other sizes around the same
// edges and one that only the seed knows, so that no kernel is right for the
// published list alone.
#include "01_reduction/launches.h"
#include "01_reduction/two_phase.h"
#include "device/generated_data.h"

using namespace lockstep;
using namespace lockstep::reduction;

namespace {

const Kernel smem("reduce_smem(const int* in, int* block_sums, unsigned n)");
const Kernel unrolled(
    "reduce_unrolled(const int* in, int* block_sums, unsigned n)");
const Kernel shuffle(
    "reduce_shuffle(const int* in, int* block_sums, unsigned n)");

CaseGrid around_blocks(Task& task) {
  const std::uint32_t threads = block_threads(task);
  const auto drawn =
      static_cast<std::uint32_t>(2 + mixed_bits(task.seed(), 0) % 4000);
  return {.sizes = {threads / 2 + 1, 3 * threads - 1, 4 * threads + 3,
                    9 * threads + 31, drawn},
          .block_threads = {threads}};
}

}  // namespace

HIDDEN_CASES("smem") {
  task.check(around_blocks(task), sums_per_block(smem, 1));
}

HIDDEN_CASES("unrolled") {
  task.check(around_blocks(task), sums_per_block(unrolled, 4));
}

HIDDEN_CASES("shuffle") {
  task.check(around_blocks(task), sums_per_block(shuffle, 1));
}

HIDDEN_CASES("two_phase") {
  task.check({.sizes = {95, 5000, 12'345}, .variants = {"two_launches"}},
             two_launches);
}
