// SPDX-License-Identifier: Apache-2.0
#include "compile/tool_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "compile/diagnostics.h"
#include "compile/refused_headers.h"

namespace lockstep {
namespace {

void replace_all(std::string& text, const std::string& what,
                 std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos;
       at += by.size())
    text.replace(at, what.size(), by);
}

/// Nothing of the box's inside reaches the student.
void set_diagnostics(const BoxResult& run, const FrontEndInput& input,
                     CompileResult& result) {
  result.diagnostics = parse_diagnostics(run.process.errors);
  for (Diagnostic& diagnostic : result.diagnostics) {
    if (!diagnostic.file.empty())
      diagnostic.file = input.name.shown(diagnostic.file, run.directory);
    replace_all(diagnostic.message, run.directory + "/", "");
    explain_missing_header(diagnostic);
  }
}

std::string place(const Diagnostic& diagnostic) {
  if (diagnostic.line == 0) return {};
  return fmt::format(" at {}:{}", diagnostic.file, diagnostic.line);
}

std::string error_message(const CompileResult& result, const std::string& tool,
                          const BoxResult& run) {
  const auto is_error = [](const Diagnostic& d) {
    return d.severity == "error";
  };
  const auto count = std::ranges::count_if(result.diagnostics, is_error);
  const auto first = std::ranges::find_if(result.diagnostics, is_error);
  if (count > 0)
    return fmt::format("{} found {} error{}{}: {}", tool, count,
                       count == 1 ? "" : "s; the first is", place(*first),
                       first->message);
  const std::string& errors = run.process.errors;
  return fmt::format("{} failed with exit code {}: {}", tool, run.process.code,
                     printable(errors.substr(0, errors.find('\n')), 300));
}

/// A shell and bubblewrap report the signal of a command this way.
int signal_of(const ProcessResult& process) {
  if (process.status == ProcessStatus::signalled) return process.code;
  return process.code > 128 && process.code < 160 ? process.code - 128 : 0;
}

bool is_out_of_memory(const std::string& errors) {
  for (const char* words :
       {"out of memory", "bad_alloc", "Cannot allocate memory",
        "virtual memory exhausted", "insufficient memory"})
    if (errors.find(words) != errors.npos) return true;
  return false;
}

void set_failure(const BoxResult& run, const std::string& tool,
                 const FrontEndInput& input, CompileResult& result) {
  const ProcessResult& process = run.process;
  const int signal = signal_of(process);
  result.status = CompileStatus::compile_error;
  if (process.status == ProcessStatus::timeout || signal == SIGXCPU) {
    result.status = CompileStatus::timeout;
    result.message = fmt::format(
        "{} took longer than {:g} seconds for {}; look for templates or "
        "constexpr functions without end",
        tool, input.request.seconds, input.name.display());
  } else if (process.status == ProcessStatus::too_much_output ||
             signal == SIGXFSZ) {
    result.message =
        fmt::format("{} wrote too much for {}; look for huge arrays or macros",
                    tool, input.name.display());
  } else if (is_out_of_memory(process.errors)) {
    result.message = fmt::format(
        "{} needs too much memory for {}; look for huge arrays, templates "
        "or constexpr functions without end",
        tool, input.name.display());
  } else if (signal != 0) {
    result.message =
        fmt::format("{} crashed (signal {}) on {}; take back the last change",
                    tool, signal, input.name.display());
  } else if (process.status == ProcessStatus::exited) {
    result.message = error_message(result, tool, run);
  } else {
    result.status = CompileStatus::missing_tool;
    result.message = process.message;
  }
}

}  // namespace

bool judge_run(const BoxResult& run, const std::string& tool,
               const FrontEndInput& input, CompileResult& result) {
  result.box = run.box;
  if (!run.missing_box.empty()) {
    result.status = CompileStatus::missing_tool;
    result.message = run.missing_box;
    return false;
  }
  set_diagnostics(run, input, result);
  if (run.process.is_success()) return true;
  set_failure(run, tool, input, result);
  return false;
}

}  // namespace lockstep
