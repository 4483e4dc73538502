// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/portability.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <vector>

#include "../kernel_run.h"

namespace lockstep::ptx {
namespace {

/// One warp; `body` has the thread's number in %r1 and %rd1, and a guard %p1
/// that holds for threads below 8.
std::vector<Finding> findings(const std::string& body,
                              const std::string& file = "kernel.cu") {
  const std::string text =
      ".version 7.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry k()\n{\n.reg .pred %p<4>;\n.reg .b16 %rs<4>;\n"
      ".reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.loc 1 3 0\n"
      "mov.u32 %r1, %tid.x;\ncvt.u64.u32 %rd1, %r1;\n"
      "setp.lt.u32 %p1, %r1, 8;\n.loc 1 5 0\n" +
      body + "ret;\n}\n.file 1 \"" + file + "\"\n";
  Sanitizer sanitizer({.portability = true});
  Context context;
  for (Observer* observer : sanitizer.observers()) context.attach(*observer);
  LaunchConfig config;
  config.grid = {1, 1, 1};
  config.block = {32, 1, 1};
  const LaunchResult result =
      context.launch(context.load(text, "kernel"), "k", config, Params());
  REQUIRE(result.status == LaunchStatus::success);
  return sanitizer.findings();
}

TEST_CASE("portability: a shift by the width has its line and threads",
          "[ptx][portability]") {
  const auto found = findings("add.u32 %r2, %r1, 2;\nshl.b32 %r3, %r1, %r2;\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].tool == "portability");
  CHECK(found[0].kind == "shift past the width");
  CHECK(found[0].place == Place{"kernel.cu", 5, 0});
  CHECK(found[0].label ==
        "thread 30 of block 0 shifts a value of 32 bits by 32");
  CHECK(found[0].threads == std::vector<std::string>{"(30,0,0)", "(31,0,0)"});
  CHECK(found[0].count == 2);
}

TEST_CASE("portability: a negative shift is said to be one",
          "[ptx][portability]") {
  const auto found =
      findings("sub.u32 %r2, %r1, 1;\nshr.s64 %rd2, %rd1, %r2;\n");
  REQUIRE(found.size() == 1);
  CHECK(found[0].label ==
        "thread 0 of block 0 shifts a value of 64 bits by -1");
}

TEST_CASE("portability: every width of shift has its own limit",
          "[ptx][portability]") {
  const auto [body, fires] =
      GENERATE(table<std::string, bool>({{"shl.b16 %rs1, 1, 15;\n", false},
                                         {"shl.b16 %rs1, 1, 16;\n", true},
                                         {"shr.u32 %r2, %r1, 31;\n", false},
                                         {"shr.u32 %r2, %r1, 32;\n", true},
                                         {"shl.b64 %rd2, %rd1, 63;\n", false},
                                         {"shl.b64 %rd2, %rd1, 64;\n", true}}));
  CHECK(findings(body).empty() == !fires);
}

TEST_CASE("portability: only lanes that execute are judged",
          "[ptx][portability]") {
  const std::string shift = "shl.b32 %r3, 1, %r2;\n";
  const std::string body = "mul.lo.u32 %r2, %r1, 4;\n";
  CHECK(findings(body + "@%p1 " + shift).empty());
  CHECK(findings(body + shift).size() == 1);
}

TEST_CASE("portability: an integer division by zero is reported",
          "[ptx][portability]") {
  const auto divides =
      GENERATE("div.s32 %r3, 7, %r1;\n", "rem.u32 %r3, 7, %r1;\n",
               "div.u64 %rd3, 7, %rd1;\n", "rem.s64 %rd3, 7, %rd1;\n");
  const auto found = findings(divides);
  REQUIRE(found.size() == 1);
  CHECK(found[0].kind == "division by zero");
  CHECK(found[0].label == "thread 0 of block 0 divides by zero");
  CHECK(findings("add.u32 %r1, %r1, 1;\nadd.u64 %rd1, %rd1, 1;\n" +
                 std::string(divides))
            .empty());
}

TEST_CASE("portability: a floating division by zero is defined",
          "[ptx][portability]") {
  CHECK(findings(".reg .f32 %f<3>;\ncvt.rn.f32.u32 %f1, %r1;\n"
                 "div.rn.f32 %f2, %f1, %f1;\n")
            .empty());
}

TEST_CASE("portability: headers of the toolchain are not judged",
          "[ptx][portability]") {
  CHECK(findings("shl.b32 %r3, %r1, 32;\n", "/usr/local/cuda/include/x.hpp")
            .empty());
}

TEST_CASE("portability: is off unless asked for", "[ptx][portability]") {
  CHECK(!SanitizerOptions{}.portability);
}

}  // namespace
}  // namespace lockstep::ptx
