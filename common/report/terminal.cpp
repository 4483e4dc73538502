// SPDX-License-Identifier: Apache-2.0
// Groups tasks that say the same, and lays out the table.
#include "report/terminal.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/escape.h"
#include "report/finding_text.h"
#include "report/json.h"
#include "report/table.h"

namespace lockstep::report {
namespace {

/// Of a task; who has mended three will check again.
constexpr std::size_t most_findings = 3;

Ink ink_of(Status status) {
  switch (status) {
    case Status::pass:
      return Ink::good;
    case Status::not_run:
      return Ink::faint;
    case Status::infra_error:
      return Ink::warning;
    default:
      return Ink::error;
  }
}

std::string words_of(Status status) {
  std::string words(name_of(status));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string first_line(const std::string& text) {
  return printable(text.substr(0, text.find('\n')), Newlines::join);
}

std::vector<std::string> notes_of(const Task& task) {
  std::vector<std::string> notes;
  for (const std::string& hint : task.hints) notes.push_back("hint: " + hint);
  if (!task.replay.empty()) notes.push_back("replay: " + task.replay);
  return notes;
}

std::string head_of(const Task& task) {
  switch (task.status) {
    case Status::pass:
      return "note";
    case Status::fail:
      return "error";
    default:
      return words_of(task.status);
  }
}

bool says_something(const Task& task) {
  return task.status != Status::not_run &&
         !(task.findings.empty() && task.message.empty() && task.hints.empty());
}

/// Hints and replay commands differ from task to task; what is wrong counts.
/// Diagnostics of the compiler may stand in the first task only.
bool says_the_same(const Task& first, const Task& next) {
  return first.status == next.status && first.status != Status::fail &&
         first.status != Status::pass && first.message == next.message &&
         (next.findings.empty() ||
          to_json(first)["findings"] == to_json(next)["findings"]);
}

std::string task_heading(const std::vector<const Task*>& group,
                         const Page& page) {
  const Task& task = *group.front();
  if (group.size() > 1) {
    std::string names = printable(task.name, Newlines::join);
    for (std::size_t i = 1; i < group.size(); ++i)
      names += ", " + printable(group[i]->name, Newlines::join);
    std::string text;
    for (const std::string& line : wrapped(names, page.width))
      text += page.paint(Ink::strong, line) + '\n';
    return text;
  }
  std::string text =
      page.paint(Ink::strong, printable(task.name, Newlines::join));
  if (!task.title.empty()) text += ": " + printable(task.title, Newlines::join);
  return text + '\n';
}

/// What has no verdict has no points, which is not the same as none.
std::string points_text(const Task& task) {
  if (task.status == Status::not_run)
    return fmt::format("-/{}", task.max_points);
  if (task.status == Status::infra_error)
    return fmt::format("?/{}", task.max_points);
  return fmt::format("{}/{}", task.points, task.max_points);
}

std::vector<TableRow> rows_of(const Report& report) {
  std::vector<TableRow> rows;
  for (const Task& task : report.tasks)
    rows.push_back({task.name, task.title, points_text(task), status_text(task),
                    ink_of(task.status)});
  rows.push_back({"total", "",
                  fmt::format("{}/{}", report.points, report.max_points), "",
                  Ink::strong});
  return rows;
}

std::string not_judged_text(const Report& report) {
  int not_run = 0;
  int unknown = 0;
  for (const Task& task : report.tasks) {
    if (task.status == Status::not_run) not_run += task.max_points;
    if (task.status == Status::infra_error) unknown += task.max_points;
  }
  std::string text;
  if (not_run > 0)
    text += fmt::format("{} more points could not be judged here", not_run);
  if (unknown > 0)
    text += fmt::format("{}{} points have no verdict", text.empty() ? "" : "; ",
                        unknown);
  return text;
}

}  // namespace

std::string status_text(const Task& task) {
  std::string words = words_of(task.status);
  const std::string message = first_line(task.message);
  if (task.status != Status::not_run || message.empty()) return words;
  return message.starts_with(words) ? message : words + ": " + message;
}

std::string task_text(const Task& task, const SourceText& source,
                      const Page& page) {
  std::vector<std::string> notes = notes_of(task);
  std::string text;
  const bool is_said =
      task.message.empty() ||
      (!task.findings.empty() && task.message == task.findings.front().message);
  if (!is_said || task.findings.empty()) {
    const bool is_last = task.findings.empty();
    text += message_text(ink_of(task.status), head_of(task), task.message,
                         is_last ? notes : std::vector<std::string>{}, page);
  }
  const std::size_t shown = std::min(task.findings.size(), most_findings);
  if (shown < task.findings.size())
    notes.insert(notes.begin(),
                 fmt::format("{} more findings are in the JSON report",
                             task.findings.size() - shown));
  for (std::size_t i = 0; i < shown; ++i) {
    const bool is_last = i + 1 == shown;
    text += finding_text(task.findings[i], source,
                         is_last ? notes : std::vector<std::string>{}, page);
  }
  return text;
}

std::string problems_text(const Report& report, const SourceText& source,
                          const Page& page) {
  std::vector<std::vector<const Task*>> groups;
  for (const Task& task : report.tasks) {
    if (!says_something(task)) continue;
    if (!groups.empty() && says_the_same(*groups.back().front(), task))
      groups.back().push_back(&task);
    else
      groups.push_back({&task});
  }
  std::string text;
  for (const auto& group : groups)
    text += task_heading(group, page) +
            task_text(*group.front(), source, page) + '\n';
  return text;
}

std::string table_text(const Report& report, const Page& page) {
  std::string text =
      page.paint(Ink::strong, printable(report.lab, Newlines::join));
  text += fmt::format(": {}, {}, seed {}\n\n",
                      printable(report.device, Newlines::join),
                      printable(report.compiler, Newlines::join), report.seed);
  text += rows_text(rows_of(report), page);
  if (const std::string rest = not_judged_text(report); !rest.empty())
    text += "  " + page.paint(Ink::faint, rest) + '\n';
  return text;
}

}  // namespace lockstep::report
