// SPDX-License-Identifier: Apache-2.0
#include "verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace lockstep::noise {
namespace {

using ptx::Finding;

bool is_at(const Site& site, const Finding& finding) {
  if (site.tool != finding.tool) return false;
  if (site.lines.empty()) return true;
  const unsigned one = finding.place.line, two = finding.other.line;
  const auto fits = [&](unsigned a, unsigned b) {
    return site.lines.contains(a) &&
           (site.others.empty() || site.others.contains(b));
  };
  return fits(one, two) || (!site.others.empty() && fits(two, one));
}

bool is_at_any(const std::vector<Site>& sites, const Finding& finding) {
  return std::ranges::any_of(
      sites, [&](const Site& site) { return is_at(site, finding); });
}

/// What is read too early may never have been written: the uninitialised
/// read is then at a line of the race.
bool is_too_early(const std::vector<Site>& sites, const Finding& finding) {
  return finding.tool == "initcheck" &&
         std::ranges::any_of(sites, [&](const Site& site) {
           return site.tool == "racecheck" &&
                  (site.lines.contains(finding.place.line) ||
                   site.others.contains(finding.place.line));
         });
}

/// Warnings of the compiler count only where they are expected: broken code
/// often leaves a variable unused.
bool is_report(const Finding& finding) {
  return finding.severity != ptx::Severity::information &&
         finding.tool != "compiler";
}

bool is_at_one(const std::vector<Site>& sites, const Finding& finding) {
  return finding.severity != ptx::Severity::information &&
         is_at_any(sites, finding);
}

std::string name_of(const Finding& finding) {
  std::string name =
      fmt::format("{} ({}) {}", finding.tool, finding.kind, finding.place.line);
  if (finding.other.line != 0) name += fmt::format("-{}", finding.other.line);
  return name;
}

std::string sites_of(const Observation& observation) {
  std::set<std::string> names;
  for (const Run& run : observation.runs)
    for (const Finding& finding : run.findings) names.insert(name_of(finding));
  return fmt::format("{}", fmt::join(names, ", "));
}

Verdict judge_report(const Observation& observation,
                     const Expectation& expectation) {
  const std::vector<Site>& required = expectation.required;
  std::size_t with = 0;
  for (const Run& run : observation.runs) {
    bool is_found = false;
    for (const Finding& finding : run.findings) {
      is_found = is_found || is_at_one(required, finding);
      if (!is_report(finding)) continue;
      if (!is_at_any(required, finding) && !is_too_early(required, finding) &&
          !is_at_any(expectation.allowed, finding))
        return {false, "at other lines"};
    }
    with += is_found ? 1 : 0;
  }
  const std::size_t all = observation.runs.size();
  if (with == 0) return {false, "missed"};
  if (with < all)
    return {true, fmt::format("reported ({} of {} seeds)", with, all)};
  return {true, "reported"};
}

Verdict judge_silent(const Observation& observation, bool is_right) {
  bool is_always_right = true;
  for (const Run& run : observation.runs) {
    if (std::ranges::any_of(run.findings, is_report))
      return {false, "unexpected report"};
    is_always_right = is_always_right && run.is_right;
  }
  if (is_always_right != is_right)
    return {false, is_right ? "silent but wrong" : "silent and right"};
  return {true, is_right ? "no harm" : "wrong result"};
}

}  // namespace

Verdict judge(const Observation& observation, const Expectation& expectation) {
  using Kind = Expectation::Kind;
  Verdict verdict =
      expectation.kind == Kind::report
          ? judge_report(observation, expectation)
          : judge_silent(observation, expectation.kind == Kind::fine);
  verdict.came = sites_of(observation);
  verdict.is_reported =
      (expectation.kind == Kind::report && verdict.is_as_expected) ||
      std::ranges::any_of(observation.runs, [](const Run& run) {
        return std::ranges::any_of(run.findings, is_report);
      });
  return verdict;
}

std::string fault_of_original(const Observation& observation) {
  for (std::size_t seed = 0; seed < observation.runs.size(); ++seed) {
    const Run& run = observation.runs[seed];
    if (!run.findings.empty())
      return fmt::format("seed {}: {}: {}", seed, name_of(run.findings.front()),
                         run.findings.front().message);
    if (!run.is_right) return fmt::format("seed {}: wrong result", seed);
  }
  return {};
}

}  // namespace lockstep::noise
