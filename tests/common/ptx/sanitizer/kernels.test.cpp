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

/// Producers (warp 0) fill a tile and arrive; consumers (warp 1) wait for it.
/// Line 3 writes, line 6 reads, line 9 writes again without having waited.
std::string pipeline_text(bool waits_before_reuse) {
  return kernel_text("pipeline", std::string(R"(.shared .align 4 .b8 tile[128];
.loc 1 3 0
mov.u32 %r1, %tid.x;
and.b32 %r2, %r1, 31;
shl.b32 %r2, %r2, 2;
mov.u32 %r3, tile;
add.u32 %r3, %r3, %r2;
setp.ge.u32 %p1, %r1, 32;
@%p1 bra CONSUMER;
st.shared.u32 [%r3], %r1;
bar.arrive 1, 64;
)") + (waits_before_reuse ? "bar.sync 2, 64;\n" : "") +
                                     R"(.loc 1 9 0
st.shared.u32 [%r3], %r2;
bra DONE;
CONSUMER:
bar.sync 1, 64;
.loc 1 6 0
ld.shared.u32 %r4, [%r3];
)" + (waits_before_reuse ? "bar.arrive 2, 64;\n" : "") +
                                     R"(DONE:
ret;
)");
}

TEST_CASE("sanitizer: a tile must not be filled again before it was read",
          "[ptx][sanitizer]") {
  const bool waits = GENERATE(true, false);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Outcome outcome = run(pipeline_text(waits), "pipeline", 1, 64, seed);
    REQUIRE(outcome.findings.size() == (waits ? 0u : 1u));
    if (!waits) {
      CHECK(outcome.findings[0].tool == "racecheck");
      CHECK(outcome.findings[0].severity == Severity::error);
    }
  }
}

/// Each block stores out[block] in line 3, then expects its own number in
/// ticket by compare-and-swap in line 5: only block 0 finds it there. Block 2
/// tries until that has happened and reads out[0] and out[1] in line 8.
const std::string attempts_text = kernel_text("attempts", R"(.loc 1 3 0
ld.param.u64 %rd2, [out];
ld.param.u64 %rd3, [ticket];
mov.u32 %r2, %ctaid.x;
mul.wide.u32 %rd4, %r2, 4;
add.u64 %rd5, %rd2, %rd4;
st.global.u32 [%rd5], %r2;
membar.gl;
LOOP:
.loc 1 5 0
atom.global.cas.b32 %r5, [%rd3], %r2, 100;
setp.ne.u32 %p1, %r2, 2;
@%p1 bra DONE;
setp.ne.u32 %p1, %r5, 100;
@%p1 bra LOOP;
membar.gl;
.loc 1 8 0
ld.global.u32 %r6, [%rd2];
ld.global.u32 %r7, [%rd2+4];
DONE:
ret;
)");

TEST_CASE("sanitizer: a compare-and-swap that fails publishes nothing",
          "[ptx][sanitizer]") {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Outcome outcome = run(attempts_text, "attempts", 3, 1, seed);
    REQUIRE(outcome.findings.size() == 1);
    CHECK(verdict(outcome, "racecheck") ==
          Verdict{{"read-after-write", "out", 8, 3}});
    CHECK(outcome.findings[0].count == 1);
    CHECK(outcome.findings[0].other_label.starts_with("thread 0 of block 1 "));
  }
}

}  // namespace
}  // namespace lockstep::ptx
