// SPDX-License-Identifier: Apache-2.0
// Loads, stores and atomics in every state space; what faults do.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "../kernel_body.h"

using namespace lockstep::ptx;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("vector loads and stores keep the order of elements",
          "[ptx][memory]") {
  BodyOptions options;
  options.before = ".shared .align 16 .b8 tile[512];";
  const BodyRun run = run_body(R"(
  mov.u32 %r1, tile;
  mad.lo.u32 %r2, %thread, 16, %r1;
  mov.u32 %r3, 1;
  mov.u32 %r4, 20;
  mov.u32 %r5, 300;
  st.shared.v4.u32 [%r2], {%thread, %r3, %r4, %r5};
  ld.shared.v2.u32 {%r6, %r7}, [%r2];
  ld.shared.v2.u32 {_, %r8}, [%r2+8];
  add.u32 %r6, %r6, %r7;
  add.u32 %r6, %r6, %r8;
  st.global.u32 [%out], %r6;
)",
                               options);
  REQUIRE(run.result.message == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(run.out[i] == i + 301);
}

TEST_CASE("narrow loads extend and narrow stores cut", "[ptx][memory]") {
  BodyOptions options;
  options.before = ".global .align 4 .b8 bytes[4] = {255, 128, 1, 2};";
  const BodyRun run = run_body(R"(
  ld.global.s8 %r1, [bytes];
  ld.global.u8 %r2, [bytes+1];
  ld.global.s16 %r3, [bytes+0];
  add.s32 %r1, %r1, %r2;
  add.s32 %r1, %r1, %r3;
  st.global.u32 [%out], %r1;
)",
                               options);
  REQUIRE(run.result.message == "");
  // -1 + 128 + (0x80ff as a signed number)
  CHECK(static_cast<std::int32_t>(run.out[0]) == -1 + 128 - 32513);
}

TEST_CASE("generic addresses reach global, shared and local memory",
          "[ptx][memory]") {
  BodyOptions options;
  options.before =
      ".shared .align 4 .u32 cell;\n.global .align 4 .u32 word = 5;";
  Recorder recorder;
  const BodyRun run = run_body(R"(
  .local .align 4 .b8 depot[8];
  st.shared.u32 [cell], 70;
  mov.u64 %rd1, cell;
  cvta.shared.u64 %rd1, %rd1;
  ld.u32 %r1, [%rd1];
  mov.u64 %rd2, depot;
  cvta.local.u64 %rd2, %rd2;
  st.u32 [%rd2+4], %thread;
  ld.local.u32 %r2, [depot+4];
  mov.u64 %rd3, word;
  cvta.global.u64 %rd3, %rd3;
  ld.u32 %r3, [%rd3];
  isspacep.shared %p0, %rd1;
  isspacep.local %p1, %rd1;
  selp.u32 %r4, 1000, 0, %p0;
  selp.u32 %r5, 1000, 0, %p1;
  add.u32 %r1, %r1, %r2;
  add.u32 %r1, %r1, %r3;
  add.u32 %r1, %r1, %r4;
  add.u32 %r1, %r1, %r5;
  st.global.u32 [%out], %r1;
)",
                               options, &recorder);
  REQUIRE(run.result.message == "");
  for (unsigned i = 0; i < 32; ++i) CHECK(run.out[i] == 1075 + i);
  const auto has = [&](Space space) {
    return std::any_of(recorder.accesses.begin(), recorder.accesses.end(),
                       [&](const MemoryEvent& e) { return e.space == space; });
  };
  CHECK(has(Space::shared));
  CHECK(has(Space::local));
  CHECK(has(Space::global));
  CHECK_FALSE(has(Space::generic));
}

TEST_CASE("an address past the end faults in its lanes only", "[ptx][memory]") {
  Recorder recorder;
  // Lane 31 stores behind the last word, all others one to the right.
  const BodyRun run = run_body(R"(
  mov.u32 %r1, 9;
  st.global.u32 [%out+4], %r1;
  ld.global.u32 %r2, [%out+4];
)",
                               {}, &recorder);
  CHECK(run.result.status == LaunchStatus::fault);
  CHECK(contains(run.result.message, "thread 31 of block 0 writes 4 bytes"));
  CHECK(run.out[0] == 0);
  for (unsigned i = 1; i < 32; ++i) CHECK(run.out[i] == 9);
  REQUIRE(recorder.faults.size() == 2);
  CHECK(recorder.faults[0].kind == FaultKind::out_of_bounds);
  CHECK(recorder.faults[0].mask == 0x80000000);
  REQUIRE(recorder.faults[0].nearest != nullptr);
  CHECK(recorder.accesses[0].mask == 0x7fffffff);
}

