// SPDX-License-Identifier: Apache-2.0
// Source to PTX with nvcc, and PTX to a cubin with ptxas.
#include <fmt/format.h>

#include <algorithm>

#include "compile/diagnostics.h"
#include "compile/tool_run.h"

namespace lockstep {
namespace {

constexpr const char* missing_nvcc =
    "the CUDA Toolkit (nvcc) is not installed; install package cuda-toolkit "
    "or nvidia-cuda-toolkit, or pass --compiler clang";

/// Runs a tool that writes a file and hands the file on as its output.
constexpr const char* print_file =
    "\"$@\" -o .lockstep_out >&2 && exec cat .lockstep_out";

std::vector<std::string> printing(std::vector<std::string> tool) {
  std::vector<std::string> command = {"/bin/sh", "-c", print_file, "sh"};
  std::ranges::move(tool, std::back_inserter(command));
  return command;
}

BoxRequest box_for(const Toolchain& toolkit, const FrontEndInput& input) {
  BoxRequest box;
  if (!toolkit.root.empty()) box.toolchains = {toolkit.root};
  box.seconds = input.request.seconds;
  box.use_box = input.request.use_box;
  return box;
}

std::vector<std::string> nvcc_command(const Toolchain& toolkit,
                                      const FrontEndInput& input) {
  std::vector<std::string> command = {
      toolkit.program.string(),
      "-ptx",
      "-x",
      "cu",
      "-std=c++17",
      "-arch=compute_80",
      input.request.optimised ? "-lineinfo" : "-G"};
  for (const std::string& definition : input.request.definitions)
    command.push_back("-D" + definition);
  command.push_back(input.name.in_box());
  return command;
}

/// "nvcc 13.0" from the first lines of its PTX.
std::string version_in(std::string_view ptx) {
  constexpr std::string_view words = "release ";
  const auto at = ptx.substr(0, 1000).find(words);
  if (at == ptx.npos) return "nvcc";
  const auto rest = ptx.substr(at + words.size());
  return fmt::format("nvcc {}",
                     printable(rest.substr(0, rest.find_first_of(", \n")), 40));
}

/// ptxas names lines of the PTX; the student wants those of the source.
void use_source_lines(std::string_view ptx, const FrontEndInput& input,
                      std::vector<Diagnostic>& diagnostics) {
  for (Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.line == 0) continue;
    unsigned number = 0, line = 0;
    std::string_view rest = ptx;
    while (!rest.empty() && number < diagnostic.line) {
      const auto end = std::min(rest.find('\n'), rest.size());
      const std::string text(rest.substr(0, end));
      unsigned file = 0, at = 0;
      if (std::sscanf(text.c_str(), " .loc %u %u", &file, &at) == 2 && at > 0)
        line = at;
      rest.remove_prefix(std::min(end + 1, rest.size()));
      ++number;
    }
    diagnostic.file = line > 0 ? input.name.display() : "";
    diagnostic.line = line;
  }
}

}  // namespace

CompileResult nvcc_to_ptx(const FrontEndInput& input, std::stop_token stop) {
  CompileResult result;
  const auto toolkit = find_cuda_toolkit();
  if (!toolkit) {
    result.status = CompileStatus::missing_tool;
    result.message = missing_nvcc;
    return result;
  }
  BoxRequest box = box_for(*toolkit, input);
  box.command = printing(nvcc_command(*toolkit, input));
  box.files = {{input.name.in_box(), input.source}};
  const BoxResult run = run_in_box(box, std::move(stop));
  result.compiler = version_in(run.process.output);
  if (judge_run(run, "nvcc", input, result))
    result.ptx = input.name.with_shown_files(run.process.output, run.directory);
  return result;
}

CompileResult ptx_to_cubin(const std::string& ptx, const FrontEndInput& input,
                           std::stop_token stop) {
  CompileResult result;
  const auto toolkit = find_cuda_toolkit();
  if (!toolkit) {
    result.status = CompileStatus::missing_tool;
    result.message = missing_nvcc;
    return result;
  }
  BoxRequest box = box_for(*toolkit, input);
  box.command =
      printing({(toolkit->program.parent_path() / "ptxas").string(), "-v",
                fmt::format("-arch=sm_{}", input.request.gpu_architecture),
                "input.ptx"});
  box.files = {{"input.ptx", ptx}};
  const BoxResult run = run_in_box(box, std::move(stop));
  result.resources = parse_resources(run.process.errors);
  if (judge_run(run, "ptxas", input, result)) {
    const auto* first =
        reinterpret_cast<const std::byte*>(run.process.output.data());
    result.cubin.assign(first, first + run.process.output.size());
  }
  use_source_lines(ptx, input, result.diagnostics);
  return result;
}

}  // namespace lockstep
