// SPDX-License-Identifier: Apache-2.0
#include "expectation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

namespace lockstep::verdicts {
namespace {

constexpr std::string_view opening = "// expect: ";
constexpr std::string_view place_mark = "// expect: here";

std::vector<std::string> alternatives(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, '|');)
    result.push_back(word);
  return result;
}

void take(Expectation& expected, const std::string& word) {
  const auto equals = word.find('=');
  const std::string key = word.substr(0, equals);
  const std::string value =
      equals == std::string::npos ? "" : word.substr(equals + 1);
  if (value.empty()) throw std::runtime_error("no value: " + word);
  if (key == "task")
    expected.task = value;
  else if (key == "status")
    expected.statuses = alternatives(value);
  else if (key == "tool")
    expected.tools = alternatives(value);
  else if (key == "symptom")
    expected.symptoms = alternatives(value);
  else if (key == "names")
    expected.names = value;
  else if (key == "device" && value == "gpu")
    expected.needs_gpu = true;
  else
    throw std::runtime_error("unknown: " + word);
}

template <class T>
bool contains(const std::vector<T>& list, std::string_view item) {
  return std::ranges::find(list, item) != list.end();
}

bool is_serious(const ptx::Finding& finding) {
  return finding.severity != ptx::Severity::information;
}

bool points_at(const ptx::Finding& finding,
               const std::set<std::uint32_t>& lines) {
  return lines.empty() || lines.contains(finding.place.line) ||
         lines.contains(finding.other.line);
}

std::string text_of(const std::vector<ptx::Finding>& findings) {
  std::string text;
  for (const ptx::Finding& it : findings)
    text += fmt::format("\n  {} {} at {}, {}: {}", it.tool, it.kind,
                        it.place.line, it.other.line, it.message);
  return text.empty() ? " none" : text;
}

/// Among the findings that fail a task there is the expected one.
bool has_expected_finding(const Expectation& expected,
                          const report::Task& verdict) {
  return std::ranges::any_of(verdict.findings, [&](const auto& finding) {
    return is_serious(finding) && contains(expected.tools, finding.tool) &&
           points_at(finding, expected.lines);
  });
}

}  // namespace

Expectation expectation_of(std::string_view source) {
  std::istringstream stream{std::string(source)};
  std::string line;
  std::getline(stream, line);
  if (!line.starts_with(opening))
    throw std::runtime_error("the first line does not say what to expect");
  Expectation expected;
  std::istringstream words(line.substr(opening.size()));
  for (std::string word; words >> word;) take(expected, word);
  if (expected.statuses.empty()) throw std::runtime_error("no status");
  for (std::uint32_t number = 2; std::getline(stream, line); ++number)
    if (line.ends_with(place_mark)) expected.lines.insert(number);
  return expected;
}

std::string disagreement(const Expectation& expected,
                         const report::Task& verdict) {
  const std::string status(name_of(verdict.status));
  const std::string all =
      fmt::format("\nmessage: {}\nsymptom: {}\nfindings:{}", verdict.message,
                  verdict.symptom, text_of(verdict.findings));
  if (!contains(expected.statuses, status))
    return fmt::format("status {} instead of {}", status,
                       fmt::join(expected.statuses, " or ")) +
           all;
  if (!expected.symptoms.empty() &&
      !contains(expected.symptoms, verdict.symptom))
    return fmt::format("symptom {} instead of {}", verdict.symptom,
                       fmt::join(expected.symptoms, " or ")) +
           all;
  if (!expected.tools.empty() && !has_expected_finding(expected, verdict))
    return fmt::format("no finding of {} at line {}",
                       fmt::join(expected.tools, " or "),
                       fmt::join(expected.lines, " or ")) +
           all;
  if (verdict.message.find(expected.names) == std::string::npos)
    return "the message does not name " + expected.names + all;
  return {};
}

}  // namespace lockstep::verdicts
