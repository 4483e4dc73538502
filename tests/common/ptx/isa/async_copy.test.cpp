// SPDX-License-Identifier: Apache-2.0
// cp.async: what is copied, and that it takes effect no sooner than waited
// for.
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
    ".global .align 16 .b8 bytes[32] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, "
    "12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, "
    "30, 31, 32};\n";

/// %r9 is the thread's own 16 bytes of tile.
constexpr const char* own_cell = R"(
  mov.u32 %r9, tile;
  mad.lo.u32 %r9, %thread, 16, %r9;
)";

BodyRun run(const std::string& body, Recorder* recorder = nullptr,
            unsigned threads = 32) {
  BodyOptions options;
  options.before = memory;
  options.threads = threads;
  return run_body(own_cell + body, options, recorder);
}

/// The findings of a body with all checkers on.
std::vector<Finding> findings_of(const std::string& body) {
  const std::string text =
      std::string(R"(.version 7.5
.target sm_80
.address_size 64
)") + memory +
      ".file 1 \"copy.cu\"\n.entry k() {\n.reg .b32 %r<20>, %thread;\n"
      ".reg .b64 %rd<9>; .reg .pred %p<4>;\nmov.u32 %thread, %tid.x;\n" +
      own_cell + body + "ret;\n}\n";
  Sanitizer sanitizer;
  Context context;
  for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  const Module& module = context.load(text, "copy");
  LaunchConfig config;
  config.block.x = 64;
  context.launch(module, "k", config, {});
  return sanitizer.findings();
}

}  // namespace

TEST_CASE("cp.async copies 4, 8 and 16 bytes", "[ptx][async]") {
  const auto last_word = [](const std::string& kind, unsigned bytes) {
    const std::string size = std::to_string(bytes);
    return run("st.shared.u32 [%r9+12], 7;\ncp.async." + kind +
               ".shared.global [%r9], [bytes+16], " + size +
               ";\ncp.async.wait_all;\nld.shared.u32 %r1, [%r9+" +
               std::to_string(bytes - 4) +
               "];\nld.shared.u32 %r2, [%r9+12];\nst.global.u32 [%out], %r1;");
  };
  CHECK(last_word("ca", 4).out[3] == 0x14131211);
  CHECK(last_word("ca", 8).out[3] == 0x18171615);
  CHECK(last_word("ca.L2::128B", 16).out[3] == 0x201f1e1d);
  CHECK(last_word("cg", 16).out[3] == 0x201f1e1d);
}

TEST_CASE("cp.async fills with zeros behind the source's size",
          "[ptx][async]") {
  const BodyRun sized = run(R"(
  mov.u32 %r8, 6;
  cp.async.ca.shared.global [%r9], [bytes], 8, %r8;
  cp.async.ca.shared.global [%r9+8], [bytes], 8, 0;
  cp.async.wait_all;
  ld.shared.u32 %r1, [%r9+4];
  ld.shared.u32 %r2, [%r9+8];
  add.u32 %r1, %r1, %r2;
  st.global.u32 [%out], %r1;
)");
  REQUIRE(sized.result.message == "");
  CHECK(sized.out[9] == 0x0605);
  const BodyRun ignored = run(R"(
  setp.lt.u32 %p1, %thread, 5;
  cp.async.ca.shared.global [%r9], [bytes], 4, %p1;
  cp.async.wait_all;
  ld.shared.u32 %r1, [%r9];
  st.global.u32 [%out], %r1;
)");
  REQUIRE(ignored.result.message == "");
  CHECK(ignored.out[4] == 0);
  CHECK(ignored.out[5] == 0x04030201);
}

TEST_CASE("a copy takes effect when its group is waited for, not before",
          "[ptx][async]") {
  const BodyRun result = run(R"(
  st.shared.u32 [%r9], 100;
  st.shared.u32 [%r9+4], 100;
  cp.async.ca.shared.global [%r9], [bytes], 4;
  cp.async.commit_group;
  cp.async.ca.shared.global [%r9+4], [bytes+4], 4;
  cp.async.commit_group;
  ld.shared.u32 %r1, [%r9];
  cp.async.wait_group 1;
  ld.shared.u32 %r2, [%r9];
  ld.shared.u32 %r3, [%r9+4];
  cp.async.wait_group 0;
  ld.shared.u32 %r4, [%r9+4];
  setp.eq.u32 %p1, %r1, 100;
  setp.eq.and.u32 %p1, %r2, 0x04030201, %p1;
  setp.eq.and.u32 %p1, %r3, 100, %p1;
  setp.eq.and.u32 %p1, %r4, 0x08070605, %p1;
  selp.u32 %r1, 1, 0, %p1;
  st.global.u32 [%out], %r1;
)");
  REQUIRE(result.result.message == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(result.out[i] == 1);
}

TEST_CASE("lanes wait for their own copies only", "[ptx][async]") {
  const BodyRun result = run(R"(
  st.shared.u32 [%r9], 100;
  cp.async.ca.shared.global [%r9], [bytes], 4;
  setp.lt.u32 %p1, %thread, 16;
  @%p1 cp.async.wait_all;
  ld.shared.u32 %r1, [%r9];
  st.global.u32 [%out], %r1;
)");
  CHECK(result.out[15] == 0x04030201);
  CHECK(result.out[16] == 100);
}

TEST_CASE("copies that nobody waits for do not grow without end",
          "[ptx][async]") {
  const BodyRun result = run(R"(
  mov.u32 %r1, 10000;
LOOP:
  cp.async.ca.shared.global [%r9], [bytes], 4;
  sub.u32 %r1, %r1, 1;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 bra LOOP;
  ld.shared.u32 %r1, [%r9];
  st.global.u32 [%out], %r1;
)");
  CHECK(result.out[0] == 0x04030201);
}

TEST_CASE("observers hear of a copy's begin, store and completion",
          "[ptx][async]") {
  Recorder recorder;
  run(R"(
  cp.async.ca.shared.global [%r9], [bytes], 4;
  cp.async.wait_all;
)",
      &recorder);
  REQUIRE(recorder.copies.size() == 2);
  CHECK(recorder.copies[0].kind == AsyncCopyEvent::Kind::begun);
  CHECK(recorder.copies[0].address[3] == 48);
  CHECK(recorder.copies[1].kind == AsyncCopyEvent::Kind::completed);
  REQUIRE(recorder.accesses.size() == 2);
  CHECK(recorder.accesses[0].kind == AccessKind::load);
  CHECK(recorder.accesses[0].space == Space::global);
  CHECK(recorder.accesses[1].kind == AccessKind::store);
  CHECK(recorder.accesses[1].space == Space::shared);
  CHECK(recorder.accesses[1].pc == recorder.accesses[0].pc);
}

