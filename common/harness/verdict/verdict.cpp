// SPDX-License-Identifier: Apache-2.0
#include "harness/verdict/verdict.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockstep {
namespace {

/// Causes before consequences: who strays past an array or misses a barrier
/// also races, and who races also reads what nobody has written yet.
std::size_t rank(const ptx::Finding& finding) {
  constexpr std::array<std::string_view, 4> order{"memcheck", "synccheck",
                                                  "racecheck", "initcheck"};
  return static_cast<std::size_t>(std::ranges::find(order, finding.tool) -
                                  order.begin());
}

const ptx::Finding* first_cause(const std::vector<ptx::Finding>& findings) {
  const ptx::Finding* cause = nullptr;
  for (const ptx::Finding& finding : findings)
    if (is_serious(finding) && (!cause || rank(finding) < rank(*cause)))
      cause = &finding;
  return cause;
}

std::string declarations(const Experiment& experiment) {
  std::string text;
  for (const Kernel& kernel : experiment.kernels()) {
    if (text.find(kernel.declaration()) != std::string::npos) continue;
    text += (text.empty() ? "" : " and ") + kernel.declaration();
  }
  return text;
}

/// `found` tells where; without it the message is all there is.
void judge_kernel_error(const Experiment& experiment, const Outcome& outcome,
                        const ptx::Finding* found, Verdict& verdict) {
  verdict.message = outcome.message;
  if (found != nullptr) {
    verdict.status = Status::fail;
    verdict.symptom = symptom_of(*found);
    return;
  }
  verdict.status = Status::crash;
  verdict.symptom = "crash";
  verdict.message += fmt::format(". The kernel is launched as declared: {}",
                                 declarations(experiment));
}

void judge_results(const Experiment& experiment, const Outcome& outcome,
                   const ptx::Finding* found, Verdict& verdict) {
  const auto wrong = experiment.first_mismatch(outcome);
  if (!wrong && found == nullptr) return;
  verdict.status = Status::fail;
  const bool nothing_written = wrong && wrong->symptom == "never_written";
  verdict.symptom =
      found == nullptr || nothing_written ? wrong->symptom : symptom_of(*found);
  verdict.message = wrong ? wrong->message
                          : fmt::format("the result is right, but {}: {}",
                                        found->tool, found->message);
}

}  // namespace

bool is_serious(const ptx::Finding& finding) {
  return finding.severity != ptx::Severity::information;
}

Verdict judge(const Experiment& experiment, const Outcome& outcome) {
  Verdict verdict{.findings = outcome.findings, .counters = outcome.counters};
  const ptx::Finding* found = first_cause(outcome.findings);
  switch (outcome.status) {
    case OutcomeStatus::unsupported:
    case OutcomeStatus::infra_error:
      verdict.status = Status::infra_error;
      verdict.message = outcome.message;
      break;
    case OutcomeStatus::timeout:
      verdict.status = Status::timeout;
      verdict.symptom = "timeout";
      verdict.message = outcome.message;
      break;
    case OutcomeStatus::kernel_error:
      judge_kernel_error(experiment, outcome, found, verdict);
      break;
    case OutcomeStatus::success:
      judge_results(experiment, outcome, found, verdict);
      break;
  }
  return verdict;
}

}  // namespace lockstep
