// SPDX-License-Identifier: Apache-2.0
// What hands knowledge on and what does not: arrivals, failed exchanges,
// scopes, signals, and locks that are taken very often.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <random>

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
constexpr std::uint64_t flag = 1001;

TEST_CASE_METHOD(Fixture,
                 "racecheck: what precedes an arrival is ordered before "
                 "those who wait, and nothing else",
                 "[ptx][racecheck]") {
  const Who producer{0, 0, full_mask}, consumer{0, 1, full_mask};
  const std::vector<LaneMask> all{full_mask, full_mask};
  SECTION("silent for the producer's write before it arrives") {
    script.shared(producer, 2, words(0), store());
    script.arrival(producer);
    script.named_barrier(0, all);
    script.shared(consumer, 5, words(0), load());
    CHECK(findings().empty());
  }
  SECTION("silent through several hand-overs of a double buffer") {
    for (int round = 0; round < 50; ++round) {
      script.shared(producer, 2, words(0), store());
      script.arrival(producer);
      script.named_barrier(0, all);
      script.shared(consumer, 5, words(0), load());
      script.arrival(consumer);
      script.named_barrier(0, all);
    }
    CHECK(findings().empty());
  }
  SECTION("fires for what the producer writes after it has arrived") {
    script.arrival(producer);
    script.shared(producer, 3, words(0), store());
    script.named_barrier(0, all);
    script.shared(consumer, 5, words(0), load());
    CHECK(findings().size() == 1);
  }
  SECTION("fires for the producer, who did not wait for the consumer") {
    script.shared(consumer, 2, words(0), store());
    script.arrival(producer);
    script.named_barrier(0, all);
    script.shared(producer, 5, words(0), load());
    CHECK(findings().size() == 1);
  }
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: a compare-and-swap that fails releases nothing",
                 "[ptx][racecheck]") {
  const bool fails = GENERATE(false, true);
  script.global(first_lane(0), 2, word(0), store());
  script.fence(first_lane(0));
  script.global(first_lane(0), 4, word(flag),
                fails ? failing(atomic()) : atomic());
  script.global(first_lane(1), 5, word(flag), atomic());
  script.fence(first_lane(1));
  script.global(first_lane(1), 7, word(0), load());
  CHECK(findings().empty() == !fails);
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: a compare-and-swap that fails acquires, and "
                 "leaves what others released",
                 "[ptx][racecheck]") {
  const bool reads_the_loser = GENERATE(false, true);
  script.global(first_lane(0), 2, word(0), store());
  script.fence(first_lane(0));
  script.global(first_lane(0), 4, word(flag), atomic());
  script.global(first_lane(2), 5, word(9), store());
  script.fence(first_lane(2));
  script.global(first_lane(2), 7, word(flag), failing(atomic()));
  script.global(first_lane(1), 7, word(flag), failing(atomic()));
  script.fence(first_lane(1));
  script.global(first_lane(1), 9, word(reads_the_loser ? 9 : 0), load());
  CHECK(findings().empty() == !reads_the_loser);
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: release and acquire must both reach the other "
                 "block",
                 "[ptx][racecheck]") {
  const Scope releasing = GENERATE(Scope::cta, Scope::gpu, Scope::sys);
  const Scope acquiring = GENERATE(Scope::cta, Scope::gpu, Scope::sys);
  script.global(first_lane(0), 2, word(0), store());
  script.global(first_lane(0), 3, word(flag),
                as(store_value(1), Semantics::release, releasing));
  script.global(first_lane(1), 4, word(flag),
                as(load(), Semantics::acquire, acquiring));
  script.global(first_lane(1), 5, word(0), load());
  const bool reach = releasing != Scope::cta && acquiring != Scope::cta;
  // Too narrow, the flag itself is a race and the data is another.
  CHECK(findings().size() == (reach ? 0u : 2u));
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: a reader's fence must reach the writer's block",
                 "[ptx][racecheck]") {
  const Scope scope = GENERATE(Scope::cta, Scope::gpu);
  // Both of block 1 hand the lock on, so that its word is theirs as well.
  script.global(first_lane(0), 2, word(0), store());
  script.fence(first_lane(0));
  script.global(first_lane(0), 4, word(flag), atomic());
  for (const LaneMask lane : {1u, 2u}) {
    script.fence({1, 0, lane}, Scope::gpu);
    script.global({1, 0, lane}, 4, word(flag), atomic());
    script.fence({1, 0, lane}, scope);
    script.global({1, 0, lane}, 6, word(0), load());
  }
  const auto found = findings();
  REQUIRE(found.size() == (scope == Scope::cta ? 1u : 0u));
  if (scope == Scope::cta) CHECK(found[0].count == 2);
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: a barrier is no fence for a flag that was loaded",
                 "[ptx][racecheck]") {
  enum class Reader { only_barrier, fence_before, all_fence_after };
  const auto reader = GENERATE(Reader::only_barrier, Reader::fence_before,
                               Reader::all_fence_after);
  script.global(first_lane(0), 2, word(0), store());
  script.fence(first_lane(0));
  script.global(first_lane(0), 4, word(flag), as_volatile(store_value(1)));
  script.global(first_lane(1), 5, word(flag), as_volatile(load()));
  if (reader == Reader::fence_before) script.fence(first_lane(1));
  script.block_barrier(1);
  const Who other{1, 1, 1};
  if (reader == Reader::all_fence_after) script.fence(other);
  script.global(other, 8, word(0), load());
  CHECK(findings().empty() == (reader != Reader::only_barrier));
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: what a block has read before a barrier and a flag "
                 "may be overwritten by who sees the flag",
                 "[ptx][racecheck]") {
  // As in a compaction in place: no fences, the values are in registers.
  const auto flag_of = [](std::uint64_t block) { return word(flag + block); };
  const bool has_barrier = GENERATE(true, false);
  const bool has_written = GENERATE(true, false);
  script.global(first_lane(0), 2, word(0), has_written ? store() : load());
  if (has_barrier) script.block_barrier(0);
  script.global({0, 1, 1}, 4, flag_of(0), as_volatile(store()));
  // Block 1 passes on what it has seen.
  script.global({1, 0, 2}, 5, flag_of(0), as_volatile(load()));
  script.global(first_lane(1), 4, flag_of(1), as_volatile(store()));
  script.global(first_lane(2), 5, flag_of(1), as_volatile(load()));
  script.global(first_lane(2), 7, word(0), store());
  CHECK(findings().empty() == (has_barrier && !has_written));
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: an atomic of block scope must not meet another "
                 "block's",
                 "[ptx][racecheck]") {
  const std::uint32_t other = GENERATE(0u, 1u);
  script.global(first_lane(0), 2, word(0), atomic(Scope::cta));
  script.global({other, 1, 1}, 3, word(0), atomic(Scope::cta));
  const auto found = findings();
  REQUIRE(found.size() == (other == 0 ? 0u : 1u));
  if (other != 0)
    CHECK(found[0].other_label ==
          "thread 0 of block 0 atomically updates data[0] and block scope does "
          "not reach the other block");
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: says that a fence of block scope is too narrow",
                 "[ptx][racecheck]") {
  script.instruction(3).opcode = Opcode::op_membar;
  script.instruction(3).modifiers.scope = Scope::cta;
  script.end();
  script.begin();
  script.global(first_lane(0), 2, word(0), store());
  script.fence(first_lane(0), Scope::cta);
  script.global(first_lane(0), 4, word(flag), atomic());
  script.global(first_lane(1), 4, word(flag), atomic());
  script.fence(first_lane(1), Scope::gpu);
  script.global(first_lane(1), 6, word(0), load());
  const auto found = findings();
  REQUIRE(found.size() == 1);
  CHECK(found[0].other_label ==
        "thread 0 of block 0 writes data[0] and nothing orders the two blocks "
        "(a fence of block scope does not)");
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: who sees a flag may reset it, also where the "
                 "fences were before a barrier",
                 "[ptx][racecheck]") {
  for (std::uint32_t block = 0; block < blocks; ++block) {
    script.global({block, 0, full_mask}, 2, words(block * 32), store());
    script.fence({block, 0, full_mask});
    script.block_barrier(block);
    script.global(first_lane(block), 4, word(flag), atomic());
  }
  SECTION("silent for the last one, who has seen all") {
    script.fence(first_lane(blocks - 1));
    script.global(first_lane(blocks - 1), 6, word(flag), store());
    CHECK(findings().empty());
  }
  SECTION("fires for the first one, who has not") {
    script.fence(first_lane(0));
    script.global(first_lane(0), 6, word(flag), store());
    CHECK(findings().size() == 1);
  }
}