TEST_CASE("each invalid address says what it is", "[ptx][memory]") {
  const auto fault_of = [](const std::string& body) {
    Recorder recorder;
    BodyOptions options;
    options.threads = 1;
    options.before =
        ".const .align 4 .u32 fixed = 3;\n.shared .align 8 .b8 wide[8];";
    run_body(body, options, &recorder);
    REQUIRE(recorder.faults.size() == 1);
    return recorder.faults[0].kind;
  };
  CHECK(fault_of("mov.u64 %rd1, 8;\n ld.global.u32 %r1, [%rd1];") ==
        FaultKind::null_pointer);
  CHECK(fault_of("mov.u64 %rd1, 0x7ffe00000000;\n ld.u32 %r1, [%rd1];") ==
        FaultKind::host_pointer);
  CHECK(fault_of("ld.shared.u32 %r1, [wide+2];") == FaultKind::misaligned);
  CHECK(fault_of("mov.u32 %r2, 4096;\n ld.shared.u32 %r1, [%r2];") ==
        FaultKind::out_of_bounds);
  CHECK(fault_of("mov.u64 %rd1, fixed;\n cvta.const.u64 %rd1, %rd1;\n"
                 "st.u32 [%rd1], 1;") == FaultKind::read_only);
}

TEST_CASE("a freed buffer is a use after free", "[ptx][memory]") {
  Recorder recorder;
  Context context;
  context.attach(recorder);
  const Module& module = context.load(R"(
.version 7.5
.target sm_80
.address_size 64
.visible .entry run(.param .u64 at)
{
  .reg .b64 %rd<2>;
  .reg .b32 %r<2>;
  ld.param.u64 %rd1, [at];
  ld.global.u32 %r1, [%rd1];
  ret;
}
)",
                                      "freed");
  const DeviceAddress address = context.allocate(4, "buffer");
  context.free(address);
  const LaunchResult result =
      context.launch(module, "run", {}, Params{}.add(address));
  CHECK(result.status == LaunchStatus::fault);
  REQUIRE(recorder.faults.size() == 1);
  CHECK(recorder.faults[0].kind == FaultKind::use_after_free);
  CHECK(recorder.faults[0].nearest->name == "buffer");
}

TEST_CASE("every atomic operation combines all lanes", "[ptx][atomic]") {
  struct Row {
    std::string operation;
    std::uint32_t initial;
    std::string value;
    std::uint32_t expected;
  };
  const Row rows[] = {
      {"add.u32", 5, "%lane", 5 + 496},
      {"min.s32", 7, "%lane", 0},
      {"max.u32", 7, "%lane", 31},
      {"and.b32", 0xffffffff, "%lane", 0},
      {"or.b32", 0, "%lane", 31},
      {"xor.b32", 0x100, "%lane", 0x100},
      {"inc.u32", 30, "1000", 62},
      {"dec.u32", 40, "1000", 8},
      {"add.f32", 0x3f800000, "0f40000000", 0x42820000},  // 1 + 32 * 2 = 65
  };
  for (const Row& row : rows) {
    CAPTURE(row.operation);
    BodyOptions options;
    options.before = ".shared .align 4 .u32 cell;";
    const BodyRun run = run_body(
        "  st.shared.u32 [cell], " + std::to_string(row.initial) +
            ";\n  bar.warp.sync 0xffffffff;\n  red.shared." + row.operation +
            " [cell], " + row.value +
            ";\n  bar.warp.sync 0xffffffff;\n  ld.shared.u32 %r2, [cell];\n"
            "  st.global.u32 [%out], %r2;",
        options);
    REQUIRE(run.result.message == "");
    CHECK(run.out[0] == row.expected);
  }
}

