// SPDX-License-Identifier: Apache-2.0
// lockstep bench: table, JSON, plot, and nothing to measure.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <nlohmann/json.hpp>

#include "cli/workplace.h"

using namespace lockstep;
using namespace lockstep::cli;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("bench: prints a row a kernel", "[cli]") {
  const Workplace place("bench");
  const ProcessResult result =
      place.run({"bench", "01", "--device", "gpu", "--json", "b.json"});
  CHECK(result.code == 0);
  CHECK_THAT(place.read("log"), ContainsSubstring("--bench"));
  CHECK_THAT(result.output, ContainsSubstring("smem      1024  0.2500"));
  CHECK_THAT(result.output, ContainsSubstring("too slow"));
  const auto json = nlohmann::json::parse(place.read("b.json"));
  REQUIRE(json["kernels"].size() == 2);
  CHECK(json["kernels"][0]["milliseconds"] == 0.25);
}

TEST_CASE("bench: draws with gnuplot, and only then needs it", "[cli]") {
  const Workplace place("bench");
  const ProcessResult result = place.run({"bench", "01", "--plot", "b.svg"});
  if (find_program("gnuplot")) {
    CHECK(result.code == 0);
    CHECK_THAT(place.read("b.svg"), ContainsSubstring("</svg>"));
  }
  const ProcessResult without = place.shell(
      "mkdir empty; LOCKSTEP=${LOCKSTEP#env }; PATH=$PWD/empty; "
      "${LOCKSTEP#--default-signal } bench 01 --plot c.svg");
  CHECK(without.code == 3);
  CHECK_THAT(without.errors, ContainsSubstring("apt-get install gnuplot"));
}

TEST_CASE("bench: a file with nothing to measure is no success", "[cli]") {
  CHECK(Workplace("fail").run({"bench", "01"}).code == 1);
  CHECK(Workplace("bench-garbage").run({"bench", "01"}).code == 3);
  CHECK(Workplace("crash").run({"bench", "01"}).code == 3);
  CHECK(Workplace("wrong").run({"bench", "01"}).code == 2);
  CHECK(Workplace().run({"bench"}).code == 2);
}
