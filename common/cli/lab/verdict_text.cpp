// SPDX-License-Identifier: Apache-2.0
// Wraps the report's own text.
#include "cli/lab/verdict_text.h"

#include <fmt/format.h>

#include "cli/system/console.h"
#include "cli/system/failure.h"
#include "report/finding_text.h"
#include "report/terminal.h"

namespace lockstep::cli {
namespace {

bool is_said(const Judgement& judgement) {
  for (const report::Task& task : judgement.report.tasks)
    if (task.message == judgement.problem) return true;
  return judgement.problem.empty();
}

}  // namespace

Judgement judge_with_progress(const Lab& lab, const Submission& submission,
                              const CheckRequest& request, SignalWatch& signals,
                              RunListener listener) {
  ProgressLine line;
  line.show(lab.name + ": compiling");
  listener.on_progress = [&](std::size_t done, std::size_t count,
                             std::string_view task) {
    line.show(fmt::format("{}: {}/{} {}", lab.name, done, count, task));
  };
  return judge(lab, submission, request, signals, listener);
}

std::string verdict_text(const Judgement& judgement,
                         const Submission& submission,
                         const report::Page& page) {
  std::string text;
  if (judgement.has_report) {
    const report::SourceText source(submission.path.string(),
                                    submission.content);
    text += report::problems_text(judgement.report, source, page);
    text += report::table_text(judgement.report, page);
  }
  if (is_said(judgement)) return text;
  if (!text.empty()) text += '\n';
  const bool is_input = judgement.problem_code == wrong_usage;
  return text + report::message_text(report::Ink::error,
                                     is_input ? "error" : "no verdict",
                                     judgement.problem, {}, page);
}

}  // namespace lockstep::cli