TEST_CASE("both addresses of a copy are checked at once", "[ptx][async]") {
  Recorder recorder;
  const BodyRun outside = run(R"(
  cp.async.ca.shared.global [%r9+512], [bytes], 4;
  cp.async.cg.shared.global [%r9], [bytes+32], 16;
  cp.async.ca.shared.global [%r9+2], [bytes], 4;
)",
                              &recorder, 64);
  CHECK(outside.result.status == LaunchStatus::fault);
  const auto has = [&](Space space, AccessKind access, FaultKind kind) {
    return std::any_of(recorder.faults.begin(), recorder.faults.end(),
                       [&](const FaultEvent& fault) {
                         return fault.space == space &&
                                fault.access == access && fault.kind == kind;
                       });
  };
  CHECK(has(Space::shared, AccessKind::store, FaultKind::out_of_bounds));
  CHECK(has(Space::shared, AccessKind::store, FaultKind::misaligned));
  CHECK(has(Space::global, AccessKind::load, FaultKind::out_of_bounds));
}

TEST_CASE("a read before the wait is reported", "[ptx][async][racecheck]") {
  const auto found = findings_of(R"(
  .loc 1 3 0
  cp.async.ca.shared.global [%r9], [bytes], 4;
  .loc 1 4 0
  ld.shared.u32 %r1, [%r9];
  .loc 1 5 0
  cp.async.wait_all;
  ld.shared.u32 %r1, [%r9];
)");
  bool is_there = false;
  for (const Finding& finding : found) {
    if (finding.kind != "read-before-copy") continue;
    is_there = true;
    CHECK(finding.tool == "racecheck");
    CHECK(finding.place.line == 4);
    CHECK(finding.other.line == 3);
    CHECK(finding.variable == "tile");
  }
  CHECK(is_there);
}

TEST_CASE("a write before the wait is reported", "[ptx][async][racecheck]") {
  const auto found = findings_of(R"(
  cp.async.ca.shared.global [%r9], [bytes], 4;
  .loc 1 4 0
  st.shared.u32 [%r9], 5;
  cp.async.wait_all;
)");
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == "write-before-copy");
}

TEST_CASE("another thread may read once waited and met",
          "[ptx][async][racecheck]") {
  const std::string copy = R"(
  cp.async.ca.shared.global [%r9], [bytes], 4;
  cp.async.wait_all;
)";
  const std::string read = R"(
  xor.b32 %r1, %thread, 33;
  mov.u32 %r2, tile;
  mad.lo.u32 %r2, %r1, 16, %r2;
  ld.shared.u32 %r3, [%r2];
)";
  CHECK(findings_of(copy + "bar.sync 0;" + read).empty());
  const auto found = findings_of(copy + read);
  CHECK(std::any_of(found.begin(), found.end(), [](const Finding& finding) {
    return finding.tool == "racecheck" && finding.variable == "tile";
  }));
}

TEST_CASE("forms of cp.async that do not exist are refused", "[ptx][async]") {
  const auto message = [](const std::string& instruction) {
    return run(instruction).result.message;
  };
  CHECK(contains(message("cp.async.cg.shared.global [%r9], [bytes], 8;"),
                 "cp-size"));
  CHECK(contains(message("cp.async.ca.shared.global [%r9], [bytes], 5;"),
                 "cp-size"));
  CHECK(contains(message("cp.async.ca.global.shared [bytes], [%r9], 4;"),
                 "to .shared"));
  CHECK(contains(message("cp.async.wait_group %r1;"), "integer constant"));
  CHECK(contains(message("cp.async.bulk.tensor.1d.shared::cluster.global.tile"
                         ".mbarrier::complete_tx::bytes [%r9], [%out], [%r9];"),
                 "tensor maps"));
  CHECK(contains(message("cp.reduce.async.bulk.global.shared::cta.bulk_group"
                         ".add.u32 [%out], [%r9], 16;"),
                 "cp.reduce.async"));
}
