// SPDX-License-Identifier: Apache-2.0
#include "matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::noise {
namespace {

using Kind = Expectation::Kind;

const std::vector<std::string> classes{"barrier", "syncwarp", "fence",
                                       "atomic",  "mask",     "bound",
                                       "init",    "volatile", "order"};

/// Mutants of one class: how many, and how many came as each kind.
struct Count {
  unsigned all = 0, reported = 0, result = 0, fine = 0;

  void add(const KernelFile& kernel, std::size_t mutant, bool is_expected) {
    ++all;
    if (!is_expected) return;
    const Kind kind = kernel.expected[mutant].kind;
    ++(kind == Kind::report ? reported : kind == Kind::result ? result : fine);
  }
  void add(const Count& other) {
    all += other.all;
    reported += other.reported;
    result += other.result;
    fine += other.fine;
  }
  unsigned missed() const { return all - reported - result - fine; }
  std::string text() const {
    if (all == 0) return "";
    std::string text = fmt::format("{}", reported);
    if (result != 0) text += fmt::format(" {}w", result);
    if (fine != 0) text += fmt::format(" {}f", fine);
    if (missed() != 0) text += fmt::format(" **{}!**", missed());
    return text;
  }
};

bool is_as_expected(const Result& result, std::size_t mutant,
                    std::size_t compiler = 0) {
  const KernelOutcome& outcome = result.outcomes[compiler];
  return outcome.problem.empty() && outcome.verdicts[mutant].is_as_expected;
}

std::map<std::string, Count> counts_of(const Result& result) {
  std::map<std::string, Count> counts;
  for (std::size_t i = 0; i < result.kernel.mutants.size(); ++i)
    counts[class_of(result.kernel.mutants[i].key)].add(
        result.kernel, i, is_as_expected(result, i));
  return counts;
}

bool is_silent(const Result& result, std::size_t compiler = 0) {
  const KernelOutcome& outcome = result.outcomes[compiler];
  return outcome.problem.empty() && outcome.original_fault.empty();
}

std::string row(const std::string& name, const std::string& original,
                std::map<std::string, Count> counts) {
  std::string text = fmt::format("| {} | {} ", name, original);
  for (const std::string& kind : classes)
    text += fmt::format("| {} ", counts[kind].text());
  return text + "|\n";
}

std::string table(const Report& report) {
  std::string text = "| kernel | original ";
  for (const std::string& kind : classes) text += "| " + kind + " ";
  text += "|\n|---|---";
  for (std::size_t i = 0; i < classes.size(); ++i) text += "|--:";
  text += "|\n";
  std::map<std::string, Count> sums;
  for (const Result& result : report.results) {
    const auto counts = counts_of(result);
    for (const auto& [kind, count] : counts) sums[kind].add(count);
    text += row(result.kernel.name, is_silent(result) ? "silent" : "**not**",
                counts);
  }
  return text + row("**all**", "", sums);
}

std::string mutant_name(const KernelFile& kernel, std::size_t i) {
  const Mutant& mutant = kernel.mutants[i];
  return fmt::format("{}.cu:{} {}", kernel.name, mutant.line, mutant.key);
}

std::string totals(const Report& report, std::size_t compiler) {
  Count all;
  std::size_t silent = 0;
  for (const Result& result : report.results) {
    for (std::size_t i = 0; i < result.kernel.mutants.size(); ++i)
      all.add(result.kernel, i, is_as_expected(result, i, compiler));
    silent += is_silent(result, compiler) ? 1 : 0;
  }
  return fmt::format(
      "With {}: {} originals, {} of them silent and right. {} mutants: {} "
      "reported at the right lines; {} with a wrong result, but nothing "
      "undefined (w); {} that can do no harm (f); {} not as expected (!).\n",
      report.compilers[compiler], report.results.size(), silent, all.all,
      all.reported, all.result, all.fine, all.missed());
}

std::string quoted(std::string text) {
  for (char& c : text)
    if (c == '\n') c = ' ';
  return text;
}

std::string gaps(const Report& report, std::size_t compiler) {
  std::string text;
  for (const Result& result : report.results) {
    const KernelOutcome& outcome = result.outcomes[compiler];
    const std::string& fault =
        outcome.problem.empty() ? outcome.original_fault : outcome.problem;
    if (!fault.empty())
      text += fmt::format("- `{}.cu`: {}\n", result.kernel.name, fault);
    for (std::size_t i = 0; i < outcome.verdicts.size(); ++i) {
      const Verdict& verdict = outcome.verdicts[i];
      if (verdict.is_as_expected) continue;
      text += fmt::format("- `{}`: {}; expected `{}`, came `{}`\n",
                          mutant_name(result.kernel, i), verdict.what,
                          result.kernel.expected[i].text,
                          verdict.came.empty() ? "nothing" : verdict.came);
    }
  }
  return text;
}

std::string reasons(const Report& report, Kind kind) {
  std::string text;
  for (const Result& result : report.results)
    for (std::size_t i = 0; i < result.kernel.mutants.size(); ++i) {
      const Expectation& expectation = result.kernel.expected[i];
      if (expectation.kind != kind) continue;
      text += fmt::format("- `{}`: {}\n", mutant_name(result.kernel, i),
                          expectation.text);
    }
  return text;
}

/// Found, but not under every seed or not with every compiler alike.
std::string partial(const Report& report) {
  std::string text;
  for (const Result& result : report.results)
    for (std::size_t c = 0; c < result.outcomes.size(); ++c)
      for (std::size_t i = 0; i < result.outcomes[c].verdicts.size(); ++i) {
        const Verdict& verdict = result.outcomes[c].verdicts[i];
        if (verdict.is_as_expected && verdict.what.starts_with("reported ("))
          text += fmt::format("- `{}`, {}: {}\n", mutant_name(result.kernel, i),
                              report.compilers[c], verdict.what);
      }
  return text;
}

/// Reported with the first compiler and not with another, or the reverse.
std::string disagreements(const Report& report) {
  std::string text;
  for (const Result& result : report.results)
    for (std::size_t c = 1; c < result.outcomes.size(); ++c) {
      const auto& one = result.outcomes[0].verdicts;
      const auto& two = result.outcomes[c].verdicts;
      for (std::size_t i = 0; i < std::min(one.size(), two.size()); ++i)
        if (one[i].is_reported != two[i].is_reported)
          text += fmt::format("- `{}`: only with {}\n",
                              mutant_name(result.kernel, i),
                              report.compilers[one[i].is_reported ? 0 : c]);
    }
  return text;
}

std::string section(const std::string& title, const std::string& text) {
  return fmt::format("\n## {}\n\n{}", title, text.empty() ? "None.\n" : text);
}

}  // namespace

