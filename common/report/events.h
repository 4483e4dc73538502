// SPDX-License-Identifier: Apache-2.0
// The JSON-lines stream that a lab's autograder writes to --events FILE, one
// event a line:
//   {"event":"begin","lab","device","compiler","seed","total_points",
//    "tasks":[{"name","title","max_points"}…]}      those that will be judged
//   {"event":"task_begin","name"}
//   {"event":"task", …one element of report.tasks}
//   {"event":"end","points","max_points"}
//   {"event":"error","message","exit_code"}   no verdict: wrong input (2) or
//                                             something missing (3)
// A task's result waits for the second compiler's opinion, so a later task may
// begin first; events of one kind are in order.
// Unknown events and members are skipped, so that either side may be newer.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "report/report.h"

namespace lockstep::report {

struct BeginEvent {
  Report report;  ///< its tasks are those announced, not judged yet
};
struct TaskBeginEvent {
  std::string name;
};
struct TaskEvent {
  Task task;
};
struct EndEvent {
  int points = 0;
  int max_points = 0;
};
struct ErrorEvent {
  std::string message;
  int exit_code = 3;
};
struct UnknownEvent {};

using Event = std::variant<BeginEvent, TaskBeginEvent, TaskEvent, EndEvent,
                           ErrorEvent, UnknownEvent>;

/// Throws std::runtime_error for a line that is not an event.
Event parse_event(std::string_view line);

/// One line with its newline, as parse_event reads it.
std::string event_text(const Event& event);

}  // namespace lockstep::report
