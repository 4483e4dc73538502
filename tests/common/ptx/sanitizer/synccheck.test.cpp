// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/synccheck.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "event_script.h"

namespace lockstep::ptx {
namespace {

struct Fixture {
  Synccheck checker;
  EventScript script{{&checker}, {1, 1, 1}, {64, 1, 1}};

  Fixture() { script.begin(); }
  std::vector<Finding> findings() const {
    std::vector<Finding> found;
    checker.findings().append_to(found);
    return found;
  }
};

TEST_CASE_METHOD(Fixture,
                 "synccheck: a barrier in divergent code has both "
                 "places and the threads",
                 "[ptx][synccheck]") {
  SyncMisuseEvent event;
  event.kind = SyncMisuse::divergent_barrier;
  event.detail = "lanes 16 to 31 are elsewhere";
  event.other = &script.instruction(14);
  script.misuse(event, {0, 1, 0x6}, 12);
  const auto found = findings();
  REQUIRE(found.size() == 1);
  CHECK(found[0].tool == "synccheck");
  CHECK(found[0].severity == Severity::error);
  CHECK(found[0].kind == "divergent barrier");
  CHECK(found[0].place.line == 12);
  CHECK(found[0].label ==
        "thread 33 of block 0 is at the barrier: lanes 16 "
        "to 31 are elsewhere");
  CHECK(found[0].other.line == 14);
  CHECK(found[0].threads == std::vector<std::string>{"(33,0,0)", "(34,0,0)"});
}

TEST_CASE_METHOD(Fixture, "synccheck: every kind of misuse has its own words",
                 "[ptx][synccheck]") {
  const auto kind =
      GENERATE(SyncMisuse::divergent_barrier, SyncMisuse::missing_threads,
               SyncMisuse::lane_not_in_mask, SyncMisuse::mask_mismatch,
               SyncMisuse::exited_lane_in_mask, SyncMisuse::deadlock,
               SyncMisuse::livelock);
  SyncMisuseEvent event;
  event.kind = kind;
  script.misuse(event, {0, 0, 1}, 12);
  const auto found = findings();
  REQUIRE(found.size() == 1);
  CHECK(!found[0].kind.empty());
  CHECK(!found[0].message.empty());
}

TEST_CASE_METHOD(Fixture, "synccheck: silent for barriers that all reach",
                 "[ptx][synccheck]") {
  script.block_barrier(0);
  script.warp_barrier({0, 0, full_mask});
  CHECK(findings().empty());
}

}  // namespace
}  // namespace lockstep::ptx
