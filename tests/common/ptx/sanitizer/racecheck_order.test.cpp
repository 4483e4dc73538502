// SPDX-License-Identifier: Apache-2.0
// Fences, flags, tickets and locks: what orders accesses across blocks.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "event_script.h"
#include "ptx/sanitizer/racecheck.h"

namespace lockstep::ptx {
namespace {

constexpr std::uint32_t blocks = 4;

struct Fixture {
  Racecheck checker;
  EventScript script{{&checker}, {blocks, 1, 1}, {64, 1, 1}};

  Fixture() { script.begin(); }
  std::vector<Finding> findings() {
    script.end();
    std::vector<Finding> found;
    checker.findings().append_to(found);
    return found;
  }
};

Who first_lane(std::uint32_t block) { return {block, 0, 1}; }
LaneAddress word(std::uint64_t index) {
  return [index](unsigned) { return index * 4; };
}
constexpr std::uint64_t ticket = 1000, flag = 1001;

/// The last block to take a ticket adds up what all blocks have stored.
void last_block(EventScript& script, bool has_fence, bool all_threads_fence) {
  for (std::uint32_t block = 0; block < blocks; ++block) {
    script.global(first_lane(block), 2, word(block), store());
    const Who fencing{block, 0, all_threads_fence ? full_mask : 1u};
    if (has_fence) script.fence(fencing);
    if (all_threads_fence) script.block_barrier(block);
    script.global(first_lane(block), 4, word(ticket), atomic());
    script.block_barrier(block);
  }
  script.global({blocks - 1, 1, (1u << blocks) - 1}, 6, words(0), load());
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: the last-block ticket needs its "
                 "__threadfence",
                 "[ptx][racecheck]") {
  SECTION("silent with the fence of the signalling thread") {
    last_block(script, true, false);
    CHECK(findings().empty());
  }
  SECTION("silent when all threads fence, then meet, then one signals") {
    last_block(script, true, true);
    CHECK(findings().empty());
  }
  SECTION("fires without it") {
    last_block(script, false, false);
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].place.line == 6);
    CHECK(found[0].other.line == 2);
    CHECK(found[0].kind == "read-after-write");
    CHECK(found[0].count == blocks - 1);
  }
}

TEST_CASE_METHOD(Fixture, "racecheck: a fence releases what barriers taught",
                 "[ptx][racecheck]") {
  // Warp 1 stores, the block meets, thread 0 signals for all.
  const bool meets = GENERATE(true, false);
  script.global({0, 1, full_mask}, 2, words(0), store());
  if (meets) script.block_barrier(0);
  script.fence(first_lane(0));
  script.global(first_lane(0), 4, word(ticket), atomic());
  script.global(first_lane(1), 4, word(ticket), atomic());
  script.fence(first_lane(1));
  script.global(first_lane(1), 6, word(9), load());
  CHECK(findings().empty() == meets);
}

/// Block 0 publishes word 0 behind a flag, block 1 waits for it and reads.
struct Publication {
  bool writer_fences = true, reader_fences = true, strong_flag = true;
  Scope scope = Scope::gpu;
};
void publish(EventScript& script, Publication how) {
  const auto flagged = [&](How access) {
    return how.strong_flag ? as_volatile(access) : access;
  };
  script.global(first_lane(0), 2, word(0), store());
  if (how.writer_fences) script.fence(first_lane(0), how.scope);
  script.global(first_lane(0), 4, word(flag), flagged(store_value(1)));
  script.global(first_lane(1), 5, word(flag), flagged(load()));
  if (how.reader_fences) script.fence(first_lane(1), how.scope);
  script.global(first_lane(1), 7, word(0), load());
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: a flag orders the data beside it only "
                 "with fences on both sides",
                 "[ptx][racecheck]") {
  Publication how;
  SECTION("silent with both") {
    publish(script, how);
    CHECK(findings().empty());
  }
  SECTION("fires without the writer's") {
    how.writer_fences = false;
    publish(script, how);
    CHECK(findings().size() == 1);
  }
  SECTION("fires without the reader's") {
    how.reader_fences = false;
    publish(script, how);
    CHECK(findings().size() == 1);
  }
  SECTION("a fence of block scope does not reach another block") {
    how.scope = Scope::cta;
    publish(script, how);
    CHECK(findings().size() == 1);
  }
  SECTION("a weak flag races itself and orders nothing") {
    how.strong_flag = false;
    publish(script, how);
    CHECK(findings().size() == 2);
  }
}