TEST_CASE("inc and dec wrap at their bound", "[ptx][atomic]") {
  BodyOptions options;
  options.before = ".shared .align 4 .u32 up;\n.shared .align 4 .u32 down;";
  const BodyRun run = run_body(R"(
  st.shared.u32 [up], 0;
  st.shared.u32 [down], 3;
  bar.warp.sync 0xffffffff;
  atom.shared.inc.u32 %r1, [up], 4;
  atom.shared.dec.u32 %r2, [down], 4;
  mad.lo.u32 %r3, %r2, 100, %r1;
  st.global.u32 [%out], %r3;
)",
                               options);
  REQUIRE(run.result.message == "");
  for (unsigned i = 0; i < 32; ++i) {
    const unsigned down = (3 + 5 * 32 - i) % 5;
    CHECK(run.out[i] == down * 100 + i % 5);
  }
}

TEST_CASE("compare-and-swap returns what was there", "[ptx][atomic]") {
  BodyOptions options;
  options.before = ".global .align 8 .u64 cell = 7;";
  options.threads = 2;
  const BodyRun run = run_body(R"(
  mov.u64 %rd1, 7;
  mov.u64 %rd2, 9;
  atom.global.cas.b64 %rd3, [cell], %rd1, %rd2;
  cvt.u32.u64 %r1, %rd3;
  st.global.u32 [%out], %r1;
)",
                               options);
  CHECK(run.result.message == "");
  CHECK(run.out[0] == 7);
  CHECK(run.out[1] == 9);
}

TEST_CASE("atomic vectors add each of their floats", "[ptx][atomic]") {
  BodyOptions options;
  options.before =
      ".global .align 16 .f32 cells[4] = {0f3F800000, 0f40000000, "
      "0f40400000, 0f40800000};";
  const BodyRun run = run_body(R"(
  .reg .f32 f<4>, one;
  mov.f32 one, 0f3F800000;
  mov.u64 %rd1, cells;
  atom.global.add.v4.f32 {f0, f1, f2, f3}, [%rd1], {one, one, one, one};
  red.global.add.v2.f32 [%rd1+8], {one, one};
  bar.warp.sync -1;
  ld.global.f32 f3, [%rd1+12];
  add.f32 f0, f0, f3;
  cvt.rni.u32.f32 %r1, f0;
  st.global.u32 [%out], %r1;
)",
                               options);
  REQUIRE(run.result.message == "");
  // What lane i finds is 1 + i; the last cell ends as 4 + 32 + 32.
  for (unsigned i = 0; i < 32; ++i) CHECK(run.out[i] == 1 + i + 68);
}

TEST_CASE("128 bits are exchanged and compared as a whole", "[ptx][atomic]") {
  BodyOptions options;
  options.threads = 1;
  options.before = ".global .align 16 .b64 cell[2] = {3, 4};";
  const BodyRun run = run_body(R"(
  .reg .b128 q<3>;
  mov.u64 %rd1, 3;
  mov.u64 %rd2, 5;
  mov.b128 q0, {%rd1, %rd2};
  atom.global.cas.b128 q1, [cell], q0, q0;
  atom.global.exch.b128 q2, [cell], q0;
  mov.b128 {%rd3, %rd4}, q1;
  mov.b128 {%rd5, %rd6}, q2;
  ld.global.u64 %rd7, [cell+8];
  mad.lo.u64 %rd3, %rd4, 10, %rd3;
  mad.lo.u64 %rd3, %rd6, 100, %rd3;
  mad.lo.u64 %rd3, %rd7, 1000, %rd3;
  cvt.u32.u64 %r1, %rd3;
  st.global.u32 [%out], %r1;
)",
                               options);
  REQUIRE(run.result.message == "");
  // 4 is not 5, so cas changed nothing.
  CHECK(run.out[0] == 3 + 40 + 400 + 5000);
}

TEST_CASE("an atom whose result nobody reads is a reduction", "[ptx][atomic]") {
  BodyOptions options;
  options.before = ".global .align 4 .u32 cell;";
  Recorder recorder;
  run_body(R"(
  atom.global.add.u32 %r1, [cell], 1;
  atom.global.add.u32 %r2, [cell], 1;
  st.global.u32 [%out], %r2;
)",
           options, &recorder);
  REQUIRE(recorder.accesses.size() == 3);
  CHECK(recorder.accesses[0].kind == AccessKind::reduction);
  CHECK(recorder.accesses[1].kind == AccessKind::atomic);
}
