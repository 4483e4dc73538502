// SPDX-License-Identifier: Apache-2.0
// Cooperative launches: all blocks at once, and the grid's barrier.
#include <catch2/catch_test_macros.hpp>

#include "../kernel_run.h"

using namespace lockstep::ptx;

namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// What grid.sync() does: the first thread of each block adds to the word
/// behind the workspace's first, block 0 so much that the top bit flips once
/// all have come. Then each block reads what its neighbour wrote before.
constexpr const char* grid_module = R"(.version 7.5
.target sm_80
.address_size 64
.entry swap(.param .u64 words, .param .u64 out)
{
  .reg .pred %p<5>;
  .reg .b32 %r<20>;
  .reg .b64 %rd<12>;
  mov.u32 %r1, %envreg1;
  mov.u32 %r2, %envreg2;
  mov.b64 %rd1, {%r2, %r1};
  setp.eq.u64 %p1, %rd1, 0;
  @%p1 trap;
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %nctaid.x;
  ld.param.u64 %rd2, [words];
  mul.wide.u32 %rd3, %r3, 4;
  add.u64 %rd3, %rd3, %rd2;
  mov.u32 %r5, %tid.x;
  setp.ne.u32 %p2, %r5, 0;
  @%p2 bra ARRIVED;
  add.u32 %r6, %r3, 100;
  st.global.u32 [%rd3], %r6;
ARRIVED:
  barrier.sync 0;
  @%p2 bra DONE;
  mov.u32 %r7, 1;
  sub.u32 %r8, 0x80000001, %r4;
  setp.eq.u32 %p3, %r3, 0;
  selp.u32 %r7, %r8, %r7, %p3;
  atom.add.release.gpu.u32 %r9, [%rd1+4], %r7;
POLL:
  ld.acquire.gpu.u32 %r10, [%rd1+4];
  xor.b32 %r11, %r9, %r10;
  setp.ge.s32 %p4, %r11, 0;
  @%p4 bra POLL;
DONE:
  barrier.sync 0;
  @%p2 bra END;
  add.u32 %r12, %r3, 1;
  rem.u32 %r12, %r12, %r4;
  mul.wide.u32 %rd4, %r12, 4;
  add.u64 %rd4, %rd4, %rd2;
  ld.global.u32 %r13, [%rd4];
  ld.param.u64 %rd5, [out];
  mul.wide.u32 %rd6, %r3, 4;
  add.u64 %rd5, %rd5, %rd6;
  st.global.u32 [%rd5], %r13;
END:
  ret;
}
)";

struct Swap {
  Sanitizer sanitizer;
  Context context;
  LaunchConfig config;
  std::vector<std::uint32_t> out;

  LaunchResult run(unsigned blocks, bool is_cooperative,
                   std::uint64_t seed = 0) {
    for (Observer* observer : sanitizer.observers()) context.attach(*observer);
    const Module& module = context.load(grid_module, "grid");
    const std::vector<std::uint32_t> zeros(blocks);
    const DeviceAddress words = upload(context, zeros, "words");
    const DeviceAddress result = upload(context, zeros, "out");
    config.grid.x = blocks;
    config.block.x = 64;
    config.is_cooperative = is_cooperative;
    config.schedule.seed = seed;
    LaunchResult outcome =
        context.launch(module, "swap", config, Params{}.add(words).add(result));
    out = download<std::uint32_t>(context, result, blocks);
    return outcome;
  }
};

}  // namespace

TEST_CASE("blocks of a cooperative launch can wait for all others",
          "[ptx][launch]") {
  for (std::uint64_t seed : {0, 1, 2}) {
    Swap swap;
    const LaunchResult result = swap.run(100, true, seed);
    REQUIRE(result.message == "");
    for (unsigned i = 0; i < 100; ++i)
      CHECK(swap.out[i] == 100 + (i + 1) % 100);
    CHECK(swap.sanitizer.findings().empty());
  }
}

TEST_CASE("a launch that is not cooperative has no grid barrier",
          "[ptx][launch]") {
  Swap swap;
  const LaunchResult result = swap.run(4, false);
  CHECK(result.status == LaunchStatus::trap);
}

TEST_CASE("a cooperative launch must fit the device", "[ptx][launch]") {
  // 4 multiprocessors hold 32 blocks of 64 threads each.
  Swap fits, exceeds, small;
  CHECK(fits.run(128, true).message == "");
  const LaunchResult result = exceeds.run(129, true);
  CHECK(result.status == LaunchStatus::invalid_launch);
  CHECK(contains(result.message, "holds 128 of them"));
  small.config.limits.multiprocessors = 1;
  CHECK(small.run(33, true).status == LaunchStatus::invalid_launch);
}

TEST_CASE("each cooperative launch has a fresh grid barrier", "[ptx][launch]") {
  Context context;
  const Module& module = context.load(grid_module, "grid");
  const std::vector<std::uint32_t> zeros(8);
  const DeviceAddress words = upload(context, zeros, "words");
  LaunchConfig config;
  config.block.x = 32;
  config.is_cooperative = true;
  for (unsigned blocks : {8, 3, 8}) {
    config.grid.x = blocks;
    CHECK(context.launch(module, "swap", config, Params{}.add(words).add(words))
              .message == "");
  }
}
