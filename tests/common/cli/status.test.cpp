// SPDX-License-Identifier: Apache-2.0
// lockstep status: what is stored, and how long it holds.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "cli/workplace.h"

using namespace lockstep;
using namespace lockstep::cli;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("status: before any check it says so for every task", "[cli]") {
  const ProcessResult result = Workplace().run({"status"});
  CHECK(result.code == 0);
  CHECK_THAT(result.output, ContainsSubstring("smem   In shared memory"));
  CHECK_THAT(result.output, ContainsSubstring("never checked"));
  CHECK_THAT(result.output, ContainsSubstring("lockstep check 01"));
}

TEST_CASE("status: shows the last check of the lab's own file", "[cli]") {
  const Workplace place("fail");
  place.run({"check", "01"});
  const std::string text = place.run({"status"}).output;
  CHECK_THAT(text, ContainsSubstring("10/10  pass\n"));
  CHECK_THAT(text, ContainsSubstring("0/10  fail\n"));
  CHECK_THAT(text, ContainsSubstring("10/30"));
}

TEST_CASE("status: a result on an older version of the file is marked",
          "[cli]") {
  const Workplace place("pass");
  place.run({"check", "01"});
  place.play("fail");
  CHECK_THAT(place.run({"status"}).output,
             ContainsSubstring("pass (the file has changed since)"));
  place.run({"check", "01", "--task", "smem"});
  const std::string text = place.run({"status"}).output;
  CHECK_THAT(text, ContainsSubstring("0/10  fail\n"));
  CHECK_THAT(text, ContainsSubstring("pass (the file has changed since)"));
}

TEST_CASE("status: other files and replayed cases are not stored", "[cli]") {
  const Workplace place("pass");
  place.write("other.cu", "// scene: pass\n");
  place.run({"check", "01", "--submission", "other.cu"});
  place.run({"check", "01", "--size", "64"});
  CHECK_THAT(place.run({"status"}).output,
             ContainsSubstring("lockstep check 01"));
}

TEST_CASE("status: a damaged store counts as never checked", "[cli]") {
  const Workplace place("pass");
  place.run({"check", "01"});
  place.write("build/.lockstep/01_reduction.json", "{\"version\":");
  const ProcessResult result = place.run({"status"});
  CHECK(result.code == 0);
  CHECK_THAT(result.output, ContainsSubstring("never checked"));
}
