// SPDX-License-Identifier: Apache-2.0
// Cases of lab 03 that the student edition lacks: other sizes around the same
// edges and one that only the seed knows, so that no kernel is right for the
// published list alone.
#include "03_brent_kung/launches.h"
#include "03_brent_kung/sections.h"
#include "device/generated_data.h"

using namespace lockstep;
using namespace lockstep::brent_kung;

namespace {

const Kernel inclusive("brent_kung(const float* in, float* out, unsigned n)");
const Kernel exclusive("blelloch(const int* in, int* out, unsigned n)");
const Kernel padded("blelloch_padded(const int* in, int* out, unsigned n)");

CaseGrid around_sections(Task& task) {
  const std::uint32_t threads = task.constant(block_threads_constant());
  const auto drawn =
      static_cast<std::uint32_t>(2 + mixed_bits(task.seed(), 0) % 4000);
  return {.sizes = {threads / 2 + 1, threads + 1, 6 * threads - 1,
                    8 * threads + 3, drawn},
          .block_threads = {threads}};
}

}  // namespace

HIDDEN_CASES("inclusive") {
  task.check(around_sections(task),
             [](const Case& c) { return inclusive_scan(inclusive, c); });
}

HIDDEN_CASES("blelloch") {
  task.check(around_sections(task),
             [](const Case& c) { return exclusive_scan(exclusive, c); });
}

HIDDEN_CASES("padded") {
  task.check(around_sections(task),
             [](const Case& c) { return exclusive_scan(padded, c); });
}

HIDDEN_CASES("sections") {
  CaseGrid grid = around_sections(task);
  grid.variants = {"add", "compose"};
  // One more than a section of sections: a third level of totals.
  const std::uint32_t section = 2 * grid.block_threads[0];
  if (section <= 512) grid.sizes.push_back(section * section + 1);
  task.check(grid, hierarchical);
}
