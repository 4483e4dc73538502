// SPDX-License-Identifier: Apache-2.0
// Divergence, fairness, budgets: whatever a kernel does, a launch ends.
#include "ptx/launch/scheduler.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "../kernel_body.h"

using namespace lockstep::ptx;

TEST_CASE("lanes that part at a branch meet again behind it",
          "[ptx][divergence]") {
  const BodyRun run = run_body(R"(
  setp.lt.u32 %p0, %lane, 10;
  @%p0 bra SMALL;
  mov.u32 %r1, 100;
  bra JOIN;
SMALL:
  mov.u32 %r1, 200;
JOIN:
  activemask.b32 %r2;
  setp.eq.u32 %p1, %r2, 0xffffffff;
  @%p1 add.u32 %r1, %r1, 1;
  st.global.u32 [%out], %r1;
)");
  REQUIRE(run.result.message == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(run.out[i] == (i < 10 ? 201 : 101));
}

TEST_CASE("lanes with different trip counts leave a loop together",
          "[ptx][divergence]") {
  const BodyRun run = run_body(R"(
  mov.u32 %r1, 0;
LOOP:
  add.u32 %r1, %r1, 1;
  setp.le.u32 %p0, %r1, %lane;
  @%p0 bra LOOP;
  activemask.b32 %r2;
  st.global.u32 [%out], %r2;
)");
  REQUIRE(run.result.message == "");
  for (const std::uint32_t mask : run.out) CHECK(mask == 0xffffffff);
}

TEST_CASE("a branch table sends each lane its way", "[ptx][divergence]") {
  const BodyRun run = run_body(R"(
  and.b32 %r1, %lane, 1;
TABLE: .branchtargets EVEN, ODD;
  brx.idx %r1, TABLE;
EVEN:
  mov.u32 %r2, 20;
  bra JOIN;
ODD:
  mov.u32 %r2, 30;
JOIN:
  st.global.u32 [%out], %r2;
)");
  REQUIRE(run.result.message == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(run.out[i] == (i % 2 ? 30 : 20));
}

TEST_CASE("a lane that another one waits for gets its turn",
          "[ptx][fairness]") {
  const std::uint64_t seed = GENERATE(0u, 3u);
  // `if (lane == 0) while (!flag); else if (lane == 1) flag = 1;`
  BodyOptions options;
  options.before = ".visible .global .align 4 .u32 flag;";
  options.schedule.seed = seed;
  options.limits.instruction_budget = 100'000;
  const BodyRun run = run_body(R"(
  setp.ne.u32 %p0, %lane, 0;
  @%p0 bra OTHER;
WAIT:
  ld.volatile.global.u32 %r1, [flag];
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra WAIT;
  bra DONE;
OTHER:
  setp.ne.u32 %p0, %lane, 1;
  @%p0 bra DONE;
  st.volatile.global.u32 [flag], 1;
DONE:
  st.global.u32 [%out], 1;
)",
                               options);
  CHECK(run.result.message == "");
  CHECK(run.result.status == LaunchStatus::success);
}

TEST_CASE("a spin lock among the lanes of one warp is passed on",
          "[ptx][fairness]") {
  BodyOptions options;
  options.before =
      ".visible .global .align 4 .u32 lock;"
      ".visible .global .align 4 .u32 counter;";
  options.threads = 64;
  options.limits.instruction_budget = 1'000'000;
  const BodyRun run = run_body(R"(
AGAIN:
  atom.global.cas.b32 %r1, [lock], 0, 1;
  setp.ne.u32 %p0, %r1, 0;
  @%p0 bra AGAIN;
  ld.volatile.global.u32 %r2, [counter];
  add.u32 %r2, %r2, 1;
  st.volatile.global.u32 [counter], %r2;
  membar.gl;
  atom.global.exch.b32 %r3, [lock], 0;
  st.global.u32 [%out], %r2;
)",
                               options);
  REQUIRE(run.result.message == "");
  std::vector<std::uint32_t> seen = run.out;
  std::sort(seen.begin(), seen.end());
  for (unsigned i = 0; i < 64; ++i) CHECK(seen[i] == i + 1);
}

TEST_CASE("a block waits for a value that an earlier block publishes",
          "[ptx][fairness]") {
  BodyOptions options;
  options.before = ".visible .global .align 4 .u32 flags[64];";
  options.blocks = 32;
  options.schedule.seed = GENERATE(0u, 9u);
  const BodyRun run = run_body(R"(
  mov.u64 %rd1, flags;
  mad.wide.u32 %rd2, %cta, 4, %rd1;
  mov.u32 %r5, 1;
  setp.eq.u32 %p0, %cta, 0;
  @%p0 bra PUBLISH;
WAIT:
  ld.acquire.gpu.global.u32 %r5, [%rd2+-4];
  setp.eq.u32 %p1, %r5, 0;
  @%p1 bra WAIT;
  add.u32 %r5, %r5, 1;
PUBLISH:
  st.release.gpu.global.u32 [%rd2], %r5;
  st.global.u32 [%out], %r5;
)",
                               options);
  REQUIRE(run.result.message == "");
  for (unsigned b = 0; b < 32; ++b) CHECK(run.out[32 * b] == b + 1);
}

TEST_CASE("an endless loop ends by the instruction budget, with its line",
          "[ptx][budget]") {
  BodyOptions options;
  options.limits.instruction_budget = 10'000;
  const BodyRun run = run_body(R"(
FOREVER:
  add.u32 %r1, %r1, 1;
  bra FOREVER;
)",
                               options);
  CHECK(run.result.status == LaunchStatus::budget);
  CHECK(run.result.message.find("10000 warp instructions") !=
        std::string::npos);
}

TEST_CASE("an endless loop ends by the time limit", "[ptx][budget]") {
  BodyOptions options;
  options.limits.seconds = 0.05;
  const BodyRun run = run_body("FOREVER:\n  bra FOREVER;\n", options);
  CHECK(run.result.status == LaunchStatus::budget);
  CHECK(run.result.message.find("0.05 seconds") != std::string::npos);
}

TEST_CASE("a kernel that needs its whole budget succeeds", "[ptx][budget]") {
  BodyOptions options;
  options.limits.instruction_budget = 8;  // 7 of the frame, and ret
  CHECK(run_body("", options).result.status == LaunchStatus::success);
  options.limits.instruction_budget = 7;
  CHECK(run_body("", options).result.status == LaunchStatus::budget);
}

TEST_CASE("threads that poll what nobody writes are a livelock",
          "[ptx][deadlock]") {
  BodyOptions options;
  options.before = ".visible .global .align 4 .u32 flag;";
  options.threads = 64;
  Recorder recorder;
  const BodyRun run = run_body(R"(
WAIT:
  ld.volatile.global.u32 %r1, [flag];
  setp.eq.u32 %p1, %r1, 0;
  @%p1 bra WAIT;
)",
                               options);
  CHECK(run.result.status == LaunchStatus::deadlock);
  CHECK(run.result.message.find("livelock") != std::string::npos);
}

TEST_CASE("one seed is one order of turns, two seeds are two",
          "[ptx][schedule]") {
  const auto order = [](std::uint64_t seed) {
    BodyOptions options;
    options.before = ".visible .global .align 4 .u32 ticket;";
    options.threads = 256;
    options.blocks = 8;
    options.schedule.seed = seed;
    return run_body(R"(
  atom.global.add.u32 %r1, [ticket], 1;
  st.global.u32 [%out], %r1;
)",
                    options)
        .out;
  };
  CHECK(order(5) == order(5));
  CHECK(order(5) != order(6));
  CHECK(order(0) == order(0));
}
