// SPDX-License-Identifier: Apache-2.0
// Which pairs of accesses are a race, how grave, and what is said of them.
#include "ptx/sanitizer/racecheck.h"

#include <catch2/catch_test_macros.hpp>

#include "event_script.h"
#include "ptx/sanitizer/sanitizer.h"

namespace lockstep::ptx {
namespace {

struct Fixture {
  Racecheck checker;
  EventScript script{{&checker}, {4, 1, 1}, {64, 1, 1}};

  Fixture() { script.begin(); }
  std::vector<Finding> findings() {
    script.end();
    std::vector<Finding> found;
    checker.findings().append_to(found);
    return found;
  }
};

const Who warp0{0, 0, full_mask}, warp1{0, 1, full_mask};
Who lane(unsigned number, std::uint32_t block = 0, std::uint32_t warp = 0) {
  return {block, warp, LaneMask{1} << number};
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: a missing barrier is an error with both "
                 "lines, threads and the element",
                 "[ptx][racecheck]") {
  script.shared(warp1, 25, words(0), load());   // thread 32 + i reads tile[i]
  script.shared(warp0, 27, words(0), store());  // thread i writes it
  const auto found = findings();
  REQUIRE(found.size() == 1);
  const Finding& hazard = found[0];
  CHECK(hazard.tool == "racecheck");
  CHECK(hazard.kind == "write-after-read");
  CHECK(hazard.severity == Severity::error);
  CHECK(hazard.message == "write-after-read hazard in shared memory");
  CHECK(hazard.place.file == "kernel.cu");
  CHECK(hazard.place.line == 27);
  CHECK(hazard.label == "thread 0 of block 0 writes tile[0]");
  CHECK(hazard.other.line == 25);
  CHECK(hazard.other_label ==
        "thread 32 reads tile[0] with no barrier "
        "between");
  CHECK(hazard.block == "(0,0,0)");
  CHECK(hazard.threads == std::vector<std::string>{"(0,0,0)", "(32,0,0)"});
  CHECK(hazard.variable == "tile");
  CHECK(hazard.kernel == "kernel");
  CHECK(hazard.count == 32);
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: silent when a barrier separates write and read",
                 "[ptx][racecheck]") {
  script.shared(warp0, 2, words(0), store());
  script.block_barrier(0);
  script.shared(warp1, 4, words(0), load());
  CHECK(findings().empty());
}

TEST_CASE_METHOD(Fixture, "racecheck: two reads never race",
                 "[ptx][racecheck]") {
  script.shared(warp0, 2, words(0), load());
  script.shared(warp1, 3, words(0), load());
  CHECK(findings().empty());
}

TEST_CASE_METHOD(Fixture, "racecheck: a thread does not race with itself",
                 "[ptx][racecheck]") {
  script.shared(warp0, 2, words(0), store());
  script.shared(warp0, 3, words(0), load());
  script.global(warp0, 4, words(0), store());
  script.global(warp0, 5, words(0), store());
  CHECK(findings().empty());
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: lanes without a __syncwarp are a "
                 "warning",
                 "[ptx][racecheck]") {
  script.shared(warp0, 2, words(0), store());
  SECTION("fires when nothing separates them") {
    script.shared(warp0, 3, words(1), load());
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::warning);
    CHECK(found[0].kind == "read-after-write");
    CHECK(found[0].label == "thread 0 of block 0 reads tile[1]");
    CHECK(found[0].other_label ==
          "thread 1 writes tile[1] with no "
          "__syncwarp between");
    CHECK(found[0].count == 31);
  }
  SECTION("fires through a shuffle, which orders no memory") {
    script.warp_barrier(warp0, false);
    script.shared(warp0, 3, words(1), load());
    CHECK(findings().size() == 1);
  }
  SECTION("silent with a __syncwarp") {
    script.warp_barrier(warp0);
    script.shared(warp0, 3, words(1), load());
    CHECK(findings().empty());
  }
  SECTION("volatile does not help in shared memory") {
    script.shared(warp0, 3, words(1), as_volatile(load()));
    CHECK(findings().size() == 1);
  }
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: a partial __syncwarp orders the lanes "
                 "in its mask only, and carries knowledge on",
                 "[ptx][racecheck]") {
  script.shared(lane(0), 2, words(8), store());
  const auto at_word_8 = [](unsigned) { return 32; };
  SECTION("a lane in the mask is ordered") {
    script.warp_barrier({0, 0, 0x3});
    script.shared(lane(1), 3, at_word_8, load());
    CHECK(findings().empty());
  }
  SECTION("a lane outside is not") {
    script.warp_barrier({0, 0, 0x3});
    script.shared(lane(2), 3, at_word_8, load());
    CHECK(findings().size() == 1);
  }
  SECTION("a second barrier passes on what the first one taught") {
    script.warp_barrier({0, 0, 0x3});
    script.warp_barrier({0, 0, 0x6});
    script.shared(lane(2), 3, at_word_8, load());
    CHECK(findings().empty());
  }
  SECTION("in the wrong order the two barriers teach nothing") {
    script.warp_barrier({0, 0, 0x6});
    script.warp_barrier({0, 0, 0x3});
    script.shared(lane(2), 3, at_word_8, load());
    CHECK(findings().size() == 1);
  }
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: a named barrier orders its "
                 "participants only",
                 "[ptx][racecheck]") {
  script.shared(warp0, 2, words(0), store());
  SECTION("silent for both warps of it") {
    script.named_barrier(0, {full_mask, full_mask});
    script.shared(warp1, 3, words(0), load());
    CHECK(findings().empty());
  }
  SECTION("fires for a warp that was not there") {
    script.named_barrier(0, {full_mask, 0});
    script.shared(warp1, 3, words(0), load());
    CHECK(findings().size() == 1);
  }
  SECTION("fires for accesses after it") {
    script.named_barrier(0, {full_mask, full_mask});
    script.shared(warp0, 3, words(0), store());
    script.shared(warp1, 4, words(0), load());
    CHECK(findings().size() == 1);
  }
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: blocks are concurrent whatever order "
                 "they ran in",
                 "[ptx][racecheck]") {
  script.global({0, 0, full_mask}, 2, words(0), store());
  script.block_barrier(0);
  script.block_barrier(1);
  script.global({1, 0, full_mask}, 3, words(16), load());
  const auto found = findings();
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::error);
  CHECK(found[0].message == "read-after-write hazard in global memory");
  CHECK(found[0].label == "thread 0 of block 1 reads data[16]");
  CHECK(found[0].other_label ==
        "thread 16 of block 0 writes data[16] and nothing orders the two "
        "blocks");
  CHECK(found[0].count == 16);
}

