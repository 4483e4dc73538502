// SPDX-License-Identifier: Apache-2.0
// Writes element by element; all text passes xml_text or xml_attribute.
#include "report/junit.h"

#include <fmt/format.h>

#include "report/escape.h"
#include "report/terminal.h"

namespace lockstep::report {
namespace {

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;

  void add(Status status) {
    ++tests;
    switch (status) {
      case Status::pass:
        break;
      case Status::fail:
        ++failures;
        break;
      case Status::not_run:
        ++skipped;
        break;
      default:
        ++errors;
    }
  }
  std::string text() const {
    return fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}")",
                       tests, failures, errors, skipped);
  }
};

std::string property(std::string_view name, std::string_view value) {
  return fmt::format(R"(<property name="{}" value="{}"/>)", xml_attribute(name),
                     xml_attribute(value));
}

/// The child that says why a task did not pass.
std::string outcome(const Task& task) {
  if (task.status == Status::pass) return {};
  const std::string message =
      xml_attribute(task.message.empty() ? name_of(task.status) : task.message);
  if (task.status == Status::not_run)
    return fmt::format("      <skipped message=\"{}\"/>\n", message);
  const std::string_view element =
      task.status == Status::fail ? "failure" : "error";
  return fmt::format("      <{0} message=\"{1}\" type=\"{2}\">{3}</{0}>\n",
                     element, message, name_of(task.status),
                     xml_text(task_text(task, SourceText(), Page())));
}

std::string test_case(const Report& report, const Task& task) {
  return fmt::format(
      "    <testcase name=\"{}\" classname=\"{}.{}\">\n"
      "      <properties>{}{}</properties>\n"
      "{}"
      "    </testcase>\n",
      xml_attribute(task.title.empty() ? task.name : task.title),
      xml_attribute(report.lab), xml_attribute(task.name),
      property("points", fmt::to_string(task.points)),
      property("max_points", fmt::to_string(task.max_points)), outcome(task));
}

std::string suite(const Report& report, Counts& all) {
  Counts counts;
  std::string cases;
  for (const Task& task : report.tasks) {
    counts.add(task.status);
    all.add(task.status);
    cases += test_case(report, task);
  }
  std::string properties;
  for (const auto& [name, value] :
       {std::pair<std::string_view, std::string>{"device", report.device},
        {"compiler", report.compiler},
        {"seed", fmt::to_string(report.seed)},
        {"points", fmt::to_string(report.points)},
        {"max_points", fmt::to_string(report.max_points)},
        {"total_points", fmt::to_string(report.total_points)}})
    properties += property(name, value);
  return fmt::format(
      "  <testsuite name=\"{}\" {}>\n"
      "    <properties>{}</properties>\n"
      "{}"
      "  </testsuite>\n",
      xml_attribute(report.lab), counts.text(), properties, cases);
}

}  // namespace

std::string junit_text(const std::vector<Report>& reports) {
  Counts all;
  std::string suites;
  for (const Report& report : reports) suites += suite(report, all);
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites name=\"lockstep\" {}>\n{}</testsuites>\n",
      all.text(), suites);
}

}  // namespace lockstep::report
