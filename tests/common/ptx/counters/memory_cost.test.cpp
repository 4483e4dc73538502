// SPDX-License-Identifier: Apache-2.0
// Closed forms: what strides, offsets and widths cost.
#include "ptx/counters/memory_cost.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <numeric>

namespace lockstep::ptx {
namespace {

/// Lane i accesses `bytes` bytes at first + i * stride (in bytes).
MemoryEvent access(std::uint64_t first, std::uint64_t stride,
                   std::uint32_t bytes, LaneMask mask = full_mask) {
  MemoryEvent event{};
  event.mask = mask;
  event.bytes = bytes;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    event.address[lane] = first + lane * stride;
  return event;
}

TEST_CASE("sector_count: unit stride takes one sector for 8 words",
          "[ptx][counters]") {
  CHECK(sector_count(access(0x1000, 4, 4)) == 4);
  CHECK(sector_count(access(0x1000, 8, 8)) == 8);
  CHECK(sector_count(access(0x1000, 16, 16)) == 16);
  CHECK(sector_count(access(0x1000, 1, 1)) == 1);
}

TEST_CASE("memory_cost: a run of lanes costs what its lanes cost",
          "[ptx][counters]") {
  const std::uint32_t bytes = GENERATE(1, 2, 4, 8, 16);
  const std::uint64_t offset = GENERATE(0, 1, 3, 7);
  MemoryEvent event = access(0x1000 + offset * bytes, bytes, bytes);
  const std::uint32_t sectors = sector_count(event);
  const SharedCost cost = shared_cost(event);
  event.is_run = true;
  CHECK(sector_count(event) == sectors);
  CHECK(shared_cost(event).wavefronts == cost.wavefronts);
  CHECK(shared_cost(event).least == cost.least);
}

TEST_CASE("sector_count: an offset by one element takes one more",
          "[ptx][counters]") {
  CHECK(sector_count(access(0x1004, 4, 4)) == 5);
}

TEST_CASE("sector_count: a stride multiplies sectors until each lane has one",
          "[ptx][counters]") {
  const std::uint64_t elements = GENERATE(1, 2, 4, 8, 16, 1024);
  CHECK(sector_count(access(0x1000, 4 * elements, 4)) ==
        std::min<std::uint64_t>(32, 4 * elements));
}

TEST_CASE("sector_count: repeated addresses count once, in any order",
          "[ptx][counters]") {
  CHECK(sector_count(access(0x1000, 0, 4)) == 1);
  MemoryEvent event = access(0x1000, 4, 4);
  std::reverse(event.address.begin(), event.address.end());
  CHECK(sector_count(event) == 4);
  for (unsigned lane = 0; lane < warp_size; ++lane)
    event.address[lane] = 0x1000 + lane * 7 % 3 * 32;
  CHECK(sector_count(event) == 3);
}

TEST_CASE("sector_count: only active lanes count", "[ptx][counters]") {
  CHECK(sector_count(access(0x1000, 4, 4, 0xff)) == 1);
  CHECK(sector_count(access(0x1000, 4, 4, 0x80000001)) == 2);
  CHECK(sector_count(access(0x1000, 4, 4, 0)) == 0);
}

TEST_CASE(
    "shared_cost: word strides conflict by their common divisor with "
    "32",
    "[ptx][counters]") {
  const std::uint64_t stride = GENERATE(range(1, 65));
  const SharedCost cost = shared_cost(access(0, 4 * stride, 4));
  CHECK(cost.wavefronts == std::gcd(stride, 32));
  CHECK(cost.least == 1);
}

TEST_CASE("shared_cost: lanes that read one word share it", "[ptx][counters]") {
  CHECK(shared_cost(access(64, 0, 4)).wavefronts == 1);
  MemoryEvent event = access(0, 4, 4);
  for (unsigned lane = 0; lane < warp_size; ++lane)
    event.address[lane] = lane % 2 * 128;  // two words of one bank
  CHECK(shared_cost(event).wavefronts == 2);
}

TEST_CASE("shared_cost: wide accesses go by halves and quarters of a warp",
          "[ptx][counters]") {
  CHECK(shared_cost(access(0, 8, 8)).wavefronts == 2);
  CHECK(shared_cost(access(0, 8, 8)).least == 2);
  CHECK(shared_cost(access(0, 16, 16)).wavefronts == 4);
  CHECK(shared_cost(access(0, 16, 16)).least == 4);
  // Every second 8-byte word: 16 lanes meet in 16 banks, two words each.
  CHECK(shared_cost(access(0, 16, 8)).wavefronts == 4);
  // Half a warp of 8-byte accesses uses one pass.
  CHECK(shared_cost(access(0, 8, 8, 0xffff)).wavefronts == 1);
  CHECK(shared_cost(access(0, 8, 8, 0xffff)).least == 1);
}

TEST_CASE("shared_cost: bytes of one word are one word", "[ptx][counters]") {
  CHECK(shared_cost(access(0, 1, 1)).wavefronts == 1);
  CHECK(shared_cost(access(2, 128, 1)).wavefronts == 32);
}

}  // namespace
}  // namespace lockstep::ptx
