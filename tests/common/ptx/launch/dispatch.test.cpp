// SPDX-License-Identifier: Apache-2.0
// What observers are told of executed instructions: one by one and in
// stretches, which must be the same.
#include "ptx/launch/dispatch.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <tuple>
#include <vector>

#include "../kernel_body.h"

using namespace lockstep::ptx;

namespace {

using Executed = std::tuple<std::uint32_t, LaneMask, LaneMask>;

std::vector<Executed> one_by_one(const Recorder& recorder) {
  std::vector<Executed> all;
  for (const InstructionEvent& event : recorder.instructions)
    all.emplace_back(event.pc, event.mask, event.active);
  return all;
}

std::vector<Executed> in_stretches(const Recorder& recorder) {
  std::vector<Executed> all;
  for (const StretchEvent& event : recorder.stretches)
    for (std::uint32_t i = 0; i < event.count; ++i)
      all.emplace_back(event.pc + i, event.mask, event.active);
  return all;
}

}  // namespace

TEST_CASE("stretches hold every executed instruction, in order",
          "[ptx][dispatch]") {
  BodyOptions options;
  options.threads = 72;
  options.schedule.seed = GENERATE(0u, 3u, 4u);
  Recorder recorder;
  const BodyRun run = run_body(R"(
  mov.u32 %r1, 0;
LOOP:
  add.u32 %r1, %r1, 1;
  setp.lt.u32 %p0, %lane, 10;
  @%p0 add.u32 %r1, %r1, 1;
  @!%p0 mov.u32 %r2, 3;
  setp.le.u32 %p1, %r1, %lane;
  @%p1 bra LOOP;
  bar.sync 0;
  st.global.u32 [%out], %r1;
)",
                               options, &recorder);
  REQUIRE(run.result.message == "");
  CHECK(in_stretches(recorder) == one_by_one(recorder));
  CHECK(recorder.stretches.size() < recorder.instructions.size());
}

TEST_CASE("a stretch that a trap ends is told up to the trap",
          "[ptx][dispatch]") {
  Recorder recorder;
  const BodyRun run = run_body(R"(
  mov.u32 %r1, 0;
  trap;
)",
                               {}, &recorder);
  REQUIRE(run.result.status == LaunchStatus::trap);
  REQUIRE(!recorder.stretches.empty());
  CHECK(in_stretches(recorder) == one_by_one(recorder));
}
