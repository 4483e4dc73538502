// SPDX-License-Identifier: Apache-2.0
// The event stream: what is written is what is read, and garbage is refused.
#include "report/events.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace lockstep::report;

TEST_CASE("every event survives the way to a line and back", "[report]") {
  BeginEvent begin;
  begin.report.lab = "01_reduction";
  begin.report.seed = 7;
  begin.report.total_points = 100;
  begin.report.tasks.resize(1);
  begin.report.tasks[0].name = "gmem";
  begin.report.tasks[0].max_points = 10;
  TaskEvent task;
  task.task.name = "gmem";
  task.task.status = Status::timeout;
  const Event event =
      GENERATE_COPY(Event{begin}, Event{TaskBeginEvent{"gmem"}}, Event{task},
                    Event{EndEvent{10, 90}}, Event{ErrorEvent{"no box", 3}});
  const std::string line = event_text(event);
  CHECK(line.find('\n') == line.size() - 1);
  const Event again = parse_event(line);
  CHECK(again.index() == event.index());
  CHECK(event_text(again) == line);
}

TEST_CASE("an event of a newer autograder is skipped", "[report]") {
  CHECK(std::holds_alternative<UnknownEvent>(
      parse_event(R"({"event":"weather","sunny":true})")));
}

TEST_CASE("a line that is not an event is refused", "[report]") {
  const std::string line = GENERATE(
      as<std::string>{}, "", "garbage", "[]", "3", "{}", R"({"event":3})",
      R"({"event":"task"})", R"({"event":"task_begin"})",
      R"({"event":"begin","seed":-4})", "{\"event\":\"\xff\"}",
      R"({"event":"end","points":"many"})", R"({"event":"task","name":"a")");
  CHECK_THROWS_AS(parse_event(line), std::runtime_error);
}

TEST_CASE("an error event can only mean wrong input or a missing thing",
          "[report]") {
  const Event event =
      parse_event(R"({"event":"error","message":"m","exit_code":0})");
  CHECK(std::get<ErrorEvent>(event).exit_code == 3);
}
