// SPDX-License-Identifier: Apache-2.0
// One function a direction and a type; members in the order of the manual.
#include "report/json.h"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

namespace lockstep::report {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(std::string_view member, std::string_view wanted) {
  throw std::runtime_error(fmt::format("\"{}\" is not {}", member, wanted));
}

const Json* find(const Json& json, const char* member) {
  if (!json.is_object()) throw std::runtime_error("not a JSON object");
  const auto found = json.find(member);
  return found == json.end() || found->is_null() ? nullptr : &*found;
}

std::string text(const Json& json, const char* member) {
  const Json* value = find(json, member);
  if (value == nullptr) return {};
  if (!value->is_string()) refuse(member, "a string");
  return value->get<std::string>();
}

template <class T>
T number(const Json& json, const char* member, T fallback = 0) {
  const Json* value = find(json, member);
  if (value == nullptr) return fallback;
  if (!value->is_number_integer() ||
      (!value->is_number_unsigned() && value->get<std::int64_t>() < 0))
    refuse(member, "a whole number");
  const auto wide = value->get<std::uint64_t>();
  if (wide > static_cast<std::uint64_t>(std::numeric_limits<T>::max()))
    refuse(member, "in range");
  return static_cast<T>(wide);
}

std::vector<std::string> texts(const Json& json, const char* member) {
  const Json* value = find(json, member);
  if (value == nullptr) return {};
  if (!value->is_array()) refuse(member, "a list");
  std::vector<std::string> result;
  for (const Json& item : *value) {
    if (!item.is_string()) refuse(member, "a list of strings");
    result.push_back(item.get<std::string>());
  }
  return result;
}

template <class Convert>
auto list(const Json& json, const char* member, Convert convert) {
  std::vector<decltype(convert(json))> result;
  const Json* value = find(json, member);
  if (value == nullptr) return result;
  if (!value->is_array()) refuse(member, "a list");
  for (const Json& item : *value) result.push_back(convert(item));
  return result;
}

template <class T>
Json list_of(const std::vector<T>& items) {
  Json result = Json::array();
  for (const T& item : items) result.push_back(to_json(item));
  return result;
}

std::string_view name_of(ptx::Severity severity) {
  switch (severity) {
    case ptx::Severity::information:
      return "information";
    case ptx::Severity::warning:
      return "warning";
    case ptx::Severity::error:
      return "error";
  }
  return "error";
}

ptx::Severity severity_named(const std::string& name) {
  if (name == "information") return ptx::Severity::information;
  if (name == "warning") return ptx::Severity::warning;
  if (name == "error" || name.empty()) return ptx::Severity::error;
  refuse("severity", "information, warning or error");
}

ptx::Place place_from_json(const Json& json) {
  return {text(json, "file"), number<std::uint32_t>(json, "line"),
          number<std::uint32_t>(json, "column")};
}

}  // namespace

Json to_json(const ptx::Finding& finding) {
  Json json{{"tool", finding.tool},
            {"kind", finding.kind},
            {"severity", name_of(finding.severity)},
            {"message", finding.message},
            {"file", finding.place.file},
            {"line", finding.place.line},
            {"column", finding.place.column},
            {"label", finding.label},
            {"block", finding.block},
            {"threads", finding.threads}};
  if (finding.other.line != 0 || !finding.other.file.empty())
    json["other"] = {{"file", finding.other.file},
                     {"line", finding.other.line},
                     {"column", finding.other.column},
                     {"label", finding.other_label}};
  json["variable"] = finding.variable;
  json["kernel"] = finding.kernel;
  json["count"] = finding.count;
  return json;
}

Json to_json(const Task& task) {
  return {{"name", task.name},
          {"title", task.title},
          {"points", task.points},
          {"max_points", task.max_points},
          {"status", name_of(task.status)},
          {"message", task.message},
          {"symptom", task.symptom},
          {"replay", task.replay},
          {"hints", task.hints},
          {"findings", list_of(task.findings)},
          {"counters", task.counters}};
}

Json to_json(const Report& report) {
  return {{"version", report_version},
          {"lab", report.lab},
          {"device", report.device},
          {"compiler", report.compiler},
          {"seed", report.seed},
          {"points", report.points},
          {"max_points", report.max_points},
          {"total_points", report.total_points},
          {"tasks", list_of(report.tasks)}};
}

Json to_json(const std::vector<Report>& reports) {
  if (reports.size() == 1) return to_json(reports.front());
  return {{"version", report_version}, {"reports", list_of(reports)}};
}

ptx::Finding finding_from_json(const Json& json) {
  ptx::Finding finding;
  finding.tool = text(json, "tool");
  finding.kind = text(json, "kind");
  finding.severity = severity_named(text(json, "severity"));
  finding.message = text(json, "message");
  finding.place = place_from_json(json);
  finding.label = text(json, "label");
  finding.block = text(json, "block");
  finding.threads = texts(json, "threads");
  if (const Json* other = find(json, "other")) {
    finding.other = place_from_json(*other);
    finding.other_label = text(*other, "label");
  }
  finding.variable = text(json, "variable");
  finding.kernel = text(json, "kernel");
  finding.count = number<std::uint64_t>(json, "count", 1);
  return finding;
}

Task task_from_json(const Json& json) {
  Task task;
  task.name = text(json, "name");
  if (task.name.empty()) refuse("name", "the name of a task");
  task.title = text(json, "title");
  task.points = number<int>(json, "points");
  task.max_points = number<int>(json, "max_points");
  if (task.points > task.max_points) refuse("points", "within max_points");
  const std::optional<Status> status = status_named(text(json, "status"));
  if (!status) refuse("status", "a status");
  task.status = *status;
  task.message = text(json, "message");
  task.symptom = text(json, "symptom");
  task.replay = text(json, "replay");
  task.hints = texts(json, "hints");
  task.findings = list(json, "findings", finding_from_json);
  if (const Json* counters = find(json, "counters")) {
    if (!counters->is_object()) refuse("counters", "an object");
    task.counters = *counters;
  }
  return task;
}

Report report_from_json(const Json& json) {
  if (number<int>(json, "version") != report_version)
    refuse("version", "one that this program reads");
  Report report;
  report.lab = text(json, "lab");
  report.device = text(json, "device");
  report.compiler = text(json, "compiler");
  report.seed = number<std::uint64_t>(json, "seed");
  report.points = number<int>(json, "points");
  report.max_points = number<int>(json, "max_points");
  report.total_points = number<int>(json, "total_points");
  report.tasks = list(json, "tasks", task_from_json);
  return report;
}

std::string file_text(const Json& json) {
  return json.dump(2, ' ', true, Json::error_handler_t::replace) + '\n';
}

std::string line_text(const Json& json) {
  return json.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace lockstep::report
