// SPDX-License-Identifier: Apache-2.0
// lockstep check [LAB…]: judges submissions, shows what is wrong, writes the
// reports that were asked for.
#include <fmt/format.h>

#include <algorithm>

#include "cli/check_options.h"
#include "cli/lab/result_store.h"
#include "cli/lab/verdict_text.h"
#include "cli/system/failure.h"
#include "cli/system/output_file.h"
#include "cli/verbs.h"
#include "report/json.h"
#include "report/junit.h"

namespace lockstep::cli {
namespace {

struct CheckCommand {
  std::vector<std::string> labs;
  std::string submission;
  std::string json, junit;
  CheckRequest request;
};

/// One lab with the file to judge.
struct Assignment {
  const Lab* lab = nullptr;
  Submission submission;
  bool is_own = true;  ///< the lab's own file, whose result `status` shows
};

std::vector<Assignment> assignments_of(const CheckCommand& command,
                                       const Labs& labs) {
  std::vector<const Lab*> chosen;
  for (const std::string& name : command.labs) {
    const Lab* lab = &labs.named(name);
    if (std::find(chosen.begin(), chosen.end(), lab) == chosen.end())
      chosen.push_back(lab);
  }
  if (command.labs.empty())
    for (const Lab& lab : labs.all()) chosen.push_back(&lab);
  if (chosen.size() > 1 && !command.submission.empty())
    throw Failure(wrong_usage,
                  "--submission is one file: name the one lab that it is "
                  "for, as in \"lockstep check 01 --submission FILE\"");
  std::vector<Assignment> result;
  for (const Lab* lab : chosen) {
    const bool is_own = command.submission.empty();
    result.push_back(
        {lab,
         read_submission(is_own ? lab->submission
                                : std::filesystem::path(command.submission)),
         is_own});
    if (!command.request.task.empty()) require_task(*lab, command.request.task);
  }
  return result;
}

/// The files that were asked for; made before any work starts.
struct Outputs {
  std::optional<OutputFile> json, junit;

  explicit Outputs(const CheckCommand& command) {
    if (!command.json.empty() && command.json == command.junit)
      throw Failure(wrong_usage, "--json and --junit name the same file");
    if (!command.json.empty()) json.emplace(command.json);
    if (!command.junit.empty()) junit.emplace(command.junit);
  }

  /// Text for people makes way for a report on standard output.
  std::FILE* for_people() const {
    return (json && json->is_standard_output()) ||
                   (junit && junit->is_standard_output())
               ? stderr
               : stdout;
  }

  void write(const std::vector<report::Report>& reports) const {
    if (reports.empty()) return;
    if (json) json->write(report::file_text(report::to_json(reports)));
    if (junit) junit->write(report::junit_text(reports));
  }
};

void remember(const Assignment& assignment, const CheckRequest& request,
              const report::Report& report, const Program& program) try {
  if (assignment.is_own && !request.is_replay())
    ResultStore(store_folder(program.registry))
        .add(report, assignment.submission.fingerprint());
} catch (const Failure& failure) {
  fmt::print(stderr, "lockstep: `lockstep status` will not know of this: {}\n",
             failure.what());
}

int exit_code_of(const Judgement& judgement) {
  if (!judgement.problem.empty()) return judgement.problem_code;
  int code = all_passed;
  for (const report::Task& task : judgement.report.tasks) {
    if (task.status == report::Status::infra_error) return missing_thing;
    if (task.status != report::Status::pass &&
        task.status != report::Status::not_run)
      code = some_failed;
  }
  return code;
}

int check(const CheckCommand& command, const Program& program) {
  const Labs labs(program.registry);
  const std::vector<Assignment> assignments = assignments_of(command, labs);
  const Outputs outputs(command);
  std::FILE* people = outputs.for_people();
  SignalWatch signals;
  std::vector<report::Report> reports;
  int code = all_passed;
  for (const Assignment& assignment : assignments) {
    const Judgement judgement = judge_with_progress(
        *assignment.lab, assignment.submission, command.request, signals);
    if (judgement.is_stopped) return by_signal + *signals.stop_signal();
    if (judgement.has_report) {
      reports.push_back(judgement.report);
      remember(assignment, command.request, judgement.report, program);
    }
    write_text(people, verdict_text(judgement, assignment.submission,
                                    page_of(people, program.colour)));
    code = std::max(code, exit_code_of(judgement));
  }
  outputs.write(reports);
  signals.read();
  return signals.stop_signal() ? by_signal + *signals.stop_signal() : code;
}

}  // namespace

void add_check(CLI::App& app, Program& program) {
  auto* verb = app.add_subcommand("check", "judge one lab, some, or all");
  auto command = std::make_shared<CheckCommand>();
  verb->add_option("LAB", command->labs, "01, 1, reduction or 01_reduction");
  verb->add_option("--submission", command->submission,
                   "judge this file instead of the lab's own")
      ->option_text("FILE");
  add_check_options(*verb, command->request);
  verb->add_option("--json", command->json,
                   "write the report as JSON; - is standard output")
      ->option_text("FILE");
  verb->add_option("--junit", command->junit, "write the report as JUnit XML")
      ->option_text("FILE");
  verb->footer(R"(Examples:
  lockstep check 01
  lockstep check 01 --submission solutions/01_reduction/reduction.cu
  lockstep check 01 --task smem --seed 7 --size 64      one case again
  lockstep check 01 --json report.json --junit report.xml

Exit codes: 0 all asked-for tasks passed (those not run are left out); 1 some
did not; 2 wrong usage or input; 3 something is missing or broken.)");
  verb->callback([command, &program] {
    program.action = [command, &program] { return check(*command, program); };
  });
}

}  // namespace lockstep::cli
