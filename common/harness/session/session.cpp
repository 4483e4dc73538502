// SPDX-License-Identifier: Apache-2.0
#include "harness/session/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/session/task.h"

namespace lockstep {
namespace {

void require_task(const LabInfo& lab, const std::string& name) {
  if (name.empty() || lab.find(name) != nullptr) return;
  std::string names;
  for (const TaskInfo& info : lab.tasks) names += " " + info.name;
  throw CannotCheck(2, fmt::format("lab {} has no task {}; its tasks are:{}",
                                   lab.number(), name, names));
}

CompileRequest request_for(const LabInfo& lab, const Options& options,
                           const Devices& devices) {
  CompileRequest request;
  const bool is_own = options.submission.empty();
  request.display_name = is_own ? lab.source() : options.submission;
  request.source = request.display_name;
  if (is_own) request.source = lab.root / request.source;
  request.front_end = options.compiler;
  request.use_box = options.use_box;
  if (devices.gpu) {
    request.for_gpu = true;
    request.gpu_architecture = devices.gpu->info().compute_capability;
  }
  request.definitions = {
      fmt::format("LOCKSTEP_QUESTION={}", question_of(options.seed))};
  return request;
}

ptx::Finding finding_of(const Diagnostic& diagnostic) {
  ptx::Finding finding;
  finding.tool = "compiler";
  finding.kind = diagnostic.severity;
  finding.severity = diagnostic.severity == "error" ? ptx::Severity::error
                     : diagnostic.severity == "warning"
                         ? ptx::Severity::warning
                         : ptx::Severity::information;
  finding.message = diagnostic.message;
  finding.place = {diagnostic.file, diagnostic.line, diagnostic.column};
  return finding;
}

report::Task announced(const TaskInfo& info) {
  report::Task result;
  result.name = info.name;
  result.title = info.title;
  result.max_points = info.max_points;
  return result;
}

}  // namespace

Session::Session(const LabInfo& lab, const Options& options, Devices devices,
                 Compile compile_with)
    : lab_(lab),
      options_(options),
      devices_(std::move(devices)),
      started_(std::chrono::steady_clock::now()) {
  require_task(lab_, options_.task);
  if (!options_.events.empty()) {
    events_.open(options_.events);
    if (!events_)
      throw CannotCheck(2, "cannot write events to " + options_.events);
  }
  try {
    hints_ = Hints(lab_.hints_file());
    compile_submission(compile_with);
  } catch (const CannotCheck& problem) {
    write(report::ErrorEvent{problem.what(), problem.exit_code()});
    throw;
  }
}

void Session::compile_submission(Compile compile_with) {
  const CompileRequest request = request_for(lab_, options_, devices_);
  compiled_ = compile_with(request);
  if (compiled_.status == CompileStatus::bad_input)
    throw CannotCheck(2, compiled_.message);
  if (compiled_.status == CompileStatus::missing_tool)
    throw CannotCheck(3, compiled_.message);
  program_ = {compiled_.ptx, compiled_.cubin, request.display_name};
}

bool Session::is_out_of_time() const {
  const std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - started_;
  return passed.count() > options_.seconds;
}

std::string Session::replay_command(const TaskInfo& info) const {
  std::string command = "lockstep check " + lab_.number();
  if (!options_.submission.empty())
    command += " --submission " + options_.submission;
  if (devices_.gpu) command += " --device gpu";
  if (options_.device == DeviceChoice::emulator)
    command += " --device emulator";
  if (options_.compiler == FrontEnd::clang) command += " --compiler clang";
  if (options_.compiler == FrontEnd::nvcc) command += " --compiler nvcc";
  return command +
         fmt::format(" --task {} --seed {}", info.name, options_.seed);
}

void Session::write(const report::Event& event) {
  // Flushed, so that an interrupted check has lost nothing.
  if (events_.is_open()) events_ << report::event_text(event) << std::flush;
}

void Session::begin() {
  report_.lab = lab_.name;
  report_.device = devices_.main().info().name;
  report_.compiler = compiled_.compiler;
  report_.seed = options_.seed;
  report::Report plan = report_;
  for (const TaskInfo& info : lab_.tasks) {
    plan.total_points += static_cast<int>(info.max_points);
    if (options_.task.empty() || options_.task == info.name)
      plan.tasks.push_back(announced(info));
  }
  write(report::BeginEvent{std::move(plan)});
}

report::Task Session::grade(const TaskInfo& info) {
  write(report::TaskBeginEvent{info.name});
  report::Task result = announced(info);
  result.status = Status::pass;
  run_task(info, result);
  if (result.status == Status::pass) result.points = result.max_points;
  report_.tasks.push_back(result);
  write(report::TaskEvent{result});
  return result;
}

void Session::run_task(const TaskInfo& info, report::Task& result) {
  if (compiled_.status != CompileStatus::success)
    return report_compile_error(result);
  if (info.needs_gpu && !devices_.gpu) {
    result.status = Status::not_run;
    result.message = "not run: needs a GPU";
    return;
  }
  Task task(*this, info, result);
  try {
    info.body(task);
    for (const HiddenCases& hidden : lab_.hidden)
      if (hidden.task == info.name) hidden.body(task);
  } catch (const TaskEnded&) {  // the result says why
  } catch (const std::exception& problem) {
    result.status = Status::infra_error;
    result.message = problem.what();
  }
}

void Session::report_compile_error(report::Task& result) const {
  result.status = Status::compile_error;
  result.symptom = "compile_error";
  result.message = compiled_.message;
  // The diagnostics stand in the first task only, whatever their number.
  if (!report_.tasks.empty()) return;
  for (const Diagnostic& diagnostic : compiled_.diagnostics)
    result.findings.push_back(finding_of(diagnostic));
}

int Session::end() {
  report::sum_points(report_);
  write(report::EndEvent{report_.points, report_.max_points});
  const bool all_passed =
      std::ranges::all_of(report_.tasks, [](const report::Task& task) {
        return task.status == Status::pass || task.status == Status::not_run;
      });
  return all_passed ? 0 : 1;
}

}  // namespace lockstep
