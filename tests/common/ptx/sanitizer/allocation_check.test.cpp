// SPDX-License-Identifier: Apache-2.0
// Frees and leaks, as a host program makes them.
#include "ptx/sanitizer/allocation_check.h"

#include <catch2/catch_test_macros.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "../kernel_run.h"

namespace lockstep::ptx {
namespace {

struct Fixture {
  Sanitizer sanitizer{{.leaks = true}};
  Context context;

  Fixture() {
    for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  }
  /// Kind, severity and message of the one finding there is.
  Finding only_finding() const {
    const std::vector<Finding> found = sanitizer.findings();
    REQUIRE(found.size() == 1);
    CHECK(found[0].tool == "memcheck");
    return found[0];
  }
};

TEST_CASE_METHOD(Fixture, "memcheck: silent when all that lived was freed once",
                 "[ptx][memcheck]") {
  const DeviceAddress data = context.allocate(4096, "data");
  context.free(data);
  context.load(
      ".version 7.0\n.target sm_80\n.address_size 64\n"
      ".global .align 4 .b8 table[64];\n",
      "module");
  sanitizer.program_ends();
  CHECK(sanitizer.findings().empty());
}

TEST_CASE_METHOD(Fixture, "memcheck: a leak has its name and size",
                 "[ptx][memcheck]") {
  context.free(context.allocate(64, "scratch"));
  context.allocate(4096, "data");
  CHECK(sanitizer.findings().empty());
  sanitizer.program_ends();
  const Finding finding = only_finding();
  CHECK(finding.kind == "leak");
  CHECK(finding.severity == Severity::warning);
  CHECK(finding.message == "data (4096 bytes) is never freed");
  CHECK(finding.variable == "data");
  CHECK(finding.count == 1);
}

TEST_CASE_METHOD(Fixture, "memcheck: leaks of one name are one finding",
                 "[ptx][memcheck]") {
  context.allocate(100, "step");
  context.allocate(28, "step");
  sanitizer.program_ends();
  CHECK(only_finding().count == 2);
  CHECK(only_finding().message ==
        "2 allocations named step (128 bytes in all) are never freed");
}

TEST_CASE_METHOD(Fixture, "memcheck: a second free names what was freed",
                 "[ptx][memcheck]") {
  const DeviceAddress data = context.allocate(4096, "data");
  context.free(data);
  CHECK_THROWS_AS(context.free(data), std::out_of_range);
  const Finding finding = only_finding();
  CHECK(finding.kind == "double free");
  CHECK(finding.severity == Severity::error);
  CHECK(finding.message == "data (4096 bytes) is freed a second time");
}

TEST_CASE_METHOD(Fixture, "memcheck: only the start of memory can be freed",
                 "[ptx][memcheck]") {
  const DeviceAddress data = context.allocate(4096, "data");
  SECTION("not its middle") {
    CHECK_THROWS_AS(context.free(data + 256), std::out_of_range);
    CHECK(only_finding().kind == "invalid free");
    CHECK(only_finding().message.ends_with(
        "is freed, 256 bytes into data; only its start can be"));
  }
  SECTION("not memory of the host") {
    CHECK_THROWS_AS(context.free(0x1234), std::out_of_range);
    CHECK(only_finding().message ==
          "0x1234 is freed, which is no address of device memory");
  }
}

TEST_CASE("sanitizer: a checker that is switched off says nothing",
          "[ptx][sanitizer]") {
  Sanitizer sanitizer({.memcheck = false, .initcheck = false, .leaks = false});
  Context context;
  for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  const DeviceAddress data = context.allocate(4096, "data");
  download<int>(context, data, 1);
  CHECK_THROWS_AS(context.free(data + 4), std::out_of_range);
  sanitizer.program_ends();
  CHECK(sanitizer.findings().empty());
}

}  // namespace
}  // namespace lockstep::ptx