TEST_CASE_METHOD(Fixture, "racecheck: release and acquire need no fence",
                 "[ptx][racecheck]") {
  How releasing = store_value(1), acquiring = load();
  releasing.semantics = Semantics::release;
  acquiring.semantics = Semantics::acquire;
  releasing.scope = acquiring.scope = Scope::gpu;
  script.global(first_lane(0), 2, word(0), store());
  SECTION("silent with both") {
    script.global(first_lane(0), 3, word(flag), releasing);
    script.global(first_lane(1), 4, word(flag), acquiring);
    script.global(first_lane(1), 5, word(0), load());
    CHECK(findings().empty());
  }
  SECTION("fires for what is stored after the release") {
    script.global(first_lane(0), 3, word(flag), releasing);
    script.global(first_lane(0), 4, word(1), store());
    script.global(first_lane(1), 5, word(flag), acquiring);
    script.global(first_lane(1), 6, word(1), load());
    CHECK(findings().size() == 1);
  }
  SECTION("fires when the acquire came too early to see it") {
    script.global(first_lane(1), 4, word(flag), acquiring);
    script.global(first_lane(0), 3, word(flag), releasing);
    script.global(first_lane(1), 5, word(0), load());
    CHECK(findings().size() == 1);
  }
  SECTION("knowledge goes on through a third block") {
    script.global(first_lane(0), 3, word(flag), releasing);
    script.global(first_lane(1), 4, word(flag), acquiring);
    script.global(first_lane(1), 5, word(flag + 1), releasing);
    script.global(first_lane(2), 6, word(flag + 1), acquiring);
    script.global(first_lane(2), 7, word(0), load());
    CHECK(findings().empty());
  }
}

/// Each block adds to word 0 inside a spin lock.
void locked_update(EventScript& script, bool has_fences) {
  for (std::uint32_t block = 0; block < blocks; ++block) {
    script.global(first_lane(block), 2, word(flag), atomic());
    if (has_fences) script.fence(first_lane(block));
    script.global(first_lane(block), 4, word(0), load());
    script.global(first_lane(block), 5, word(0), store());
    if (has_fences) script.fence(first_lane(block));
    script.global(first_lane(block), 7, word(flag), atomic());
  }
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: a spin lock orders its sections only "
                 "with fences",
                 "[ptx][racecheck]") {
  SECTION("silent with them") {
    locked_update(script, true);
    CHECK(findings().empty());
  }
  SECTION("fires without") {
    locked_update(script, false);
    CHECK(!findings().empty());
  }
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: a fence of block scope orders warps of "
                 "one block",
                 "[ptx][racecheck]") {
  const Who writer{0, 0, 1}, reader{0, 1, 1};
  const bool has_fence = GENERATE(true, false);
  script.global(writer, 2, word(0), store());
  if (has_fence) script.fence(writer, Scope::cta);
  script.global(writer, 3, word(flag), as_volatile(store_value(1)));
  script.global(reader, 4, word(flag), as_volatile(load()));
  script.fence(reader, Scope::cta);
  script.global(reader, 5, word(0), load());
  CHECK(findings().empty() == has_fence);
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: a lane's fence covers its warp after a "
                 "__syncwarp",
                 "[ptx][racecheck]") {
  // All lanes store and fence, meet, then lane 0 signals for them.
  script.global({0, 0, full_mask}, 2, words(0), store());
  script.fence({0, 0, full_mask});
  const bool meets = GENERATE(true, false);
  if (meets) script.warp_barrier({0, 0, full_mask});
  script.global(first_lane(0), 4, word(ticket), atomic());
  script.global(first_lane(1), 4, word(ticket), atomic());
  script.fence(first_lane(1));
  script.global(first_lane(1), 6, word(9), load());
  CHECK(findings().empty() == meets);
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: gives up with a word, not with false "
                 "alarms, when flags never end",
                 "[ptx][racecheck]") {
  script.global(first_lane(0), 2, word(0), store());
  script.fence(first_lane(0));
  for (std::uint64_t flags = 0; flags < 1'100'000; flags += warp_size)
    script.global({0, 0, full_mask}, 4, words(2 + flags), atomic());
  script.fence(first_lane(1));
  script.global(first_lane(1), 6, word(0), load());
  const auto found = findings();
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == "gave up on flags");
  CHECK(found[0].severity == Severity::information);
}

}  // namespace
}  // namespace lockstep::ptx