TEST_CASE_METHOD(Fixture, "racecheck: shared memory belongs to its block",
                 "[ptx][racecheck]") {
  script.shared({0, 0, full_mask}, 2, words(0), store());
  script.shared({1, 0, full_mask}, 2, words(0), store());
  CHECK(findings().empty());
}

TEST_CASE_METHOD(Fixture, "racecheck: launches are ordered",
                 "[ptx][racecheck]") {
  script.global({0, 0, full_mask}, 2, words(0), store());
  script.end();
  script.begin();
  script.global({1, 0, full_mask}, 3, words(0), load());
  CHECK(findings().empty());
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: atomics race with ordinary accesses, "
                 "not with each other",
                 "[ptx][racecheck]") {
  const auto same_word = [](unsigned) { return 64; };
  script.global({0, 0, full_mask}, 2, same_word, atomic());
  SECTION("two atomics") {
    script.global({1, 0, full_mask}, 3, same_word, atomic());
    CHECK(findings().empty());
  }
  SECTION("a weak read") {
    script.global({1, 0, full_mask}, 3, same_word, load());
    CHECK(findings().size() == 1);
  }
  SECTION("a volatile read in global memory is strong") {
    script.global({1, 0, full_mask}, 3, same_word, as_volatile(load()));
    CHECK(findings().empty());
  }
  SECTION("atomics of block scope do not reach another block") {
    script.global({1, 0, full_mask}, 3, same_word, atomic(Scope::cta));
    CHECK(findings().size() == 1);
  }
  SECTION("but they do reach their own") {
    script.global({0, 1, full_mask}, 3, same_word, atomic(Scope::cta));
    CHECK(findings().empty());
  }
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: an atomic and the plain initialisation "
                 "beside it need a barrier",
                 "[ptx][racecheck]") {
  const auto same_word = [](unsigned) { return 0; };
  script.shared(lane(0), 2, same_word, store_value(0));
  SECTION("fires without one") {
    script.shared(warp1, 4, same_word, atomic(Scope::cta));
    CHECK(findings().size() == 1);
  }
  SECTION("silent with one") {
    script.block_barrier(0);
    script.shared(warp1, 4, same_word, atomic(Scope::cta));
    CHECK(findings().empty());
  }
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: the same value written twice is "
                 "information",
                 "[ptx][racecheck]") {
  const auto same_word = [](unsigned) { return 0; };
  SECTION("by lanes of one instruction") {
    script.shared(warp0, 2, same_word, store_value(1));
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::information);
    CHECK(found[0].kind == "write-after-write");
  }
  SECTION("by different warps") {
    script.shared(lane(0), 2, same_word, store_value(1));
    script.shared(lane(0, 0, 1), 2, same_word, store_value(1));
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::information);
  }
  SECTION("different values of one instruction are an error") {
    script.shared(warp0, 2, same_word, store());
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::error);
    CHECK(found[0].other_label ==
          "thread 1 writes tile[0] in the same instruction");
  }
  SECTION("one different value among them makes it an error") {
    script.shared(lane(0), 2, same_word, store_value(1));
    script.shared(lane(0, 0, 1), 2, same_word, store_value(1));
    script.shared(lane(1, 0, 1), 2, same_word, store_value(2));
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].severity == Severity::error);
  }
}

