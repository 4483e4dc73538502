// SPDX-License-Identifier: Apache-2.0
// Medians and bandwidths.
#include "harness/benchmark/timing.h"

#include <catch2/catch_test_macros.hpp>

#include "../fake_device.h"

using namespace lockstep;

TEST_CASE("timing: the median stands in the middle", "[harness][benchmark]") {
  CHECK(median({3, 1, 100}) == 3);
  CHECK(median({4, 1, 2, 100}) == 3);
  CHECK(median({}) == 0);
}

TEST_CASE("timing: bytes over the median time", "[harness][benchmark]") {
  Outcome outcome;
  outcome.milliseconds = {2, 1, 50};
  CHECK(timing_of(outcome, 4000).bytes_per_second() == 2e6);
  CHECK(timing_of({}, 4000).bytes_per_second() == 0);
}

TEST_CASE("timing: at least 30 repetitions", "[harness][benchmark]") {
  FakeDevice device;
  run_timed(device, {}, 3);
  run_timed(device, {}, 40);
  CHECK(device.jobs.at(0).repetitions == 30);
  CHECK(device.jobs.at(1).repetitions == 40);
}
