// SPDX-License-Identifier: Apache-2.0
#include "compile/clang_steps.h"

#include <algorithm>

namespace lockstep {
namespace {

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

}  // namespace

void add_gpu(std::vector<std::string>& command) {
  for (const char* word :
       {"-Xclang", "-target-cpu", "-Xclang", "sm_80", "-Xclang",
        "-target-feature", "-Xclang", "+ptx75", "-fno-color-diagnostics",
        "-fno-caret-diagnostics", "-fno-crash-diagnostics"})
    command.emplace_back(word);
}

std::vector<std::string> optimise_command(const Toolchain& clang,
                                          const std::string& ir,
                                          const std::string& ptx) {
  std::vector<std::string> command = {clang.program.string(),
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
  add_gpu(command);
  command.insert(command.end(), {"-S", "-o", ptx, ir});
  return command;
}

std::string checked_ir(std::string_view ir) {
  return marked_as_checked(without_undefined_values(ir));
}

}  // namespace lockstep