/// One lane's section under a spin lock.
void locked_update(EventScript& script, Who who, bool has_fence) {
  script.global(who, 2, word(flag), atomic());
  if (has_fence) script.fence(who);
  script.global(who, 4, word(0), load());
  script.global(who, 5, word(0), store());
  script.fence(who);
  script.global(who, 7, word(flag), atomic());
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: a lock that is taken 30000 times by all lanes "
                 "stays silent, and its rows short",
                 "[ptx][racecheck]") {
  std::mt19937 random(3);
  const auto below = [&](std::uint32_t bound) {
    return static_cast<std::uint32_t>(random()) % bound;
  };
  for (int count = 0; count < 30'000; ++count) {
    const Who who{below(blocks), below(2), 1u << below(32)};
    locked_update(script, who, true);
    const Who waits{below(blocks), below(2), 1u << below(32)};
    script.global(waits, 2, word(flag), failing(atomic()));
  }
  SECTION("silent") { CHECK(findings().empty()); }
  SECTION("fires for one section without its fence, and names no limit") {
    locked_update(script, {2, 1, 8}, false);
    const auto found = findings();
    REQUIRE(!found.empty());
    for (const Finding& finding : found)
      CHECK(!finding.kind.starts_with("gave up"));
  }
}

TEST_CASE_METHOD(Fixture, "racecheck: says so when a row is too long to keep",
                 "[ptx][racecheck]") {
  // Lanes that never meet: nothing is ordered and nothing stands for others.
  for (std::uint32_t line = 1; line < 40; ++line)
    for (unsigned lane = 0; lane < warp_size; ++lane)
      for (std::uint32_t warp = 0; warp < 2; ++warp) {
        script.fence({0, warp, 1u << lane});
        script.shared({0, warp, 1u << lane}, line, word(0), load());
      }
  const auto found = findings();
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == "gave up on a few words");
  CHECK(found[0].severity == Severity::information);
}

}  // namespace
}  // namespace lockstep::ptx
