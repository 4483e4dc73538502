// SPDX-License-Identifier: Apache-2.0
// lockstep status: points a lab and task, from the last checks of the labs'
// own files. Judges nothing.
#include <fmt/format.h>

#include "cli/lab/autograder.h"
#include "cli/lab/result_store.h"
#include "cli/system/failure.h"
#include "cli/verbs.h"
#include "report/table.h"
#include "report/terminal.h"

namespace lockstep::cli {
namespace {

using report::Ink;

/// Empty where the file cannot be read: then nothing judged is up to date.
std::string present_fingerprint(const Lab& lab) try {
  return read_submission(lab.submission).fingerprint();
} catch (const Failure&) {
  return {};
}

report::TableRow row_of(const report::Task& task, const StoredLab& stored,
                        const std::string& fingerprint) {
  report::TableRow row{task.name, task.title,
                       fmt::format("-/{}", task.max_points), "never checked",
                       Ink::faint};
  const auto found = stored.tasks.find(task.name);
  if (found == stored.tasks.end()) return row;
  const StoredTask& old = found->second;
  report::Task judged;
  judged.status = old.status;
  row.status = report::status_text(judged);
  if (old.status == report::Status::not_run ||
      old.status == report::Status::infra_error)
    return row;
  row.points = fmt::format("{}/{}", old.points, task.max_points);
  const bool is_pass = old.status == report::Status::pass;
  row.ink = is_pass ? Ink::good : Ink::error;
  if (old.fingerprint == fingerprint) return row;
  row.status += " (the file has changed since)";
  row.ink = Ink::warning;
  return row;
}

std::string lab_text(const Lab& lab, const ResultStore& store,
                     const report::Page& page) {
  const StoredLab stored = store.load(lab.name);
  const std::string fingerprint = present_fingerprint(lab);
  const report::Report tasks = tasks_of(lab);
  std::vector<report::TableRow> rows;
  int points = 0;
  int total = 0;
  for (const report::Task& task : tasks.tasks) {
    rows.push_back(row_of(task, stored, fingerprint));
    total += task.max_points;
    if (const auto found = stored.tasks.find(task.name);
        found != stored.tasks.end())
      points += found->second.points;
  }
  rows.push_back({"total", "", fmt::format("{}/{}", points, total),
                  stored.tasks.empty()
                      ? fmt::format("run: lockstep check {}", lab.number())
                      : "",
                  Ink::plain});
  return fmt::format("{}\n\n{}\n", page.paint(Ink::strong, lab.name),
                     report::rows_text(rows, page));
}

int status(const Program& program) {
  const Labs labs(program.registry);
  const ResultStore store(store_folder(program.registry));
  const report::Page page = page_of(stdout, program.colour);
  for (const Lab& lab : labs.all())
    write_text(stdout, lab_text(lab, store, page));
  return all_passed;
}

}  // namespace

void add_status(CLI::App& app, Program& program) {
  auto* verb = app.add_subcommand("status", "points a lab and task");
  verb->footer(
      R"(Shows the last verdicts on the labs' own files; judges nothing.

Example:
  lockstep status)");
  verb->callback(
      [&program] { program.action = [&program] { return status(program); }; });
}

}  // namespace lockstep::cli
