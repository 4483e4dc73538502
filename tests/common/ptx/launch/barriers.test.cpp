// SPDX-License-Identifier: Apache-2.0
// Block and warp barriers: what completes, what is reported, what is said of
// a deadlock.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "../kernel_body.h"

using namespace lockstep::ptx;

namespace {

BodyOptions with_threads(unsigned threads) {
  BodyOptions options;
  options.threads = threads;
  return options;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("bar.sync orders a write before another warp's read",
          "[ptx][barrier]") {
  BodyOptions options = with_threads(96);
  options.before = ".shared .align 4 .b8 tile[384];";
  options.schedule.seed = GENERATE(0u, 1u, 2u, 3u);
  Recorder recorder;
  const BodyRun run = run_body(R"(
  mov.u32 %r1, tile;
  mad.lo.u32 %r2, %thread, 4, %r1;
  st.shared.u32 [%r2], %thread;
  bar.sync 0;
  sub.u32 %r3, 95, %thread;
  mad.lo.u32 %r4, %r3, 4, %r1;
  ld.shared.u32 %r5, [%r4];
  st.global.u32 [%out], %r5;
)",
                               options, &recorder);
  REQUIRE(run.result.message == "");
  for (unsigned i = 0; i < 96; ++i) CHECK(run.out[i] == 95 - i);
  REQUIRE(recorder.barriers.size() == 1);
  CHECK(recorder.barriers[0].whole_block);
  CHECK(recorder.misuses.empty());
}

TEST_CASE("bar.red gives every thread the whole block's result",
          "[ptx][barrier]") {
  const BodyRun run = run_body(R"(
  setp.lt.u32 %p0, %thread, 40;
  bar.red.popc.u32 %r1, 0, %p0;
  bar.red.and.pred %p1, 0, %p0;
  bar.red.or.pred %p2, 0, %p0;
  selp.u32 %r2, 1000, 0, %p1;
  selp.u32 %r3, 100, 0, %p2;
  add.u32 %r1, %r1, %r2;
  add.u32 %r1, %r1, %r3;
  st.global.u32 [%out], %r1;
)",
                               with_threads(64));
  REQUIRE(run.result.message == "");
  for (const std::uint32_t value : run.out) CHECK(value == 140);
}

TEST_CASE("a named barrier joins a producer and a consumer warp",
          "[ptx][barrier]") {
  BodyOptions options = with_threads(96);
  options.before = ".shared .align 4 .u32 cell;";
  Recorder recorder;
  const BodyRun run = run_body(R"(
  setp.ge.u32 %p0, %thread, 64;
  @%p0 bra DONE;
  setp.ge.u32 %p1, %thread, 32;
  @%p1 bra CONSUMER;
  st.shared.u32 [cell], 7;
  bar.arrive 3, 64;
  bra DONE;
CONSUMER:
  bar.sync 3, 64;
  ld.shared.u32 %r1, [cell];
  st.global.u32 [%out], %r1;
DONE:
)",
                               options, &recorder);
  REQUIRE(run.result.message == "");
  CHECK(run.out[32] == 7);
  CHECK(run.out[63] == 7);
  CHECK(recorder.misuses.empty());
}

TEST_CASE("threads of one warp in two barriers are a divergent barrier",
          "[ptx][barrier]") {
  Recorder recorder;
  const BodyRun run = run_body(R"(
  setp.lt.u32 %p0, %thread, 16;
  @%p0 bra LOW;
  bar.sync 0; // high
  bra JOIN;
LOW:
  bar.sync 0; // low
JOIN:
)",
                               with_threads(32), &recorder);
  CHECK(run.result.status == LaunchStatus::success);
  REQUIRE(recorder.misuses.size() == 1);
  CHECK(recorder.misuses[0].kind == SyncMisuse::divergent_barrier);
  CHECK(contains(run.line(recorder.misuses[0].instruction), "low"));
  CHECK(contains(run.line(recorder.misuses[0].other), "high"));
}

TEST_CASE("a barrier in a branch that the whole block takes is silent",
          "[ptx][barrier]") {
  Recorder recorder;
  const BodyRun run = run_body(R"(
  setp.lt.u32 %p0, %threads, 16;
  @%p0 bra LOW;
  bar.sync 0;
  bra JOIN;
LOW:
  bar.sync 0;
JOIN:
)",
                               with_threads(64), &recorder);
  CHECK(run.result.status == LaunchStatus::success);
  CHECK(recorder.misuses.empty());
}

TEST_CASE("a barrier that some threads return before names both places",
          "[ptx][barrier]") {
  Recorder recorder;
  const BodyRun run = run_body(R"(
  setp.ge.u32 %p0, %thread, 40;
  @%p0 bra END; // early
  bar.sync 0;
END:
)",
                               with_threads(64), &recorder);
  CHECK(run.result.status == LaunchStatus::success);
  REQUIRE(recorder.misuses.size() == 1);
  CHECK(recorder.misuses[0].kind == SyncMisuse::missing_threads);
  CHECK(contains(run.line(recorder.misuses[0].instruction), "bar.sync 0"));
  CHECK(contains(run.line(recorder.misuses[0].other), "early"));
  CHECK(contains(recorder.misuses[0].detail, "24 of 64 threads"));
}

TEST_CASE("threads that exit after the last barrier are not missing",
          "[ptx][barrier]") {
  Recorder recorder;
  const BodyRun run = run_body(R"(
  bar.sync 0;
  setp.ge.u32 %p0, %thread, 40;
  @%p0 bra END;
  st.global.u32 [%out], 1;
END:
)",
                               with_threads(64), &recorder);
  CHECK(run.result.status == LaunchStatus::success);
  CHECK(recorder.misuses.empty());
}

