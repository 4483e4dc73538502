// SPDX-License-Identifier: Apache-2.0
#include "cli/run/run_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "cli/system/failure.h"
#include "cli/system/read_text.h"
#include "report/finding_text.h"
#include "report/json.h"

namespace lockstep::cli {
namespace {

using report::Ink;

std::string counted(std::size_t count, const char* noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::size_t count_of(const RunRecord& record, ptx::Severity severity) {
  return static_cast<std::size_t>(
      std::ranges::count(record.findings, severity,
                         [](const auto& one) { return one.finding.severity; }));
}

/// "cudaMalloc#1 is made at main.cu:12" for each allocation that it names.
void add_allocations(const RecordedFinding& recorded, const RunResult& result,
                     std::vector<std::string>& notes) {
  const ptx::Finding& finding = recorded.finding;
  const std::string said = finding.message + '\n' + finding.label + '\n';
  for (const auto& [name, call] : result.record.allocations) {
    const std::size_t at = said.find(name);
    if (at == std::string::npos || call == recorded.call) continue;
    if (std::isdigit(static_cast<unsigned char>(said[at + name.size()])) != 0)
      continue;  // cudaMalloc#1 in cudaMalloc#12
    const auto made = result.places.find(call);
    if (made != result.places.end() && made->second.place.line != 0)
      notes.push_back(fmt::format("{} is made at {}:{}", name,
                                  made->second.place.file,
                                  made->second.place.line));
  }
}

std::string text_of(const RecordedFinding& recorded, const RunResult& result,
                    const report::Page& page) {
  ptx::Finding finding = recorded.finding;
  std::vector<std::string> notes;
  add_allocations(recorded, result, notes);
  const auto call = result.places.find(recorded.call);
  if (finding.place.line == 0 && call != result.places.end() &&
      !call->second.function.empty())
    notes.push_back("called from " + call->second.function +
                    " (build with -g to see the line)");
  if (finding.count > 1)
    notes.push_back(fmt::format("this happened {} times; the first is shown",
                                finding.count));
  finding.count = 1;
  if (!finding.kernel.empty() && finding.place.line == 0)
    notes.push_back("kernel: " + finding.kernel);
  const std::string& name = finding.place.file;
  const report::SourceText source(name, name.empty() ? "" : read_text(name));
  return report::finding_text(finding, source, notes, page) + '\n';
}

std::string ending_of(const RunResult& result) {
  if (result.end.signal)
    return fmt::format("{} ended by signal {} ({})", result.program,
                       *result.end.signal, strsignal(*result.end.signal));
  if (result.end.exit_code != 0)
    return fmt::format("{} ended with exit code {}", result.program,
                       result.end.exit_code);
  return {};
}

}  // namespace

nlohmann::ordered_json run_json(const RunResult& result) {
  nlohmann::ordered_json findings = nlohmann::ordered_json::array();
  for (const RecordedFinding& recorded : result.record.findings)
    findings.push_back(report::to_json(recorded.finding));
  return {{"version", report::report_version},
          {"program", result.program},
          {"exit_code", result.end.exit_code},
          {"kernels", result.record.kernels},
          {"findings", findings}};
}

std::string run_text(const RunResult& result, const report::Page& page) {
  std::string text;
  const RunRecord& record = result.record;
  for (const RecordedFinding& recorded : record.findings)
    text += text_of(recorded, result, page);
  const std::size_t errors = count_of(record, ptx::Severity::error);
  const std::size_t warnings = count_of(record, ptx::Severity::warning);
  const std::string summary =
      fmt::format("{} launch{}", record.kernels.size(),
                  record.kernels.size() == 1 ? "" : "es") +
      (record.findings.empty()
           ? ", no findings"
           : fmt::format(", {}, {}", counted(errors, "error"),
                         counted(warnings, "warning")));
  const Ink ink = errors > 0     ? Ink::error
                  : warnings > 0 ? Ink::warning
                                 : Ink::good;
  text += fmt::format("{} {}\n", page.paint(ink, "lockstep run:"), summary);
  if (const std::string ending = ending_of(result); !ending.empty())
    text +=
        fmt::format("{} {}\n", page.paint(Ink::error, "lockstep run:"), ending);
  return text;
}

int exit_code_of(const RunResult& result) {
  if (result.end.stop_signal) return by_signal + *result.end.stop_signal;
  if (result.end.exit_code != 0) return result.end.exit_code;
  const bool has_failed = result.record.was_refused ||
                          count_of(result.record, ptx::Severity::error) > 0;
  return has_failed ? some_failed : all_passed;
}

}  // namespace lockstep::cli
