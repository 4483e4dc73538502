// SPDX-License-Identifier: Apache-2.0
// mbarrier: phases, counts, and the copies that arrive at one.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "../kernel_body.h"

using namespace lockstep::ptx;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

constexpr const char* memory =
    ".shared .align 16 .b8 tile[1024];\n"
    ".shared .align 8 .b64 bar;\n"
    ".global .align 16 .u32 words[64] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, "
    "12, 13, 14, 15, 16};\n";

/// Thread 0 makes `bar` one for `count` threads.
std::string made_for(unsigned count) {
  return "setp.ne.u32 %p7, %thread, 0;\n@%p7 bra MADE;\n"
         "mbarrier.init.shared.b64 [bar], " +
         std::to_string(count) + ";\nMADE:\nbar.sync 0;\n";
}

BodyRun run(const std::string& body, unsigned threads = 64,
            Recorder* recorder = nullptr, std::uint64_t seed = 0) {
  BodyOptions options;
  options.before = memory;
  options.threads = threads;
  options.schedule.seed = seed;
  return run_body(body, options, recorder);
}

std::vector<Finding> findings_of(const std::string& body) {
  const std::string text =
      std::string(".version 7.8\n.target sm_90\n.address_size 64\n") + memory +
      ".entry k() {\n.reg .b32 %r<20>, %thread;\n.reg .b64 %rd<9>;\n"
      ".reg .pred %p<8>;\nmov.u32 %thread, %tid.x;\n" +
      body + "ret;\n}\n";
  Sanitizer sanitizer;
  Context context;
  for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  const Module& module = context.load(text, "mbarrier");
  LaunchConfig config;
  config.block.x = 64;
  const LaunchResult result = context.launch(module, "k", config, {});
  CHECK(result.message == "");
  return sanitizer.findings();
}

constexpr const char* arrive_and_wait = R"(
  mbarrier.arrive.shared.b64 %rd1, [bar];
WAIT:
  mbarrier.test_wait.shared.b64 %p1, [bar], %rd1;
  @!%p1 bra WAIT;
)";

constexpr const char* read_partner = R"(
  xor.b32 %r1, %thread, 33;
  mov.u32 %r2, tile;
  mad.lo.u32 %r2, %r1, 4, %r2;
  ld.shared.u32 %r3, [%r2];
)";

constexpr const char* write_own = R"(
  mov.u32 %r4, tile;
  mad.lo.u32 %r4, %thread, 4, %r4;
  st.shared.u32 [%r4], %thread;
)";

}  // namespace

TEST_CASE("an mbarrier holds threads until all have arrived",
          "[ptx][mbarrier]") {
  for (std::uint64_t seed : {0, 1, 2, 3}) {
    const BodyRun result = run(made_for(64) + write_own + arrive_and_wait +
                                   read_partner + "st.global.u32 [%out], %r3;",
                               64, nullptr, seed);
    REQUIRE(result.result.message == "");
    for (unsigned i = 0; i < 64; ++i) CHECK(result.out[i] == (i ^ 33));
  }
}

TEST_CASE("an mbarrier orders what stands before and behind it",
          "[ptx][mbarrier][racecheck]") {
  CHECK(findings_of(made_for(64) + write_own + arrive_and_wait + read_partner)
            .empty());
  // One test that may fail is no wait.
  const auto found =
      findings_of(made_for(64) + write_own +
                  "mbarrier.arrive.shared.b64 %rd1, [bar];\n"
                  "mbarrier.test_wait.shared.b64 %p1, [bar], %rd1;\n" +
                  read_partner);
  CHECK(std::any_of(found.begin(), found.end(), [](const Finding& finding) {
    return finding.tool == "racecheck" && finding.variable == "tile";
  }));
}

TEST_CASE("the parity of a phase tells whether it has ended",
          "[ptx][mbarrier]") {
  // Before any arrival the phase of parity 1 counts as ended, that of 0 not.
  const BodyRun result = run(made_for(1) + R"(
  mbarrier.test_wait.parity.shared.b64 %p1, [bar], 1;
  mbarrier.test_wait.parity.shared.b64 %p2, [bar], 0;
  mbarrier.arrive.shared.b64 _, [bar];
  mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0;
  mbarrier.try_wait.parity.shared.b64 %p4, [bar], 1, 1000;
  selp.u32 %r1, 1, 0, %p1;
  selp.u32 %r2, 10, 0, %p2;
  selp.u32 %r3, 100, 0, %p3;
  selp.u32 %r4, 1000, 0, %p4;
  add.u32 %r1, %r1, %r2;
  add.u32 %r1, %r1, %r3;
  add.u32 %r1, %r1, %r4;
  st.global.u32 [%out], %r1;
)",
                             1);
  REQUIRE(result.result.message == "");
  CHECK(result.out[0] == 101);
}

TEST_CASE("arrivals count down, and leavers are waited for no more",
          "[ptx][mbarrier]") {
  const BodyRun result = run(made_for(5) + R"(
  mbarrier.arrive.shared.b64 %rd1, [bar], 2;
  mbarrier.arrive_drop.shared.b64 %rd2, [bar];
  mbarrier.arrive.noComplete.shared.b64 %rd3, [bar], 1;
  mbarrier.pending_count.b64 %r1, %rd1;
  mbarrier.pending_count.b64 %r2, %rd2;
  mbarrier.pending_count.b64 %r3, %rd3;
  mbarrier.arrive.shared.b64 %rd4, [bar];
  mbarrier.arrive.shared.b64 %rd5, [bar];
  mbarrier.pending_count.b64 %r4, %rd5;
  mad.lo.u32 %r1, %r2, 10, %r1;
  mad.lo.u32 %r1, %r3, 100, %r1;
  mad.lo.u32 %r1, %r4, 1000, %r1;
  st.global.u32 [%out], %r1;
)",
                             1);
  REQUIRE(result.result.message == "");
  // 5, then 3, then 2; the next phase expects 4.
  CHECK(result.out[0] == 4235);
}

