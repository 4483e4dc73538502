// SPDX-License-Identifier: Apache-2.0
// Blocks on several threads: the same outputs, counters and problems as on
// one, or else one thread and the reason why.
#include "ptx/launch/parallel.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <vector>

#include "../kernel_run.h"

using namespace lockstep::ptx;

namespace {

constexpr std::uint32_t block_threads = 64, blocks = 37;

/// A kernel of (in, out, total): %i is the thread of the grid, %in and %out
/// point to its words.
std::string kernel(const std::string& body) {
  return R"(.version 7.5
.target sm_80
.address_size 64
.visible .entry run(.param .u64 in, .param .u64 out, .param .u64 total)
{
  .reg .pred %p<4>;
  .reg .b32 %i, %t, %r<16>;
  .reg .b64 %in, %out, %total, %rd<8>;
  .shared .align 4 .b8 tile[256];
  ld.param.u64 %in, [in];
  ld.param.u64 %out, [out];
  ld.param.u64 %total, [total];
  mov.u32 %t, %tid.x;
  mov.u32 %r0, %ctaid.x;
  mad.lo.u32 %i, %r0, 64, %t;
  mad.wide.u32 %in, %i, 4, %in;
  mad.wide.u32 %out, %i, 4, %out;
)" + body +
         "\n  ret;\n}\n";
}

struct Run {
  LaunchResult result;
  std::vector<std::uint32_t> out, total;
  CounterValues counters;
};

Run run(const std::string& body, std::uint32_t threads,
        std::uint64_t budget = 1'000'000, std::uint64_t seed = 0) {
  Counters counters;
  Context context;
  context.attach(counters.observer());
  std::vector<std::uint32_t> words(block_threads * blocks);
  for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = i * 2654435761u;
  const DeviceAddress in = upload(context, words, "in");
  const DeviceAddress out =
      upload(context, std::vector<std::uint32_t>(words.size()), "out");
  const DeviceAddress total =
      upload(context, std::vector<std::uint32_t>(4), "total");
  const Module& module = context.load(kernel(body), "parallel");
  LaunchConfig config;
  config.grid.x = blocks;
  config.block.x = block_threads;
  config.threads = threads;
  config.schedule.seed = seed;
  config.limits.instruction_budget = budget;
  Run run;
  run.result = context.launch(module, "run", config,
                              Params().add(in).add(out).add(total));
  run.out = download<std::uint32_t>(context, out, words.size());
  run.total = download<std::uint32_t>(context, total, 4);
  run.counters = counters.launches().at(0).values;
  return run;
}

void check_same(const Run& one, const Run& several) {
  CHECK(several.result.status == one.result.status);
  CHECK(several.result.message == one.result.message);
  CHECK(several.result.place.line == one.result.place.line);
  CHECK(several.out == one.out);
  CHECK(several.total == one.total);
  CHECK(several.counters == one.counters);
}

/// Each block reverses its words, by way of shared memory, with a loop that
/// different threads leave at different times.
const std::string reverse = R"(
  ld.global.u32 %r1, [%in];
  mov.u32 %r2, tile;
  shl.b32 %r3, %t, 2;
  add.u32 %r4, %r2, %r3;
  st.shared.u32 [%r4], %r1;
  bar.sync 0;
  sub.u32 %r5, 252, %r3;
  add.u32 %r5, %r5, %r2;
  ld.shared.u32 %r6, [%r5];
  mov.u32 %r7, 0;
LOOP:
  add.u32 %r6, %r6, %r7;
  add.u32 %r7, %r7, 1;
  setp.lt.u32 %p0, %r7, %t;
  @%p0 bra LOOP;
  st.global.u32 [%out], %r6;
)";

const std::string sums = R"(
  ld.global.u32 %r1, [%in];
  red.global.add.u32 [%total], %r1;
  red.global.max.u32 [%total+4], %r1;
  atom.global.xor.b32 %r2, [%total+8], %r1;
  red.add.u32 [%total+12], 1;
)";

}  // namespace

TEST_CASE("several threads give the outputs and counters of one",
          "[ptx][parallel]") {
  const std::string body = GENERATE_COPY(reverse, sums);
  const Run one = run(body, 1);
  REQUIRE(one.result.message == "");
  CHECK(one.result.threads == 1);
  const Run several = run(body, 4);
  CHECK(several.result.serial_because == "");
  CHECK(several.result.threads == 4);
  check_same(one, several);
}