TEST_CASE("a deadlock names every group, its line and what it waits for",
          "[ptx][deadlock]") {
  Recorder recorder;
  const BodyRun run = run_body(R"(
  setp.lt.u32 %p0, %thread, 16;
  @%p0 bra LOW;
  bar.warp.sync 0xffffffff; // high
  bra JOIN;
LOW:
  bar.sync 0; // low
JOIN:
)",
                               with_threads(64), &recorder);
  CHECK(run.result.status == LaunchStatus::deadlock);
  CHECK(contains(run.result.message, "threads 0..15"));
  CHECK(contains(run.result.message, "threads 16..31"));
  bool names_both = false;
  for (const SyncMisuseEvent& misuse : recorder.misuses) {
    if (misuse.kind != SyncMisuse::deadlock) continue;
    names_both |= contains(run.line(misuse.instruction), "low") &&
                  contains(run.line(misuse.other), "high");
  }
  CHECK(names_both);
}

TEST_CASE("barrier numbers and counts outside the limits are a trap",
          "[ptx][barrier]") {
  CHECK(run_body("mov.u32 %r1, 16;\n bar.sync %r1;").result.status ==
        LaunchStatus::trap);
  CHECK(run_body("mov.u32 %r1, 33;\n bar.sync 1, %r1;").result.status ==
        LaunchStatus::trap);
}

TEST_CASE("a shuffle meets lanes that come from both sides of a branch",
          "[ptx][warp]") {
  const BodyRun run = run_body(R"(
  setp.lt.u32 %p0, %lane, 16;
  @%p0 bra LOW;
  shfl.sync.bfly.b32 %r1, %lane, 16, 31, 0xffffffff;
  bra JOIN;
LOW:
  shfl.sync.bfly.b32 %r1, %lane, 16, 31, 0xffffffff;
JOIN:
  st.global.u32 [%out], %r1;
)");
  REQUIRE(run.result.message == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(run.out[i] == (i ^ 16));
}

TEST_CASE("a mask that lacks its own lane is reported", "[ptx][warp]") {
  Recorder recorder;
  run_body("  shfl.sync.bfly.b32 %r1, %lane, 1, 31, 0xffff;", {}, &recorder);
  REQUIRE(recorder.misuses.size() == 1);
  CHECK(recorder.misuses[0].kind == SyncMisuse::lane_not_in_mask);
  CHECK(recorder.misuses[0].mask == 0xffff0000);
}

TEST_CASE("threads that miss a barrier left at the branch around it",
          "[ptx][barrier]") {
  Recorder recorder;
  const BodyRun run = run_body(R"(
  setp.ge.u32 %p0, %thread, 16;
  @%p0 bra SKIP;
  bar.sync 0;
SKIP:
  setp.ge.u32 %p1, %thread, 8;
  @%p1 bra DONE;
  st.global.u32 [%out], %thread;
DONE:
)",
                               with_threads(32), &recorder);
  REQUIRE(recorder.misuses.size() == 1);
  const SyncMisuseEvent& event = recorder.misuses[0];
  CHECK(event.kind == SyncMisuse::missing_threads);
  // The later branch was the last one that they took.
  CHECK(event.other == event.instruction - 1);
}

TEST_CASE("who only arrives at a barrier is no part of the whole block",
          "[ptx][barrier]") {
  const bool waits = GENERATE(false, true);
  Recorder recorder;
  const BodyRun run = run_body(std::string(R"(
  setp.ge.u32 %p0, %thread, 32;
  @%p0 bra CONSUMER;
)") + (waits ? "bar.sync 1, 64;" : "bar.arrive 1, 64;") +
                                   R"(
  bra DONE;
CONSUMER:
  bar.sync 1, 64;
DONE:
)",
                               with_threads(64), &recorder);
  REQUIRE(run.result.message == "");
  REQUIRE(recorder.barriers.size() == 1);
  CHECK(recorder.barriers[0].whole_block == waits);
}

TEST_CASE("a mask that names exited lanes is reported with where they left",
          "[ptx][warp]") {
  Recorder recorder;
  const BodyRun run = run_body(R"(
  setp.ge.u32 %p0, %lane, 16;
  @%p0 bra END; // left
  shfl.sync.down.b32 %r1, %lane, 8, 31, 0xffffffff;
END:
)",
                               {}, &recorder);
  REQUIRE(recorder.misuses.size() == 1);
  CHECK(recorder.misuses[0].kind == SyncMisuse::exited_lane_in_mask);
  CHECK(recorder.misuses[0].expected == 0xffff0000);
  CHECK(contains(run.line(recorder.misuses[0].other), "left"));
}

TEST_CASE("lanes that name different masks for one operation are reported",
          "[ptx][deadlock]") {
  Recorder recorder;
  const BodyRun run = run_body(R"(
  setp.lt.u32 %p0, %lane, 16;
  selp.b32 %r2, 0xffffffff, 0xffff0001, %p0;
  bar.warp.sync %r2;
)",
                               {}, &recorder);
  CHECK(run.result.status == LaunchStatus::deadlock);
  REQUIRE(recorder.misuses.size() == 2);
  CHECK(recorder.misuses[0].kind == SyncMisuse::mask_mismatch);
  CHECK(recorder.misuses[1].kind == SyncMisuse::mask_mismatch);
}

TEST_CASE("lanes that never existed may be named by a mask", "[ptx][warp]") {
  Recorder recorder;
  const BodyRun run = run_body(
      "  vote.sync.ballot.b32 %r1, 1, 0xffffffff;\n"
      "  st.global.u32 [%out], %r1;",
      with_threads(20), &recorder);
  REQUIRE(run.result.message == "");
  CHECK(run.out[0] == 0xfffff);
  CHECK(recorder.misuses.empty());
}
