// SPDX-License-Identifier: Apache-2.0
// Source to PTX with clang and our own device headers: no CUDA needed. In
// two runs, source to LLVM's IR and IR to PTX, for an attribute is added in
// between that clang's command line cannot ask for.
#include <fmt/format.h>

#include <algorithm>

#include "compile/device_headers.h"
#include "compile/diagnostics.h"
#include "compile/tool_run.h"

namespace lockstep {
namespace {

using Words = std::vector<std::string>;

/// The GPU and PTX version, for either run.
void add_target(Words& command) {
  for (const char* word :
       {"-Xclang", "-target-cpu", "-Xclang", "sm_80", "-Xclang",
        "-target-feature", "-Xclang", "+ptx75", "-fno-color-diagnostics",
        "-fno-caret-diagnostics", "-fno-crash-diagnostics"})
    command.emplace_back(word);
}

/// Source to unoptimised IR, or to PTX where no optimiser is wanted.
Words translate_command(const Toolchain& clang, const FrontEndInput& input) {
  const bool is_optimised = input.request.optimised;
  Words command = {clang.program.string(), "--driver-mode=g++",
                   "-v",  // names the version, at no cost
                   "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_80",
                   "-nocudainc", "-nocudalib", "-nostdlibinc", "-isystem",
                   "clang_device/standard", "-isystem", "clang_device/standins",
                   "-isystem", "clang_device", "-include", "lockstep_device.h",
                   "-std=c++17", is_optimised ? "-O3" : "-O0",
                   "-gline-directives-only", "-Wall", "-Wno-unused",
                   "-Wno-unknown-cuda-version", "-Wno-builtin-macro-redefined",
                   "-ferror-limit=20",
                   // What would make two compilations of one file differ.
                   "-D__DATE__=\"Jan  1 1970\"", "-D__TIME__=\"00:00:00\"",
                   "-D__TIMESTAMP__=\"Thu Jan  1 00:00:00 1970\""};
  add_target(command);
  for (const std::string& definition : input.request.definitions)
    command.push_back("-D" + definition);
  if (is_optimised)
    for (const char* word : {"-Xclang", "-disable-llvm-passes", "-emit-llvm"})
      command.emplace_back(word);
  for (const char* word : {"-S", "-o", "-"}) command.emplace_back(word);
  command.push_back(input.name.in_box());
  return command;
}

/// IR to PTX. Equal barriers, shuffles or votes in the two arms of a branch
/// stay where they are: joined, they would hide that they are in divergent
/// code. Floating-point contraction is CUDA's default.
Words optimise_command(const Toolchain& clang) {
  Words command = {clang.program.string(),
                   "-x",
                   "ir",
                   "--target=nvptx64-nvidia-cuda",
                   "-O3",
                   "-ffp-contract=fast",
                   "-Wno-unused-command-line-argument",
                   "-mllvm",
                   "-simplifycfg-hoist-common=false",
                   "-mllvm",
                   "-simplifycfg-sink-common=false",
                   "-mllvm",
                   "-simplifycfg-merge-cond-stores=false"};
  add_target(command);
  for (const char* word : {"-S", "-o", "-", "module.ll"})
    command.emplace_back(word);
  return command;
}

void replace_all(std::string& text, std::string_view from,
                 std::string_view to) {
  for (auto at = text.find(from); at != text.npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Takes away what C++ lets the optimiser conclude from values that nobody
/// has set, and nvcc does not:
///   - An argument may be such a value: `if (lane == 0) x = atomicAdd(…);
///     x = __shfl_sync(mask, x, 0);` is common and right, and would lose
///     its condition.
///   - A shared variable that the source writes nowhere may have been
///     written: the reads stay, and initcheck sees them.
std::string without_undefined_values(std::string_view ir) {
  std::string result;
  while (!ir.empty()) {
    const auto end = std::min(ir.find('\n'), ir.size() - 1) + 1;
    std::string line(ir.substr(0, end));
    if (line.starts_with('@'))
      replace_all(line, "= internal addrspace(3) global",
                  "= internal addrspace(3) externally_initialized global");
    else
      replace_all(line, " noundef", "");
    result += line;
    ir.remove_prefix(end);
  }
  return result;
}

/// Every function marked as checked for races. Nothing is instrumented by
/// that, but the optimiser then reads memory only where the source does: it
/// would turn `lane == 0 ? tile[0] : 0` into a read by all lanes, which the
/// checkers would have to report.
std::string marked_as_checked(std::string_view ir) {
  constexpr std::string_view group = "\nattributes #";
  std::string result;
  for (;;) {
    const auto at = ir.find(group);
    const auto open = at == ir.npos ? at : ir.find('{', at);
    result += ir.substr(0, open == ir.npos ? open : open + 1);
    if (open == ir.npos) return result;
    result += " sanitize_thread";
    ir.remove_prefix(open + 1);
  }
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
  box.command = optimise_command(clang);
  box.files = {{"module.ll", marked_as_checked(without_undefined_values(ir))}};
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
