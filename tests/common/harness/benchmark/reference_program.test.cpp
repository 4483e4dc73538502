// SPDX-License-Identifier: Apache-2.0
// What the CUB program prints, and what stands in for it when it cannot run.
#include "harness/benchmark/reference_program.h"

#include <catch2/catch_test_macros.hpp>

using namespace lockstep;

TEST_CASE("reference: medians are read by size", "[harness][benchmark]") {
  const auto times = parse_reference_times(
      R"({"device": "x", "results": [{"n": 1024, "median_ms": 0.5},
                                     {"n": 2048, "median_ms": 0.75}]})");
  CHECK(times.message.empty());
  CHECK(times.milliseconds.at(1024) == 0.5);
  CHECK(times.milliseconds.at(2048) == 0.75);
}

TEST_CASE("reference: what is no result has a message and no times",
          "[harness][benchmark]") {
  for (const char* text :
       {"", "{", "{}", R"({"results": [{"n": 1}]})",
        R"({"results": [{"n": 1, "median_ms": 2}, {"n": "x"}]})"}) {
    const auto times = parse_reference_times(text);
    CHECK(times.milliseconds.empty());
    CHECK_FALSE(times.message.empty());
  }
}
