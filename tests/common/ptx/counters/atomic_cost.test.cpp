// SPDX-License-Identifier: Apache-2.0
// Sectors and wavefronts of atomics: every expected number was counted by
// Nsight Compute 2025.3.1 on an H200, driver 580.159.04, 2026-11-21.
#include "ptx/counters/atomic_cost.h"

#include <catch2/catch_test_macros.hpp>
#include <functional>

#include "../kernel_run.h"

namespace lockstep::ptx {
namespace {

using Element = std::function<std::uint64_t(unsigned lane)>;

MemoryEvent atomic_on(std::uint32_t bytes, const Element& element) {
  MemoryEvent event{};
  event.mask = full_mask;
  event.kind = AccessKind::reduction;
  event.bytes = event.element_bytes = bytes;
  for (unsigned lane = 0; lane < warp_size; ++lane)
    event.address[lane] = 0x1000 + element(lane) * bytes;
  return event;
}

TEST_CASE("atomic_sector_count: lanes that meet in an element count again",
          "[ptx][counters]") {
  struct Case {
    Element element;
    std::uint32_t of_4_bytes, of_8_bytes;
  };
  const Case cases[] = {
      {[](unsigned lane) { return lane; }, 4, 8},
      {[](unsigned lane) { return 31 - lane; }, 4, 8},
      {[](unsigned lane) { return 2 * lane; }, 8, 16},
      {[](unsigned lane) { return lane / 2; }, 4, 8},
      {[](unsigned lane) { return lane % 16; }, 4, 8},
      {[](unsigned lane) { return lane % 8; }, 4, 8},
      {[](unsigned lane) { return lane * 5 % 32; }, 4, 8},
      {[](unsigned lane) { return lane % 4; }, 8, 8},
      {[](unsigned lane) { return lane % 2 * 8; }, 32, 32},
      {[](unsigned lane) { return lane / 16; }, 16, 16},
      {[](unsigned lane) { return lane + 1; }, 5, 9},
      {[](unsigned lane) { return lane % 2 * 4; }, 16, 32},
  };
  for (const Case& its : cases) {
    CHECK(atomic_sector_count(atomic_on(4, its.element)) == its.of_4_bytes);
    CHECK(atomic_sector_count(atomic_on(8, its.element)) == its.of_8_bytes);
  }
}

TEST_CASE("atomic_sector_count: lanes that are off count nothing",
          "[ptx][counters]") {
  MemoryEvent event = atomic_on(4, [](unsigned) { return 0; });
  CHECK(atomic_sector_count(event) == 32);
  event.mask = 0x7;
  CHECK(atomic_sector_count(event) == 3);
  event.mask = 0;
  CHECK(atomic_sector_count(event) == 0);
}

TEST_CASE("atomic_shared_cost: a bank serves lanes one after the other",
          "[ptx][counters]") {
  const auto wavefronts = [](std::uint32_t bytes, const Element& element) {
    return atomic_shared_cost(atomic_on(bytes, element), false).wavefronts;
  };
  CHECK(wavefronts(4, [](unsigned lane) { return lane; }) == 1);
  CHECK(wavefronts(4, [](unsigned lane) { return lane / 2; }) == 2);
  CHECK(wavefronts(4, [](unsigned lane) { return lane * 32; }) == 32);
  CHECK(wavefronts(4, [](unsigned) { return 5; }) == 32);
  CHECK(wavefronts(8, [](unsigned lane) { return lane; }) == 2);
  CHECK(wavefronts(8, [](unsigned lane) { return 2 * lane; }) == 4);
}

TEST_CASE("atomic_shared_cost: increments of one word are added up at once",
          "[ptx][counters]") {
  const MemoryEvent one = atomic_on(4, [](unsigned) { return 5; });
  CHECK(atomic_shared_cost(one, true).wavefronts == 1);
  const MemoryEvent bank =
      atomic_on(4, [](unsigned lane) { return lane * 32; });
  CHECK(atomic_shared_cost(bank, true).wavefronts == 32);
}

TEST_CASE("atomic_shared_cost: a compare-and-swap passes twice",
          "[ptx][counters]") {
  Instruction swap;
  swap.modifiers.atomic = AtomicOp::cas;
  MemoryEvent event = atomic_on(4, [](unsigned lane) { return lane / 2; });
  event.instruction = &swap;
  const SharedCost cost = atomic_shared_cost(event, false);
  CHECK(cost.wavefronts == 4);
  CHECK(cost.wavefronts - cost.least == 1);
}

TEST_CASE("merging_increments: only unread additions of the constant 1",
          "[ptx][counters]") {
  const auto merges = [](const std::string& atomic,
                         const char* reader) -> bool {
    const auto module = prepare_module(
        ".version 8.0\n.target sm_80\n.address_size 64\n"
        ".visible .entry k()\n{\n.reg .b32 %r<4>;\n.reg .f32 %f<2>;\n"
        ".shared .align 4 .b8 bins[64];\nmov.u32 %r1, bins;\n" +
            atomic + "\n" + reader + "\nret;\n}\n",
        "k");
    return merging_increments(*module).at(1);
  };
  CHECK(merges("atom.shared.add.u32 %r2, [%r1], 1;", ""));
  CHECK(merges("red.shared.add.s32 [%r1], 1;", ""));
  CHECK_FALSE(
      merges("atom.shared.add.u32 %r2, [%r1], 1;", "mov.u32 %r3, %r2;"));
  CHECK_FALSE(merges("atom.shared.add.u32 %r2, [%r1], 2;", ""));
  CHECK_FALSE(merges("atom.shared.add.u32 %r2, [%r1], %r3;", ""));
  CHECK_FALSE(merges("atom.shared.max.u32 %r2, [%r1], 1;", ""));
  CHECK_FALSE(merges("atom.shared.add.f32 %f1, [%r1], 0f3F800000;", ""));
}

}  // namespace
}  // namespace lockstep::ptx