std::string page_of(const Report& report) {
  std::string text =
      fmt::format("Schedules tried of each: {}.\n", report.seeds);
  for (std::size_t c = 0; c < report.compilers.size(); ++c)
    text += "\n" + totals(report, c);
  text +=
      fmt::format("\nThe table is that of {}.\n\n", report.compilers.front()) +
      table(report);
  for (std::size_t c = 0; c < report.compilers.size(); ++c)
    text +=
        section("Not as expected with " + report.compilers[c], gaps(report, c));
  if (report.compilers.size() > 1)
    text += section("Reported with one compiler only", disagreements(report));
  return text + section("Reported under some seeds only", partial(report)) +
         section("Wrong result, nothing undefined",
                 reasons(report, Kind::result)) +
         section("No harm, and why", reasons(report, Kind::fine));
}

std::string details_of(const Report& report, const Result& result) {
  std::string text;
  for (std::size_t c = 0; c < result.outcomes.size(); ++c) {
    const KernelOutcome& outcome = result.outcomes[c];
    text +=
        fmt::format("{} with {}: {}{}\n", result.kernel.name,
                    report.compilers[c], outcome.problem,
                    outcome.original_fault.empty() ? "original silent and right"
                                                   : outcome.original_fault);
    for (std::size_t i = 0; i < outcome.verdicts.size(); ++i) {
      const Mutant& mutant = result.kernel.mutants[i];
      const Verdict& verdict = outcome.verdicts[i];
      text += fmt::format(
          "{} {}:{} {}: '{}' to '{}'\n    {}; expected {}\n"
          "    came {}\n",
          verdict.is_as_expected ? "  ok" : "  NO", result.kernel.name,
          mutant.line, mutant.key, quoted(mutant.was), quoted(mutant.is),
          verdict.what, result.kernel.expected[i].text, verdict.came);
    }
  }
  return text;
}

std::size_t gaps_in(const Report& report) {
  std::size_t gaps = 0;
  for (const Result& result : report.results) {
    gaps += is_silent(result) ? 0 : 1;
    for (std::size_t i = 0; i < result.kernel.mutants.size(); ++i)
      gaps += is_as_expected(result, i) ? 0 : 1;
  }
  return gaps;
}

}  // namespace lockstep::noise
