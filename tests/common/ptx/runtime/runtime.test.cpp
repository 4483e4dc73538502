// SPDX-License-Identifier: Apache-2.0
// Whole launches through the one header that the rest of the project uses.
#include "ptx/runtime/runtime.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <numeric>
#include <vector>

#include "../kernel_run.h"

using namespace lockstep::ptx;

namespace {

/// block_sums[b] = sum of in[b * 64 .. b * 64 + 63], with a tree in shared
/// memory.
constexpr std::string_view reduction = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .entry reduce(.param .u64 in, .param .u64 block_sums, .param .u32 n)
{
  .reg .pred %p<4>;
  .reg .b32 %r<16>;
  .reg .b64 %rd<8>;
  .shared .align 4 .b8 tile[256];
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [block_sums];
  ld.param.u32 %r1, [n];
  cvta.to.global.u64 %rd3, %rd1;
  cvta.to.global.u64 %rd4, %rd2;
  mov.u32 %r2, %tid.x;
  mov.u32 %r3, %ctaid.x;
  shl.b32 %r4, %r3, 6;
  add.s32 %r4, %r4, %r2;
  mov.u32 %r5, 0;
  setp.ge.u32 %p1, %r4, %r1;
  @%p1 bra LOADED;
  mul.wide.u32 %rd5, %r4, 4;
  add.s64 %rd5, %rd3, %rd5;
  ld.global.u32 %r5, [%rd5];
LOADED:
  mov.u32 %r6, tile;
  shl.b32 %r7, %r2, 2;
  add.s32 %r6, %r6, %r7;
  st.shared.u32 [%r6], %r5;
  bar.sync 0;
  mov.u32 %r8, 32;
STEP:
  setp.ge.u32 %p2, %r2, %r8;
  @%p2 bra ADDED;
  shl.b32 %r9, %r8, 2;
  add.s32 %r9, %r6, %r9;
  ld.shared.u32 %r10, [%r9];
  ld.shared.u32 %r11, [%r6];
  add.s32 %r11, %r11, %r10;
  st.shared.u32 [%r6], %r11;
ADDED:
  bar.sync 0;
  shr.u32 %r8, %r8, 1;
  setp.ne.u32 %p3, %r8, 0;
  @%p3 bra STEP;
  setp.ne.u32 %p1, %r2, 0;
  @%p1 bra DONE;
  ld.shared.u32 %r12, [tile];
  mul.wide.u32 %rd6, %r3, 4;
  add.s64 %rd6, %rd4, %rd6;
  st.global.u32 [%rd6], %r12;
DONE:
  ret;
}
)";

}  // namespace

TEST_CASE("a reduction gives each block's sum under every schedule",
          "[ptx][runtime]") {
  const std::uint64_t seed = GENERATE(0u, 1u, 7u, 12345u);
  const unsigned n = GENERATE(1u, 63u, 64u, 1000u);
  Context context;
  const Module& module = context.load(reduction, "reduction");
  std::vector<std::int32_t> in(n);
  std::iota(in.begin(), in.end(), -100);
  const unsigned blocks = (n + 63) / 64;
  const DeviceAddress data = upload(context, in, "in");
  const DeviceAddress sums = context.allocate(blocks * 4, "block_sums");

  LaunchConfig config;
  config.grid.x = blocks;
  config.block.x = 64;
  config.schedule.seed = seed;
  const LaunchResult result = context.launch(
      module, "reduce", config, Params{}.add(data).add(sums).add(n));

  REQUIRE(result.message == "");
  REQUIRE(result.status == LaunchStatus::success);
  const auto got = download<std::int32_t>(context, sums, blocks);
  for (unsigned b = 0; b < blocks; ++b) {
    const auto first = in.begin() + b * 64;
    const auto last = b + 1 < blocks ? first + 64 : in.end();
    CHECK(got[b] == std::accumulate(first, last, 0));
  }
}

TEST_CASE("a context refuses addresses that no allocation holds",
          "[ptx][runtime]") {
  Context context;
  const DeviceAddress address = context.allocate(16, "buffer");
  std::vector<std::byte> bytes(17);
  CHECK(address % 256 == 0);
  CHECK_THROWS_AS(context.copy_to_device(address, bytes), std::out_of_range);
  CHECK_THROWS_AS(context.copy_from_device(bytes, address), std::out_of_range);
  CHECK_THROWS_AS(context.free(address + 1), std::out_of_range);
  context.free(address);
  CHECK_THROWS_AS(context.free(address), std::out_of_range);
}

TEST_CASE("memory that nobody wrote holds poison", "[ptx][runtime]") {
  Context context;
  const DeviceAddress address = context.allocate(8, "buffer");
  const auto words = download<std::uint32_t>(context, address, 2);
  CHECK(words[0] == 0xfbfbfbfb);
  CHECK(words[1] == 0xfbfbfbfb);
}

