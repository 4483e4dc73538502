// SPDX-License-Identifier: Apache-2.0
// Both directions of the event stream, through the JSON of the report.
#include "report/events.h"

#include <stdexcept>

#include "report/json.h"

namespace lockstep::report {
namespace {

using Json = nlohmann::ordered_json;

/// A task that is only announced has no status yet.
Report report_of_begin(Json json) {
  json["version"] = report_version;
  if (const auto tasks = json.find("tasks");
      tasks != json.end() && tasks->is_array())
    for (Json& task : *tasks)
      if (task.is_object()) task["status"] = name_of(Status::infra_error);
  return report_from_json(json);
}

Json json_of(const BeginEvent& event) {
  const Report& report = event.report;
  Json tasks = Json::array();
  for (const Task& task : report.tasks)
    tasks.push_back({{"name", task.name},
                     {"title", task.title},
                     {"max_points", task.max_points}});
  return {{"event", "begin"},         {"lab", report.lab},
          {"device", report.device},  {"compiler", report.compiler},
          {"seed", report.seed},      {"total_points", report.total_points},
          {"tasks", std::move(tasks)}};
}
Json json_of(const TaskBeginEvent& event) {
  return {{"event", "task_begin"}, {"name", event.name}};
}
Json json_of(const TaskEvent& event) {
  Json json{{"event", "task"}};
  json.update(to_json(event.task));
  return json;
}
Json json_of(const EndEvent& event) {
  return {{"event", "end"},
          {"points", event.points},
          {"max_points", event.max_points}};
}
Json json_of(const ErrorEvent& event) {
  return {{"event", "error"},
          {"message", event.message},
          {"exit_code", event.exit_code}};
}
Json json_of(const UnknownEvent&) { return {{"event", "unknown"}}; }

ErrorEvent error_event(const Json& json) {
  const int code = json.value("exit_code", 3);
  return {json.value("message", ""), code == 2 ? 2 : 3};
}

}  // namespace

Event parse_event(std::string_view line) try {
  const Json json = Json::parse(line);
  const std::string kind = json.at("event").get<std::string>();
  if (kind == "begin") return BeginEvent{report_of_begin(json)};
  if (kind == "task_begin")
    return TaskBeginEvent{json.at("name").get<std::string>()};
  if (kind == "task") return TaskEvent{task_from_json(json)};
  if (kind == "end")
    return EndEvent{json.value("points", 0), json.value("max_points", 0)};
  if (kind == "error") return error_event(json);
  return UnknownEvent{};
} catch (const nlohmann::json::exception& error) {
  throw std::runtime_error(error.what());
}

std::string event_text(const Event& event) {
  return line_text(
      std::visit([](const auto& kind) { return json_of(kind); }, event));
}

}  // namespace lockstep::report
