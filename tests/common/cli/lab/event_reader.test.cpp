// SPDX-License-Identifier: Apache-2.0
// Events in pieces, out of order and cut off.
#include "cli/lab/event_reader.h"

#include <catch2/catch_test_macros.hpp>

using namespace lockstep;
using lockstep::cli::EventReader;

namespace {

constexpr std::string_view begin =
    R"({"event":"begin","lab":"01","seed":1,"tasks":[)"
    R"({"name":"a","max_points":10},{"name":"b","max_points":10}]})"
    "\n";
constexpr std::string_view pass_a =
    R"({"event":"task","name":"a","points":10,"max_points":10,)"
    R"("status":"pass"})"
    "\n";

}  // namespace

TEST_CASE("events: any pieces give the same report", "[cli]") {
  EventReader whole("");
  whole.read(std::string(begin) + std::string(pass_a));
  EventReader bytes("");
  for (const char c : std::string(begin) + std::string(pass_a))
    bytes.read({&c, 1});
  CHECK(bytes.done() == 1);
  CHECK(bytes.garbage().empty());
  CHECK(bytes.finished("x").points == whole.finished("x").points);
}

TEST_CASE("events: a task without a verdict is an infra_error", "[cli]") {
  EventReader events("");
  events.read(begin);
  events.read(pass_a);
  events.read(R"({"event":"task","name":"b")");  // cut off
  const report::Report report = events.finished("it broke down");
  CHECK(report.tasks.at(0).status == report::Status::pass);
  CHECK(report.tasks.at(1).status == report::Status::infra_error);
  CHECK(report.tasks.at(1).message == "it broke down");
  CHECK(report.max_points == 10);
}

TEST_CASE("events: a second verdict on a task does not count", "[cli]") {
  EventReader events("");
  events.read(begin);
  events.read(R"({"event":"task","name":"a","max_points":10,"status":"fail"})"
              "\n");
  events.read(pass_a);
  CHECK_FALSE(events.garbage().empty());
  CHECK(events.finished("").tasks.at(0).status == report::Status::fail);
}

TEST_CASE("events: a verdict before the beginning is garbage", "[cli]") {
  EventReader events("");
  events.read(pass_a);
  CHECK_FALSE(events.garbage().empty());
  CHECK_FALSE(events.has_begun());
}

TEST_CASE("events: a task that was not announced is kept", "[cli]") {
  EventReader events("");
  events.read(begin);
  events.read("{\"event\":\"task\",\"name\":\"c\",\"status\":\"fail\"}\n");
  CHECK(events.finished("").tasks.size() == 3);
}

TEST_CASE("events: with one task asked for the others are not missed",
          "[cli]") {
  EventReader events("a");
  events.read(begin);
  events.read(pass_a);
  CHECK(events.finished("").tasks.size() == 1);
}