TEST_CASE("a launch outside the limits says numbers and remedy",
          "[ptx][runtime]") {
  Context context;
  const Module& module = context.load(reduction, "reduction");
  LaunchConfig config;
  const auto launch = [&](const Params& params) {
    return context.launch(module, "reduce", config, params);
  };
  const Params params =
      Params{}.add(DeviceAddress{0}).add(DeviceAddress{0}).add(0u);

  SECTION("no such kernel") {
    const LaunchResult result =
        context.launch(module, "redude", config, params);
    CHECK(result.status == LaunchStatus::invalid_launch);
    CHECK(result.message.find("redude") != std::string::npos);
  }
  SECTION("parameters of the wrong size") {
    const LaunchResult result = launch(Params{}.add(0u));
    CHECK(result.status == LaunchStatus::invalid_launch);
    CHECK(result.message.find("20 bytes") != std::string::npos);
  }
  SECTION("too many threads") {
    config.block = {1025, 1, 1};
    const LaunchResult result = launch(params);
    CHECK(result.status == LaunchStatus::invalid_launch);
    CHECK(result.message.find("1025") != std::string::npos);
    CHECK(result.message.find("1024") != std::string::npos);
  }
  SECTION("an empty grid") {
    config.grid = {0, 1, 1};
    CHECK(launch(params).status == LaunchStatus::invalid_launch);
  }
  SECTION("too much shared memory") {
    config.dynamic_shared_bytes = 200 * 1024;
    const LaunchResult result = launch(params);
    CHECK(result.status == LaunchStatus::invalid_launch);
    CHECK(result.message.find("49152") != std::string::npos);
  }
  SECTION("within the limits") {
    CHECK(launch(params).status == LaunchStatus::fault);  // stores to null
  }
}

TEST_CASE("memory of the host that was adopted is the kernel's too",
          "[ptx][runtime]") {
  std::vector<std::uint32_t> in(64, 3), sums(1, 0);
  Sanitizer sanitizer;
  Context context;
  for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  const Module& module = context.load(reduction, "reduction.ptx");
  context.adopt(std::as_writable_bytes(std::span(in)), "in");
  context.adopt(std::as_writable_bytes(std::span(sums)), "block_sums");
  struct {
    std::uint64_t in, sums;
    std::uint32_t n = 64, unused = 0;
  } params{reinterpret_cast<std::uint64_t>(in.data()),
           reinterpret_cast<std::uint64_t>(sums.data())};
  LaunchConfig config;
  config.block.x = 64;
  const auto bytes = std::as_bytes(std::span(&params, 1)).first(20);
  CHECK(context.launch(module, "reduce", config, bytes).status ==
        LaunchStatus::success);
  CHECK(sums[0] == 64 * 3);
  CHECK(sanitizer.findings().empty());

  context.free(params.in);
  CHECK(context.launch(module, "reduce", config, bytes).status ==
        LaunchStatus::fault);
  const auto found = sanitizer.findings();
  REQUIRE_FALSE(found.empty());
  CHECK(found[0].kind.starts_with("use-after-free"));
}

TEST_CASE("a copy on the device hands on which bytes were written",
          "[ptx][runtime]") {
  Sanitizer sanitizer;
  Context context;
  for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  const DeviceAddress from = context.allocate(16, "from");
  const DeviceAddress to = context.allocate(16, "to");
  const std::uint64_t value = 42;
  context.copy_to_device(from, std::as_bytes(std::span(&value, 1)));
  context.copy_on_device(to, from, 16);
  std::vector<std::uint64_t> back(2);
  const auto words = std::as_writable_bytes(std::span(back));
  context.copy_from_device(words.first(8), to);
  CHECK(back[0] == 42);
  CHECK(sanitizer.findings().empty());
  context.copy_from_device(words, to);
  CHECK(sanitizer.findings().size() == 1);
  CHECK_THROWS_AS(context.copy_on_device(to + 8, from, 16), std::out_of_range);
}

TEST_CASE("a managed variable lies in memory that the host gives",
          "[ptx][runtime]") {
  constexpr std::string_view text = R"(
.version 7.0
.target sm_80
.address_size 64
.visible .global .attribute(.managed) .align 4 .u32 total = 5;
.visible .entry add_seven()
{
  .reg .b32 %r<2>;
  ld.global.u32 %r1, [total];
  add.s32 %r1, %r1, 7;
  st.global.u32 [total], %r1;
  ret;
}
)";
  std::uint32_t total = 0;
  Context context;
  const Module& module = context.load(
      prepare_module(text, "managed.ptx"), [&](const Variable& variable) {
        CHECK(variable.name == "total");
        return std::as_writable_bytes(std::span(&total, 1));
      });
  CHECK(total == 5);
  CHECK(context.launch(module, "add_seven", {}, {}).status ==
        LaunchStatus::success);
  CHECK(total == 12);
}
