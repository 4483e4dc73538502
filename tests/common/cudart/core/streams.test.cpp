// SPDX-License-Identifier: Apache-2.0
#include "cudart/core/streams.h"

#include <catch2/catch_test_macros.hpp>

#include "cudart/core/error.h"

using namespace lockstep::cudart;

namespace {

template <class Action>
std::string kind_of_failure(Action action) {
  try {
    action();
  } catch (const Failure& failure) {
    return failure.kind();
  }
  return "none";
}

}  // namespace

TEST_CASE("streams: a stream is itself until it is destroyed", "[cudart]") {
  Streams streams;
  const StreamHandle one = streams.create(1, -2), two = streams.create(0, 0);
  CHECK(one != two);
  CHECK(streams.get(one).flags == 1);
  CHECK(streams.get(one).priority == -2);
  streams.destroy(one);
  CHECK(kind_of_failure([&] { streams.get(one); }) == "use after destroy");
  CHECK(kind_of_failure([&] { streams.destroy(one); }) == "use after destroy");
  CHECK(kind_of_failure([&] { streams.get(two); }) == "none");
}

TEST_CASE("streams: the default streams are always there", "[cudart]") {
  Streams streams;
  for (const std::uintptr_t number : {0, 1, 2})
    CHECK(streams.get(reinterpret_cast<StreamHandle>(number)).flags == 0);
  const auto other = reinterpret_cast<StreamHandle>(std::uintptr_t{3});
  CHECK(kind_of_failure([&] { streams.get(other); }) == "invalid handle");
}

TEST_CASE("events: time passes between two that were recorded", "[cudart]") {
  Streams streams;
  const EventHandle begin = streams.create_event(0),
                    end = streams.create_event(0);
  streams.record(begin, nullptr);
  CHECK(kind_of_failure([&] { streams.elapsed(begin, end); }) ==
        "event not recorded");
  streams.record(end, nullptr);
  CHECK(streams.elapsed(begin, end) >= 0);
  CHECK(streams.elapsed(begin, begin) == 0);
  const EventHandle untimed = streams.create_event(2);
  streams.record(untimed, nullptr);
  CHECK(kind_of_failure([&] { streams.elapsed(begin, untimed); }) ==
        "event without time");
  streams.destroy_event(end);
  CHECK(kind_of_failure([&] { streams.record(end, nullptr); }) ==
        "use after destroy");
}