TEST_CASE("reductions of several threads lose nothing", "[ptx][parallel]") {
  const Run several = run(sums, 4);
  std::uint32_t sum = 0, bits = 0;
  for (std::uint32_t i = 0; i < block_threads * blocks; ++i) {
    sum += i * 2654435761u;
    bits ^= i * 2654435761u;
  }
  CHECK(several.total[0] == sum);
  CHECK(several.total[2] == bits);
  CHECK(several.total[3] == block_threads * blocks);
}

TEST_CASE("what lets blocks see one another runs on one thread",
          "[ptx][parallel]") {
  const std::string line = GENERATE(
      as<std::string>{},  //
      "atom.global.add.u32 %r9, [%total], 1; add.u32 %r8, %r9, 1;",
      "atom.global.exch.b32 %r9, [%total], 1;",
      "red.global.add.f32 [%total], 0f3f800000;",
      "red.global.inc.u32 [%total], 7;",
      "ld.volatile.global.u32 %r9, [%total];",
      "ld.acquire.gpu.global.u32 %r9, [%total];",
      "st.release.gpu.global.u32 [%total], 0;",
      "st.relaxed.gpu.u32 [%total], 0;", "membar.gl;", "fence.acq_rel.gpu;",
      "mov.u32 %r9, %clock;", "nanosleep.u32 20;");
  const Run several = run(reverse + line, 4);
  REQUIRE(several.result.message == "");
  CHECK(several.result.threads == 1);
  const std::string name = line.substr(0, line.find(' '));
  CHECK(several.result.serial_because.find(name.substr(0, name.find(';'))) !=
        std::string::npos);
  check_same(run(reverse + line, 1), several);
}

TEST_CASE("what stays in a block runs on several threads", "[ptx][parallel]") {
  const std::string line =
      GENERATE(as<std::string>{},  //
               "atom.shared.add.u32 %r9, [tile], 1; add.u32 %r8, %r9, 1;",
               "ld.volatile.shared.u32 %r9, [tile];", "membar.cta;",
               "bar.warp.sync 0xffffffff;");
  CHECK(run(reverse + line, 4).result.threads == 4);
}

TEST_CASE("an order to explore is explored on one thread", "[ptx][parallel]") {
  const Run several = run(reverse, 4, 1'000'000, 5);
  CHECK(several.result.threads == 1);
  CHECK(several.result.serial_because.find("seed") != std::string::npos);
}

TEST_CASE("a checker sees a launch on one thread", "[ptx][parallel]") {
  Sanitizer sanitizer;
  Context context;
  for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  const DeviceAddress words = upload(
      context, std::vector<std::uint32_t>(block_threads * blocks), "words");
  LaunchConfig config;
  config.grid.x = blocks;
  config.block.x = block_threads;
  config.threads = 4;
  const LaunchResult result =
      context.launch(context.load(kernel(reverse), "checked"), "run", config,
                     Params().add(words).add(words).add(words));
  CHECK(result.threads == 1);
  CHECK(result.serial_because.find("checker") != std::string::npos);
}

TEST_CASE("a problem on several threads is the one that one thread has",
          "[ptx][parallel]") {
  // Blocks 5 and up fault or trap, each in a way of its own.
  const std::string problem =
      GENERATE(as<std::string>{},  //
               "@%p1 ld.global.u32 %r9, [%rd1];", "@%p1 trap;",
               "FOREVER: @%p1 bra FOREVER;", "@%p1 bar.sync %r0;");
  const std::string body = reverse + R"(
  setp.gt.u32 %p1, %r0, 4;
  setp.eq.and.u32 %p1, %t, 7, %p1;
  cvt.u64.u32 %rd1, %i;
)" + problem;
  const Run one = run(body, 1, 200'000);
  REQUIRE(one.result.status != LaunchStatus::success);
  const Run several = run(body, 4, 200'000);
  CHECK(several.result.threads == 1);
  CHECK(several.result.serial_because != "");
  check_same(one, several);
}

TEST_CASE("a budget that several threads exceed together is exceeded",
          "[ptx][parallel]") {
  const std::uint64_t executed =
      run(reverse, 1).counters.at("smsp__inst_executed.sum");
  const std::uint64_t budget = GENERATE_COPY(executed - 1, executed);
  check_same(run(reverse, 1, budget), run(reverse, 4, budget));
}
