// SPDX-License-Identifier: Apache-2.0
// What an autograder's run means: a report, measurements, or a problem.
#include "cli/lab/autograder.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/lab/autograder_run.h"
#include "cli/system/failure.h"
#include "cli/system/nearest.h"
#include "report/escape.h"

namespace lockstep::cli {
namespace {

/// The last lines of what it wrote, for a person who must find out why.
std::string tail_of(const ProcessResult& result) {
  std::string_view text = result.errors.empty() ? result.output : result.errors;
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  if (text.size() > 2000) text.remove_prefix(text.size() - 2000);
  return report::printable(text, report::Newlines::keep);
}

struct Problem {
  std::string text;
  int code = missing_thing;
};

/// What was wrong with the run itself; an empty text: nothing.
Problem problem_of(const ProcessResult& result, const EventReader& events,
                   const Lab& lab) {
  if (!events.error().message.empty())
    return {events.error().message, events.error().exit_code};
  const std::string name = lab.executable.filename().string();
  if (result.status != ProcessStatus::exited)
    return {fmt::format("the autograder broke down: {}", result.message)};
  if (!events.garbage().empty())
    return {fmt::format(
        "the autograder {} wrote what is no event: {}", name,
        report::printable(events.garbage(), report::Newlines::join))};
  if (result.code == wrong_usage || result.code == missing_thing) {
    const std::string tail = tail_of(result);
    return {tail.empty() ? fmt::format("the autograder {} ended with exit "
                                       "code {} and no message",
                                       name, result.code)
                         : tail,
            result.code};
  }
  if (!events.has_ended() || result.code > some_failed)
    return {fmt::format(
        "the autograder {} ended with exit code {} {}", name, result.code,
        events.has_ended() ? "after its last event" : "before its last event")};
  return {};
}

}  // namespace

Judgement judge(const Lab& lab, const Submission& submission,
                const CheckRequest& request, SignalWatch& signals,
                const RunListener& listener) {
  const AutograderRun done =
      run_autograder(lab, submission, request, signals, listener);
  Judgement judgement;
  judgement.is_stopped = done.ending == Ending::by_signal;
  judgement.is_superseded = done.ending == Ending::superseded;
  if (done.ending != Ending::by_itself) return judgement;
  const Problem problem = problem_of(done.result, done.events, lab);
  judgement.problem = problem.text;
  judgement.problem_code = problem.code;
  judgement.has_report = done.events.has_begun();
  judgement.report = done.events.finished(
      problem.text.empty() ? "the autograder gave no verdict" : problem.text);
  return judgement;
}

Measured measure(const Lab& lab, const Submission& submission,
                 const CheckRequest& request, SignalWatch& signals) {
  const AutograderRun done =
      run_autograder(lab, submission, request, signals, {});
  if (done.ending != Ending::by_itself) return {{}, true};
  const ProcessResult& result = done.result;
  if (result.status == ProcessStatus::exited && result.code == some_failed)
    throw Failure(some_failed, tail_of(result));
  if (!result.is_success()) {
    const Problem problem = problem_of(result, done.events, lab);
    throw Failure(static_cast<ExitCode>(problem.code), problem.text);
  }
  try {
    return {nlohmann::ordered_json::parse(result.output)};
  } catch (const nlohmann::json::exception& error) {
    throw Failure(missing_thing,
                  fmt::format("the autograder of {} printed no measurements: "
                              "{}",
                              lab.name, error.what()));
  }
}

report::Report tasks_of(const Lab& lab) {
  ProcessRequest request;
  request.command = {lab.executable.string(), "--list-lab"};
  request.seconds = 20;
  const ProcessResult result = run_process(std::move(request));
  if (!result.is_success())
    throw Failure(
        missing_thing,
        fmt::format("cannot list the tasks of {}: {}", lab.name,
                    result.message.empty() ? tail_of(result) : result.message));
  try {
    auto json = nlohmann::ordered_json::parse(result.output);
    json["event"] = "begin";
    return std::get<report::BeginEvent>(report::parse_event(json.dump()))
        .report;
  } catch (const std::exception& error) {
    throw Failure(missing_thing, fmt::format("cannot list the tasks of {}: {}",
                                             lab.name, error.what()));
  }
}

void require_task(const Lab& lab, const std::string& task) {
  std::vector<std::string> names;
  std::string list;
  for (const report::Task& known : tasks_of(lab).tasks) {
    if (known.name == task) return;
    names.push_back(known.name);
    list += fmt::format("\n  {:<10}  {}", known.name, known.title);
  }
  throw Failure(
      wrong_usage,
      fmt::format("lab {} has no task \"{}\"{}\nits tasks are:{}", lab.name,
                  report::printable(task, report::Newlines::join),
                  suggestion(task, names), list));
}

}  // namespace lockstep::cli
