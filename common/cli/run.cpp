// SPDX-License-Identifier: Apache-2.0
// lockstep run -- PROGRAM: a whole CUDA program on the emulator. It is found
// by the dynamic linker as the library that the program asks for; what it
// finds out comes back through a file. The program is its user's own and is
// not boxed in: it could forge its record, and fool its user only.
#include <fmt/format.h>

#include <filesystem>

#include "cli/check_options.h"
#include "cli/run/child.h"
#include "cli/run/program_file.h"
#include "cli/run/run_report.h"
#include "cli/system/console.h"
#include "cli/system/failure.h"
#include "cli/system/output_file.h"
#include "cli/system/read_text.h"
#include "cli/system/temporary_folder.h"
#include "cli/verbs.h"
#include "report/json.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* all_checks = "memcheck,initcheck,racecheck,synccheck";
constexpr std::uint64_t most_resident = 1024;

struct RunCommand {
  std::vector<std::string> program;  ///< with its arguments
  std::string report;
  std::string checks = all_checks;
  std::uint64_t seed = 0;
  std::uint64_t resident = 0;
  bool counts = true;
  bool counts_lines = false;
};

/// Beside this program, where the build puts them.
fs::path runtimes_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path() / "cudart";
}

std::vector<std::string> variables_of(const RunCommand& command,
                                      const fs::path& runtimes,
                                      const fs::path& record) {
  std::string path = runtimes.string();
  const char* own = std::getenv("LD_LIBRARY_PATH");
  if (own != nullptr && *own != '\0') path += ":" + std::string(own);
  return {
      "LD_LIBRARY_PATH=" + path,
      "LOCKSTEP_RUN_RECORD=" + record.string(),
      "LOCKSTEP_RUN_CHECK=" + (command.checks == "none" ? "" : command.checks),
      fmt::format("LOCKSTEP_RUN_SEED={}", command.seed),
      fmt::format("LOCKSTEP_RUN_RESIDENT={}", command.resident),
      fmt::format("LOCKSTEP_RUN_COUNTERS={}", !command.counts        ? "no"
                                              : command.counts_lines ? "lines"
                                                                     : "yes")};
}

void require_runtimes(const fs::path& runtimes) {
  std::error_code error;
  if (fs::exists(runtimes, error)) return;
  throw Failure(
      missing_thing,
      "this build of Lockstep has no stand-in for CUDA's runtime, because no "
      "CUDA toolkit was there when it was built: install one (its headers are "
      "enough), then run \"make\" again; toolkits in unusual folders are named "
      "with -DLOCKSTEP_CUDA_INCLUDES=/path/to/include");
}

int run(const RunCommand& command, const Program& program) {
  if (command.program.empty())
    throw Failure(wrong_usage,
                  "no program is named: lockstep run -- ./program [ARGS]");
  const fs::path runtimes = runtimes_folder();
  require_runtimes(runtimes);
  const std::string& typed = command.program.front();
  const fs::path path = usable_program(typed, runtimes);
  std::optional<OutputFile> report;
  if (!command.report.empty()) report.emplace(command.report);
  const TemporaryFolder folder;
  const fs::path record = folder.path() / "record";
  RunResult result;
  result.program = typed;
  result.end =
      run_child(path, command.program, variables_of(command, runtimes, record));
  result.record = parse_record(read_text(record));
  result.places = place_calls(result.record);
  if (!result.record.has_begun)
    throw Failure(wrong_usage,
                  fmt::format("{} never called CUDA's shared runtime{}", typed,
                              result.end.exit_code == 127
                                  ? ": it could not be started"
                                  : ", so there is nothing to say"));
  write_text(stderr, run_text(result, page_of(stderr, program.colour)));
  if (report) report->write(report::file_text(run_json(result)));
  return exit_code_of(result);
}

/// "none" or a list of checkers.
std::string why_no_checks(const std::string& text) {
  if (text == "none") return {};
  const std::string known = std::string(all_checks) + ',';
  std::string_view rest = text;
  while (true) {
    const std::string word(rest.substr(0, rest.find(',')));
    if (word.empty() || known.find(word + ',') == std::string::npos)
      return fmt::format("\"{}\" is no checker; there are {}", word,
                         all_checks);
    if (word.size() == rest.size()) return {};
    rest.remove_prefix(word.size() + 1);
  }
}

}  // namespace

void add_run(CLI::App& app, Program& program) {
  auto* verb =
      app.add_subcommand("run", "a whole CUDA program on the emulator");
  auto command = std::make_shared<RunCommand>();
  verb->add_option("--report", command->report,
                   "write kernels, counters and findings as JSON")
      ->option_text("FILE");
  verb->add_option("--check", command->checks,
                   "none, or a list of memcheck, initcheck, racecheck, "
                   "synccheck (default: all)")
      ->check(CLI::Validator(why_no_checks, ""))
      ->option_text("LIST");
  verb->add_option("--seed", command->seed,
                   "which order warps and blocks run in")
      ->check(whole_number(0, largest_seed))
      ->option_text("N");
  verb->add_option("--resident", command->resident,
                   "how many blocks take turns at a time")
      ->check(whole_number(1, most_resident))
      ->option_text("N");
  verb->add_flag_callback(
      "--no-counters", [command] { command->counts = false; },
      "count nothing; faster");
  verb->add_flag_callback(
      "--lines", [command] { command->counts_lines = true; },
      "count by line of source too, in the report");
  verb->add_option("PROGRAM", command->program,
                   "the program and its arguments, after --")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  verb->positionals_at_end()->fallthrough(false);
  verb->footer(R"(Examples:
  nvcc -cudart shared -lineinfo -arch=compute_80 -o program program.cu
  lockstep run -- ./program 1024
  lockstep run --check none --no-counters -- ./program
  lockstep run --report report.json -- ./program

Exit code: the program's own; 1 where that is 0 but an error was found or a
kernel was refused; 2 for what cannot be run; 3 if something is missing here.)");
  verb->callback([command, &program] {
    program.action = [command, &program] { return run(*command, program); };
  });
}

}  // namespace lockstep::cli
