// SPDX-License-Identifier: Apache-2.0
// lockstep build PROGRAM.cu: a whole CUDA program built with clang, without
// any NVIDIA software, for `lockstep run`.
#include <fmt/format.h>

#include <filesystem>

#include "cli/system/failure.h"
#include "cli/system/output_file.h"
#include "cli/system/temporary_folder.h"
#include "cli/verbs.h"
#include "compile/whole_program.h"

namespace lockstep::cli {
namespace {

namespace fs = std::filesystem;

struct BuildCommand {
  std::string source, output;
  std::vector<std::string> options;
};

/// Beside this program, where the build puts it.
fs::path runtime_library() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path() / "cudart" /
         "libcudart.so.lockstep";
}

int build(const BuildCommand& command) {
  std::error_code error;
  if (!fs::is_regular_file(command.source, error))
    throw Failure(wrong_usage,
                  fmt::format("{} is not a file; name one source, for example "
                              "program.cu",
                              command.source));
  const TemporaryFolder folder;
  ProgramRequest request;
  request.source = command.source;
  request.program = command.output.empty() ? fs::path(command.source).stem()
                                           : fs::path(command.output);
  request.runtime = runtime_library();
  request.scratch = folder.path();
  request.options = command.options;
  const ProgramBuild result = build_program(request);
  if (result.is_missing_clang)
    throw Failure(missing_thing,
                  "clang is not installed: apt-get install clang");
  fmt::print(stderr, "{}", result.messages);
  return result.is_built ? all_passed : some_failed;
}

}  // namespace

void add_build(CLI::App& app, Program& program) {
  auto* verb = app.add_subcommand(
      "build", "a whole CUDA program, built with clang alone");
  auto command = std::make_shared<BuildCommand>();
  verb->add_option("SOURCE", command->source,
                   "host and device code in one file")
      ->required();
  verb->add_option("-o,--output", command->output,
                   "the program to write (default: SOURCE without .cu)")
      ->option_text("PROGRAM");
  verb->add_option("OPTIONS", command->options,
                   "for clang, after --: -I, -D, -O0, -l and the like");
  verb->positionals_at_end(false)->fallthrough(false);
  verb->footer(R"(Examples:
  lockstep build program.cu
  lockstep run -- ./program
  lockstep build program.cu -o other -- -Iinclude -DSIZE=100

The program runs under `lockstep run` alone. No NVIDIA software is needed.
Exit codes: 0 built, 1 clang found errors, 2 wrong usage, 3 clang is missing.)");
  verb->callback([&program, command] {
    program.action = [command] { return build(*command); };
  });
}

}  // namespace lockstep::cli
