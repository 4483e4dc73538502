// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/memcheck.h"

#include <catch2/catch_test_macros.hpp>

#include "event_script.h"

namespace lockstep::ptx {
namespace {

struct Fixture {
  Memcheck checker;
  EventScript script{{&checker}, {2, 1, 1}, {64, 1, 1}};
  FaultEvent event;

  Fixture() {
    script.data() = {0x1000, 4096, "in", 1, true};
    event.bytes = 4;
    event.nearest = &script.data();
    script.begin();
  }
  /// The one finding for thread 31 of block 1 at this offset of `in`.
  Finding at(std::int64_t offset) {
    event.address[31] = static_cast<std::uint64_t>(0x1000 + offset);
    script.fault(event, {1, 0, 1u << 31}, 9);
    std::vector<Finding> found;
    checker.findings().append_to(found);
    REQUIRE(found.size() == 1);
    return found[0];
  }
};

TEST_CASE_METHOD(Fixture, "memcheck: an off-by-one read has all particulars",
                 "[ptx][memcheck]") {
  const Finding finding = at(4096);
  CHECK(finding.tool == "memcheck");
  CHECK(finding.severity == Severity::error);
  CHECK(finding.kind == "out-of-bounds read");
  CHECK(finding.message == "out-of-bounds read of 4 bytes in global memory");
  CHECK(finding.label ==
        "thread 31 of block 1 reads in[1024], just past the "
        "end of in (4096 bytes)");
  CHECK(finding.place.line == 9);
  CHECK(finding.block == "(1,0,0)");
  CHECK(finding.threads == std::vector<std::string>{"(31,0,0)"});
  CHECK(finding.variable == "in");
}

TEST_CASE_METHOD(Fixture, "memcheck: says how far outside an access lies",
                 "[ptx][memcheck]") {
  event.access = AccessKind::store;
  SECTION("past the end") {
    CHECK(at(4104).label ==
          "thread 31 of block 1 writes in[1026], 8 bytes past the end of in "
          "(4096 bytes)");
  }
  SECTION("before the start") {
    CHECK(at(-4).label ==
          "thread 31 of block 1 writes in[-1], 4 bytes before the start of in "
          "(4096 bytes)");
  }
  SECTION("across the end") {
    event.bytes = 16;
    CHECK(at(4088).label ==
          "thread 31 of block 1 writes in +4088 bytes, the last 8 of 16 bytes "
          "past the end of in (4096 bytes)");
  }
}

TEST_CASE_METHOD(Fixture, "memcheck: names the other kinds of fault",
                 "[ptx][memcheck]") {
  SECTION("misaligned") {
    event.kind = FaultKind::misaligned;
    CHECK(at(2).label ==
          "thread 31 of block 1 reads 4 bytes at in +2 bytes, "
          "which is not a multiple of 4");
  }
  SECTION("use after free") {
    event.kind = FaultKind::use_after_free;
    CHECK(at(8).label == "thread 31 of block 1 reads in[2], which was freed");
  }
  SECTION("null") {
    event.kind = FaultKind::null_pointer;
    event.nearest = nullptr;
    CHECK(at(-0x1000 + 8).label ==
          "thread 31 of block 1 reads through a null "
          "pointer (address 0x8)");
  }
  SECTION("host pointer") {
    event.kind = FaultKind::host_pointer;
    event.nearest = nullptr;
    CHECK(at(0).kind == "host-pointer read");
  }
  SECTION("constant memory") {
    event.kind = FaultKind::read_only;
    event.access = AccessKind::store;
    CHECK(at(4).kind == "read-only write");
  }
}

TEST_CASE_METHOD(Fixture,
                 "memcheck: shared memory ends after the last "
                 "variable",
                 "[ptx][memcheck]") {
  event.space = Space::shared;
  event.nearest = nullptr;
  const Finding finding = at(0);
  CHECK(finding.variable == "tile");
  CHECK(finding.label ==
        "thread 31 of block 1 reads tile[1024], just past the end of tile "
        "(4096 bytes)");
}

TEST_CASE_METHOD(Fixture,
                 "memcheck: one line and variable is one finding, "
                 "counted",
                 "[ptx][memcheck]") {
  event.address.fill(0x2000);
  for (const std::uint32_t block : {0u, 1u})
    script.fault(event, {block, 0, full_mask}, 9);
  const Finding finding = at(4096);
  CHECK(finding.count == 65);
  CHECK(finding.block == "(0,0,0)");
}

TEST_CASE_METHOD(Fixture, "memcheck: silent without faults",
                 "[ptx][memcheck]") {
  script.global({0, 0, full_mask}, 2, words(0), load());
  std::vector<Finding> found;
  checker.findings().append_to(found);
  CHECK(found.empty());
}

}  // namespace
}  // namespace lockstep::ptx
