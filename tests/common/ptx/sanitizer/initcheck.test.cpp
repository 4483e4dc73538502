// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/initcheck.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>

#include "event_script.h"

namespace lockstep::ptx {
namespace {

struct Fixture {
  Initcheck checker;
  EventScript script{{&checker}, {2, 1, 1}, {64, 1, 1}};

  std::vector<Finding> findings() const {
    std::vector<Finding> found;
    checker.findings().append_to(found);
    return found;
  }
};

const Who warp0{0, 0, full_mask}, warp1{0, 1, full_mask};

TEST_CASE_METHOD(Fixture,
                 "initcheck: names the cell of shared memory that "
                 "nobody has written",
                 "[ptx][initcheck]") {
  script.begin();
  script.shared({0, 0, 0x7fffffff}, 2, words(0), store());
  script.shared(warp0, 4, words(0), load());
  const auto found = findings();
  REQUIRE(found.size() == 1);
  CHECK(found[0].tool == "initcheck");
  CHECK(found[0].severity == Severity::error);
  CHECK(found[0].kind == "uninitialised read");
  CHECK(found[0].message == "read of uninitialised shared memory");
  CHECK(found[0].label ==
        "thread 31 of block 0 reads tile[31], which nobody has written");
  CHECK(found[0].place.line == 4);
  CHECK(found[0].variable == "tile");
  CHECK(found[0].count == 1);
}

TEST_CASE_METHOD(Fixture,
                 "initcheck: silent where a store or an atomic wrote "
                 "first",
                 "[ptx][initcheck]") {
  script.begin();
  script.shared(warp0, 2, words(0), store());
  script.shared(warp1, 3, words(0), atomic());
  script.shared(warp1, 4, words(0), load());
  CHECK(findings().empty());
}

TEST_CASE_METHOD(Fixture, "initcheck: an atomic reads too",
                 "[ptx][initcheck]") {
  script.begin();
  script.shared(warp0, 2, words(5, 0), atomic());
  const auto found = findings();
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == "uninitialised atomic");
}

TEST_CASE_METHOD(Fixture,
                 "initcheck: an exchange reads only if its result is used",
                 "[ptx][initcheck]") {
  How exchange = atomic();
  script.begin();
  for (std::uint32_t line : {2u, 4u})
    script.instruction(line).modifiers.atomic = AtomicOp::exch;
  exchange.kind = AccessKind::reduction;
  script.shared(warp0, 2, words(5, 0), exchange);
  CHECK(findings().empty());
  exchange.kind = AccessKind::atomic;
  script.shared(warp0, 4, words(6, 0), exchange);
  CHECK(findings().size() == 1);
}

TEST_CASE_METHOD(Fixture, "initcheck: shared memory is new in every block",
                 "[ptx][initcheck]") {
  script.begin();
  script.shared({0, 0, full_mask}, 2, words(0), store());
  script.shared({1, 0, full_mask}, 4, words(0), load());
  CHECK(findings().size() == 1);
}

TEST_CASE_METHOD(Fixture, "initcheck: every byte of a load counts",
                 "[ptx][initcheck]") {
  How byte = store();
  byte.bytes = 1;
  script.begin();
  script.shared(
      {0, 0, 0x7}, 2, [](unsigned lane) { return lane; }, byte);
  SECTION("fires if one is missing") {
    script.shared({0, 0, 1}, 4, words(0), load());
    CHECK(findings().size() == 1);
  }
  SECTION("silent if all are there") {
    script.shared(
        {0, 0, 1}, 3, [](unsigned) { return 3; }, byte);
    script.shared({0, 0, 1}, 4, words(0), load());
    CHECK(findings().empty());
  }
}

TEST_CASE_METHOD(Fixture,
                 "initcheck: global memory is written by the host or "
                 "by kernels",
                 "[ptx][initcheck]") {
  script.host(HostEvent::Kind::allocated, 0, script.data().bytes);
  script.host(HostEvent::Kind::written, 0, 33 * 4);
  script.begin();
  SECTION("silent for what the host wrote") {
    script.global(warp0, 2, words(1), load());
    CHECK(findings().empty());
  }
  SECTION("fires one element further") {
    script.global(warp0, 2, words(2), load());
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].label ==
          "thread 31 of block 0 reads data[33], which nobody has written");
  }
  SECTION("an earlier launch may have written it") {
    script.global(warp0, 2, words(64), store());
    script.end();
    script.begin();
    script.global(warp0, 3, words(64), load());
    CHECK(findings().empty());
  }
  SECTION("memory that is allocated anew has no values") {
    script.host(HostEvent::Kind::freed, 0, script.data().bytes);
    script.host(HostEvent::Kind::allocated, 0, script.data().bytes);
    script.global(warp0, 2, words(1), load());
    CHECK(findings().size() == 1);
  }
}

TEST_CASE_METHOD(Fixture,
                 "initcheck: memory that the host never announced "
                 "counts as written",
                 "[ptx][initcheck]") {
  script.begin();
  script.global(warp0, 2, words(0), load());
  CHECK(findings().empty());
}

TEST_CASE_METHOD(Fixture,
                 "initcheck: tells of bytes copied to the host that "
                 "were never written",
                 "[ptx][initcheck]") {
  script.host(HostEvent::Kind::allocated, 0, script.data().bytes);
  script.begin();
  script.global(warp0, 2, words(0), store());
  script.end();
  SECTION("silent for the part that was") {
    script.host(HostEvent::Kind::read, 0, 128);
    CHECK(findings().empty());
  }
  SECTION("fires beyond") {
    script.host(HostEvent::Kind::read, 0, 136);
    const auto found = findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].message ==
          "8 of the 136 bytes of data that were copied to the host had never "
          "been written, the first at byte 128");
    CHECK(found[0].variable == "data");
  }
}

TEST_CASE_METHOD(Fixture, "initcheck: local memory belongs to its thread",
                 "[ptx][initcheck]") {
  const auto first_word = [](unsigned) { return 0; };
  script.begin();
  script.access({0, 0, 1}, 2, Space::local, first_word, store());
  SECTION("silent for the thread itself") {
    script.access({0, 0, 1}, 3, Space::local, first_word, load());
    CHECK(findings().empty());
  }
  SECTION("fires for its neighbour") {
    script.access({0, 0, 2}, 3, Space::local, first_word, load());
    CHECK(findings().size() == 1);
  }
}

TEST_CASE_METHOD(Fixture,
                 "initcheck: CUB may read shared memory ahead, nobody else",
                 "[ptx][initcheck]") {
  const auto [file, is_silent] = GENERATE(table<std::string, bool>(
      {{"/usr/local/cuda/include/cccl/cub/block/block_merge_sort.cuh", true},
       {"/usr/local/cuda/include/device_atomic_functions.hpp", false},
       {"/home/student/cub/kernel.cu", false}}));
  script.module().files[1] = file;
  script.begin();
  script.shared({}, 3, words(0), load());
  CHECK(findings().empty() == is_silent);
}

TEST_CASE_METHOD(Fixture, "initcheck: CUB is told of global memory",
                 "[ptx][initcheck]") {
  script.module().files[1] = "/usr/local/cuda/include/cub/agent.cuh";
  script.host(HostEvent::Kind::allocated, 0, 4096);
  script.begin();
  script.global({}, 3, words(0), load());
  CHECK(findings().size() == 1);
}

}  // namespace
}  // namespace lockstep::ptx
