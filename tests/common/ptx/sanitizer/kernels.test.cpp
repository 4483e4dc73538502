// SPDX-License-Identifier: Apache-2.0
// All checkers at once on kernels that run on the machine.
#include "kernels.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <set>
#include <tuple>

#include "../kernel_run.h"

namespace lockstep::ptx {
namespace {

constexpr std::uint64_t seeds = 20;

struct Outcome {
  std::vector<Finding> findings;
  std::vector<std::uint32_t> out;
};

Outcome run(const std::string& text, const std::string& kernel,
            std::uint32_t blocks, std::uint32_t threads, std::uint64_t seed) {
  Sanitizer sanitizer;
  Outcome outcome;
  Context context;
  for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  std::vector<std::uint32_t> values(std::size_t{blocks} * threads);
  for (std::size_t index = 0; index < values.size(); ++index)
    values[index] = static_cast<std::uint32_t>(index * 7 + 3);
  const DeviceAddress in = upload(context, values, "in");
  const DeviceAddress out = upload(
      context, std::vector<std::uint32_t>(blocks + 1, 0xdeadbeef), "out");
  const DeviceAddress ticket =
      upload(context, std::vector<std::uint32_t>(1, 0), "ticket");
  LaunchConfig config;
  config.grid = {blocks, 1, 1};
  config.block = {threads, 1, 1};
  config.schedule.seed = seed;
  context.launch(context.load(text, "kernel"), kernel, config,
                 Params().add(in).add(out).add(ticket));
  outcome.out = download<std::uint32_t>(context, out, blocks + 1);
  outcome.findings = sanitizer.findings();
  return outcome;
}

using Verdict = std::set<
    std::tuple<std::string, std::string, std::uint32_t, std::uint32_t>>;

/// Tool, kind and the two lines of each finding of one tool.
Verdict verdict(const Outcome& outcome, const std::string& tool) {
  Verdict verdict;
  for (const Finding& finding : outcome.findings)
    if (finding.tool == tool)
      verdict.emplace(finding.kind, finding.variable, finding.place.line,
                      finding.other.line);
  return verdict;
}

TEST_CASE("sanitizer: a tree reduction is silent and right under every seed",
          "[ptx][sanitizer]") {
  std::vector<std::uint32_t> expected(3, 0);
  for (std::uint32_t index = 0; index < 3 * 256; ++index)
    expected[index / 256] += index * 7 + 3;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Outcome outcome = run(tree_text(true, true), "tree", 3, 256, seed);
    CHECK(outcome.findings.empty());
    for (std::size_t block = 0; block < 3; ++block)
      CHECK(outcome.out[block] == expected[block]);
  }
}

TEST_CASE(
    "sanitizer: a tree without a barrier is reported alike under every "
    "seed",
    "[ptx][sanitizer]") {
  const bool has_first = GENERATE(true, false);
  // In the loop's last step thread 0 itself wrote what line 9 reads.
  const Verdict expected{{"read-after-write", "tile", 6, has_first ? 6u : 3u}};
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Outcome outcome =
        run(tree_text(has_first, !has_first), "tree", 3, 256, seed);
    CHECK(verdict(outcome, "racecheck") == expected);
  }
}

TEST_CASE("sanitizer: the last block's ticket needs a fence under every seed",
          "[ptx][sanitizer]") {
  const bool has_fence = GENERATE(true, false);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Outcome outcome = run(ticket_text(has_fence), "ticket", 9, 32, seed);
    CHECK(outcome.out[9] == 45);
    const Verdict expected =
        has_fence ? Verdict{} : Verdict{{"read-after-write", "out", 8, 3}};
    CHECK(verdict(outcome, "racecheck") == expected);
  }
}

TEST_CASE(
    "sanitizer: finds a missing __syncwarp, a cell that nobody wrote "
    "and a read past the end in one run",
    "[ptx][sanitizer]") {
  const Outcome outcome =
      run(neighbour_text(false, true), "neighbour", 1, 32, 1);
  CHECK(verdict(outcome, "racecheck") ==
        Verdict{{"read-after-write", "tile", 5, 3}});
  CHECK(verdict(outcome, "initcheck") ==
        Verdict{{"uninitialised read", "tile", 5, 0}});
  CHECK(verdict(outcome, "memcheck") ==
        Verdict{{"out-of-bounds read", "in", 6, 0}});
  REQUIRE(outcome.findings.size() == 3);
  CHECK(outcome.findings[0].severity == Severity::error);
  CHECK(outcome.findings[2].severity == Severity::warning);
  CHECK(outcome.findings[2].place.file == "kernel.cu");
}

TEST_CASE("sanitizer: with a __syncwarp only the unwritten cell is left",
          "[ptx][sanitizer]") {
  const Outcome outcome =
      run(neighbour_text(true, false), "neighbour", 1, 32, 1);
  REQUIRE(outcome.findings.size() == 1);
  CHECK(outcome.findings[0].tool == "initcheck");
  CHECK(outcome.findings[0].threads[0] == "(31,0,0)");
}

}  // namespace
}  // namespace lockstep::ptx
