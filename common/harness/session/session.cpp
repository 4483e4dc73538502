// SPDX-License-Identifier: Apache-2.0
#include "harness/session/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/session/task.h"

namespace lockstep {
namespace {

using namespace std::chrono_literals;

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
                 CompileSteps compile)
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
    compile_submission(compile);
  } catch (const CannotCheck& problem) {
    write(report::ErrorEvent{problem.what(), problem.exit_code()});
    throw;
  }
}

void Session::compile_submission(const CompileSteps& compile) {
  const CompileRequest request = request_for(lab_, options_, devices_);
  compiled_ = compile.ptx(request);
  if (request.for_gpu && compiled_.status == CompileStatus::success)
    compiled_ = compile.second_opinion();
  if (compiled_.status == CompileStatus::bad_input)
    throw CannotCheck(2, compiled_.message);
  if (compiled_.status == CompileStatus::missing_tool)
    throw CannotCheck(3, compiled_.message);
  program_ = {compiled_.ptx, compiled_.cubin, request.display_name};
  if (!request.for_gpu && compiled_.status == CompileStatus::success)
    second_opinion_ = std::async(std::launch::async, compile.second_opinion);
}

bool Session::is_out_of_time() const {
  const std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - started_;
  return passed.count() > options_.seconds;
}

std::vector<std::vector<std::byte>> Session::symbols(
    const std::vector<std::string>& names) const {
  Job job;
  job.program = &program_;
  job.symbols = names;
  job.is_checked = false;
  Outcome outcome = devices_.emulator().run(job);
  if (outcome.symbols.size() != names.size())
    throw std::runtime_error(outcome.message);
  return std::move(outcome.symbols);
}

std::uint32_t Session::exported(const Constant& constant) const {
  std::uint32_t value = 0;
  const auto problem =
      read_constant(constant, symbols({constant.name}).front(), value);
  if (!problem.message.empty()) throw BadExport(problem);
  return value;
}

std::string Session::replay_command(const TaskInfo& info) const {
  std::string command = "lockstep check " + lab_.number();
  std::error_code ignored;  // of a file that has gone meanwhile
  if (!options_.submission.empty() &&
      !std::filesystem::equivalent(options_.submission,
                                   lab_.root / lab_.source(), ignored))
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
  const bool is_settled =
      !second_opinion_.valid() ||
      second_opinion_.wait_for(0s) == std::future_status::ready;
  if (is_settled) take_second_opinion();
  return result;
}

void Session::take_second_opinion() {
  if (second_opinion_.valid()) {
    CompileResult opinion = second_opinion_.get();
    if (opinion.status != CompileStatus::success) {
      compiled_ = std::move(opinion);
      for (report::Task& task : report_.tasks)
        report_compile_error(task, &task == &report_.tasks.front());
    }
  }
  for (; written_ < report_.tasks.size(); ++written_)
    write(report::TaskEvent{report_.tasks[written_]});
}

void Session::run_task(const TaskInfo& info, report::Task& result) {
  if (compiled_.status != CompileStatus::success)
    return report_compile_error(result, report_.tasks.empty());
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

void Session::report_compile_error(report::Task& result, bool is_first) const {
  report::Task none;
  none.name = result.name;
  none.title = result.title;
  none.max_points = result.max_points;
  none.status = Status::compile_error;
  none.symptom = "compile_error";
  none.message = compiled_.message;
  result = std::move(none);
  // The diagnostics stand in the first task only, whatever their number.
  if (!is_first) return;
  for (const Diagnostic& diagnostic : compiled_.diagnostics)
    result.findings.push_back(finding_of(diagnostic));
}

int Session::end() {
  take_second_opinion();
  report::sum_points(report_);
  write(report::EndEvent{report_.points, report_.max_points});
  const bool all_passed =
      std::ranges::all_of(report_.tasks, [](const report::Task& task) {
        return task.status == Status::pass || task.status == Status::not_run;
      });
  return all_passed ? 0 : 1;
}

}  // namespace lockstep
