// SPDX-License-Identifier: Apache-2.0
// Source to PTX with clang and our own device headers: no CUDA needed. In
// two runs, source to LLVM's IR and IR to PTX, for an attribute is added in
// between that clang's command line cannot ask for.
#include <fmt/format.h>

#include <algorithm>

#include "compile/clang_steps.h"
#include "compile/device_headers.h"
#include "compile/diagnostics.h"
#include "compile/tool_run.h"

namespace lockstep {
namespace {

/// Source to unoptimised IR, or to PTX where no optimiser is wanted.
std::vector<std::string> translate_command(const Toolchain& clang,
                                           const FrontEndInput& input) {
  const bool is_optimised = input.request.optimised;
  std::vector<std::string> command = {
      clang.program.string(), "--driver-mode=g++",
      "-v",  // names the version, at no cost
      "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80", "-nocudainc",
      "-nocudalib", "-nostdlibinc", "-isystem", "clang_device/standard",
      "-isystem", "clang_device/standins", "-isystem", "clang_device",
      "-include", "lockstep_device.h", "-std=c++17",
      is_optimised ? "-O3" : "-O0", "-gline-directives-only", "-Wall",
      "-Wno-unused", "-Wno-unknown-cuda-version",
      "-Wno-builtin-macro-redefined", "-ferror-limit=20",
      // What would make two compilations of one file differ.
      "-D__DATE__=\"Jan  1 1970\"", "-D__TIME__=\"00:00:00\"",
      "-D__TIMESTAMP__=\"Thu Jan  1 00:00:00 1970\""};
  add_gpu(command);
  for (const std::string& definition : input.request.definitions)
    command.push_back("-D" + definition);
  if (is_optimised)
    for (const char* word : {"-Xclang", "-disable-llvm-passes", "-emit-llvm"})
      command.emplace_back(word);
  for (const char* word : {"-S", "-o", "-"}) command.emplace_back(word);
  command.push_back(input.name.in_box());
  return command;
}

/// "clang 14.0.6" from "Debian clang version 14.0.6".
std::string version_in(const std::string& printed) {
  constexpr std::string_view words = "clang version ";
  const auto at = printed.find(words);
  if (at == printed.npos) return "clang";
  const auto rest = std::string_view(printed).substr(at + words.size());
  return fmt::format("clang {}",
                     printable(rest.substr(0, rest.find_first_of(" \n-")), 40));
}

BoxRequest box_for(const Toolchain& clang, const FrontEndInput& input) {
  BoxRequest box;
  if (!clang.root.empty()) box.toolchains = {clang.root};
  box.seconds = input.request.seconds;
  box.use_box = input.request.use_box;
  return box;
}

/// The second run's diagnostics follow the first's.
bool optimise(const Toolchain& clang, const FrontEndInput& input,
              std::string_view ir, std::stop_token stop, CompileResult& result,
              BoxResult& run) {
  BoxRequest box = box_for(clang, input);
  box.command = optimise_command(clang, "module.ll", "-");
  box.files = {{"module.ll", checked_ir(ir)}};
  run = run_in_box(box, std::move(stop));
  std::vector<Diagnostic> diagnostics = std::move(result.diagnostics);
  const bool is_success = judge_run(run, "clang", input, result);
  diagnostics.insert(diagnostics.end(), result.diagnostics.begin(),
                     result.diagnostics.end());
  result.diagnostics = std::move(diagnostics);
  return is_success;
}

}  // namespace

CompileResult clang_to_ptx(const FrontEndInput& input, std::stop_token stop) {
  CompileResult result;
  const auto clang = find_clang();
  if (!clang || device_headers().empty()) {
    result.status = CompileStatus::missing_tool;
    result.message =
        clang ? "the device headers common/compile/clang_device of this "
                "checkout are missing; restore them"
              : "clang is not installed: apt-get install clang, or pass "
                "--compiler nvcc";
    return result;
  }
  BoxRequest box = box_for(*clang, input);
  box.command = translate_command(*clang, input);
  box.files = device_headers();
  box.files.push_back({input.name.in_box(), input.source});
  BoxResult run = run_in_box(box, stop);
  result.compiler = version_in(run.process.errors);
  if (!judge_run(run, "clang", input, result)) return result;
  if (input.request.optimised) {
    const std::string ir = std::move(run.process.output);
    if (!optimise(*clang, input, ir, stop, result, run)) return result;
  }
  result.ptx = input.name.with_shown_files(run.process.output, run.directory);
  return result;
}

}  // namespace lockstep