TEST_CASE("misuse of an mbarrier ends the launch with its reason",
          "[ptx][mbarrier]") {
  const auto message = [](const std::string& body) {
    return run(body, 1).result.message;
  };
  CHECK(contains(message("mbarrier.arrive.shared.b64 %rd1, [bar];"),
                 "not initialised"));
  CHECK(contains(message(made_for(1) + "mbarrier.inval.shared.b64 [bar];"
                                       "mbarrier.arrive.shared.b64 _, [bar];"),
                 "not initialised"));
  CHECK(
      contains(message(made_for(2) + "mbarrier.arrive.shared.b64 _, [bar], 3;"),
               "more threads arrive"));
  CHECK(contains(message("mbarrier.init.shared.b64 [bar], 0;"), "from 1 to"));
  CHECK(contains(message("mbarrier.init.b64 [%out], 1;"), "wrong state space"));
}

TEST_CASE("a phase that never ends is reported, not waited for",
          "[ptx][mbarrier]") {
  const BodyRun result = run(made_for(65) + arrive_and_wait);
  CHECK(result.result.status == LaunchStatus::deadlock);
}

TEST_CASE("copies arrive at an mbarrier", "[ptx][mbarrier][async]") {
  const std::string copy = write_own + std::string(R"(
  mov.u32 %r5, 0;
  mov.u64 %rd4, words;
  rem.u32 %r6, %thread, 16;
  mad.wide.u32 %rd4, %r6, 4, %rd4;
  cp.async.ca.shared.global [%r4], [%rd4], 4;
)");
  const std::string store = "st.global.u32 [%out], %r3;";
  SECTION("beside the threads' own arrivals") {
    const BodyRun result =
        run(made_for(64) + copy + "cp.async.mbarrier.arrive.shared.b64 [bar];" +
            arrive_and_wait + read_partner + store);
    REQUIRE(result.result.message == "");
    for (unsigned i = 0; i < 64; ++i) CHECK(result.out[i] == (i ^ 33) % 16 + 1);
  }
  SECTION("instead of them") {
    const BodyRun result = run(made_for(64) + copy + R"(
  cp.async.mbarrier.arrive.noinc.shared.b64 [bar];
WAIT:
  mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;
  @!%p1 bra WAIT;
)" + read_partner + store);
    REQUIRE(result.result.message == "");
    for (unsigned i = 0; i < 64; ++i) CHECK(result.out[i] == (i ^ 33) % 16 + 1);
  }
  SECTION("and nothing is seen of them without it") {
    const BodyRun result =
        run(made_for(64) + copy + arrive_and_wait + read_partner + store);
    for (unsigned i = 0; i < 64; ++i) CHECK(result.out[i] == (i ^ 33));
  }
}

TEST_CASE("copies that arrive at an mbarrier are ordered by it",
          "[ptx][mbarrier][racecheck]") {
  const std::string copy = R"(
  mov.u32 %r4, tile;
  mad.lo.u32 %r4, %thread, 4, %r4;
  cp.async.ca.shared.global [%r4], [words], 4;
)";
  CHECK(findings_of(made_for(64) + copy +
                    "cp.async.mbarrier.arrive.shared.b64 [bar];" +
                    arrive_and_wait + read_partner)
            .empty());
  CHECK_FALSE(findings_of(made_for(64) + copy + arrive_and_wait + read_partner)
                  .empty());
}

TEST_CASE("a bulk copy ends a phase with its bytes", "[ptx][mbarrier][async]") {
  const std::string head = made_for(64) + R"(
  mov.u32 %r4, tile;
  mad.lo.u32 %r4, %thread, 4, %r4;
  st.shared.u32 [%r4], 77;
  bar.sync 0;
  setp.ne.u32 %p2, %thread, 0;
)";
  const std::string copy = R"(
  @%p2 bra COPIED;
  mov.u32 %r5, tile;
  mov.u64 %rd5, words;
  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r5], [%rd5], 64, [bar];
  mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 64;
COPIED:
)";
  const std::string tail = std::string(arrive_and_wait) +
                           "ld.shared.u32 %r3, [%r4];\n"
                           "st.global.u32 [%out], %r3;";
  const BodyRun result = run(head + copy + tail);
  REQUIRE(result.result.message == "");
  CHECK(result.out[0] == 1);
  CHECK(result.out[15] == 16);
  CHECK(result.out[16] == 77);
  const BodyRun uneven =
      run(made_for(1) +
              "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes "
              "[tile], [words], 20, [bar];",
          1);
  CHECK(contains(uneven.result.message, "multiple of 16"));
}

TEST_CASE("a bulk copy to global memory ends with its group", "[ptx][async]") {
  const BodyRun result = run(R"(
  st.shared.u32 [tile], 5;
  st.shared.u32 [tile+4], 6;
  st.shared.u32 [tile+8], 7;
  st.shared.u32 [tile+12], 8;
  mov.u64 %rd1, words;
  cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 16;
  cp.async.bulk.commit_group;
  ld.global.u32 %r1, [%rd1+8];
  cp.async.bulk.wait_group 0;
  ld.global.u32 %r2, [%rd1+8];
  mad.lo.u32 %r1, %r1, 100, %r2;
  st.global.u32 [%out], %r1;
)",
                             1);
  REQUIRE(result.result.message == "");
  CHECK(result.out[0] == 307);
}
