// SPDX-License-Identifier: Apache-2.0
// Names of statuses and the sum over tasks.
#include "report/report.h"

#include <array>
#include <utility>

namespace lockstep::report {
namespace {

using Row = std::pair<Status, std::string_view>;
constexpr std::array<Row, 7> rows{{
    {Status::pass, "pass"},
    {Status::fail, "fail"},
    {Status::not_run, "not_run"},
    {Status::compile_error, "compile_error"},
    {Status::timeout, "timeout"},
    {Status::crash, "crash"},
    {Status::infra_error, "infra_error"},
}};

}  // namespace

std::string_view name_of(Status status) {
  for (const auto& [value, name] : rows)
    if (value == status) return name;
  return "infra_error";
}

std::optional<Status> status_named(std::string_view name) {
  for (const auto& [value, row_name] : rows)
    if (row_name == name) return value;
  return std::nullopt;
}

void sum_points(Report& report) {
  report.points = 0;
  report.max_points = 0;
  for (const Task& task : report.tasks) {
    if (task.status == Status::not_run || task.status == Status::infra_error)
      continue;
    report.points += task.points;
    report.max_points += task.max_points;
  }
}

}  // namespace lockstep::report