TEST_CASE_METHOD(Fixture,
                 "racecheck: an update through volatile loses "
                 "updates, a volatile flag does not",
                 "[ptx][racecheck]") {
  const auto same_word = [](unsigned) { return 0; };
  script.instruction(4).opcode = Opcode::op_ld;
  script.instruction(4).modifiers.semantics = Semantics::is_volatile;
  script.instruction(6).opcode = Opcode::op_st;
  script.instruction(6).modifiers.semantics = Semantics::is_volatile;
  SECTION("fires for a load, a change and a store of one address") {
    script.begin();
    for (const std::uint32_t block : {0u, 1u}) {
      script.global(lane(0, block), 4, same_word, as_volatile(load()));
      script.global(lane(0, block), 6, same_word, as_volatile(store()));
    }
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].kind == "lost update");
    CHECK(found[0].severity == Severity::error);
  }
  SECTION("silent where a branch stands between") {
    script.instruction(5).opcode = Opcode::op_bra;
    script.instruction(5).target = 4;
    script.begin();
    for (const std::uint32_t block : {0u, 1u}) {
      script.global(lane(0, block), 4, same_word, as_volatile(load()));
      script.global(lane(0, block), 6, same_word, as_volatile(store()));
    }
    CHECK(findings().empty());
  }
}

TEST_CASE_METHOD(Fixture, "racecheck: no reader of a cell is forgotten",
                 "[ptx][racecheck]") {
  // All lanes of warp 0 read a word, then one of them writes it: 31 others
  // had read it, whichever was the last.
  const auto same_word = [](unsigned) { return 4; };
  script.shared(warp0, 2, same_word, load());
  const unsigned writer = 31;
  script.shared(lane(writer), 3, same_word, store());
  const auto found = findings();
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == "write-after-read");
  CHECK(found[0].threads[1] == "(0,0,0)");
}

TEST_CASE_METHOD(Fixture, "racecheck: bytes of one word are apart",
                 "[ptx][racecheck]") {
  How byte_store = store(), byte_load = load();
  byte_store.bytes = byte_load.bytes = 1;
  const auto byte = [](std::uint64_t first) {
    return [first](unsigned number) { return first + number; };
  };
  SECTION("silent for neighbours") {
    script.shared(warp0, 2, byte(0), byte_store);
    script.shared(warp1, 2, byte(32), byte_store);
    script.shared(lane(0), 3, byte(0), byte_load);
    CHECK(findings().empty());
  }
  SECTION("fires for the same byte, also of an earlier word access") {
    script.shared(warp0, 2, words(0), store());
    script.shared(
        lane(0, 0, 1), 3, [](unsigned) { return 9; }, byte_load);
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].label == "thread 32 of block 0 reads tile[9]");
    CHECK(found[0].threads[1] == "(2,0,0)");
  }
}

TEST_CASE_METHOD(Fixture, "racecheck: wide accesses meet narrow ones",
                 "[ptx][racecheck]") {
  How wide = load();
  wide.width = 4;
  script.global({0, 0, full_mask}, 2, words(0, 4), wide);
  script.global(lane(5, 1), 3, words(95), store());  // word 100, of lane 25
  const auto found = findings();
  REQUIRE(found.size() == 1);
  CHECK(found[0].label == "thread 5 of block 1 writes data[100]");
  CHECK(found[0].threads[1] == "(25,0,0)");
}

TEST_CASE("racecheck: threads of a block with two dimensions have two numbers",
          "[ptx][racecheck]") {
  Racecheck checker;
  EventScript script({&checker}, {2, 2, 1}, {8, 8, 1});
  script.begin();
  script.shared({3, 0, full_mask}, 2, words(0), store());
  script.shared({3, 1, full_mask}, 3, words(0), load());
  script.end();
  std::vector<Finding> found;
  checker.findings().append_to(found);
  REQUIRE(found.size() == 1);
  CHECK(found[0].label == "thread (0,4,0) of block (1,1,0) reads tile[0]");
  CHECK(found[0].block == "(1,1,0)");
}

}  // namespace
}  // namespace lockstep::ptx
