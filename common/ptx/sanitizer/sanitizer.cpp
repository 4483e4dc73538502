// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/sanitizer.h"

#include <algorithm>
#include <tuple>

#include "ptx/sanitizer/initcheck.h"
#include "ptx/sanitizer/memcheck.h"
#include "ptx/sanitizer/racecheck.h"
#include "ptx/sanitizer/synccheck.h"

namespace lockstep::ptx {
namespace {

bool comes_before(const Finding& one, const Finding& two) {
  const auto key = [](const Finding& finding) {
    return std::tie(finding.place.file, finding.place.line,
                    finding.place.column, finding.other.line, finding.tool,
                    finding.kind, finding.variable, finding.kernel);
  };
  if (one.severity != two.severity) return one.severity > two.severity;
  return key(one) < key(two);
}

}  // namespace

struct Sanitizer::Checkers {
  Memcheck memcheck;
  Initcheck initcheck;
  Racecheck racecheck;
  Synccheck synccheck;
};

Sanitizer::Sanitizer() : checkers_(std::make_unique<Checkers>()) {}
Sanitizer::~Sanitizer() = default;

std::vector<Observer*> Sanitizer::observers() {
  return {&checkers_->memcheck, &checkers_->initcheck, &checkers_->racecheck,
          &checkers_->synccheck};
}

std::vector<Finding> Sanitizer::findings() const {
  std::vector<Finding> findings;
  checkers_->memcheck.findings().append_to(findings);
  checkers_->initcheck.findings().append_to(findings);
  checkers_->racecheck.findings().append_to(findings);
  checkers_->synccheck.findings().append_to(findings);
  std::stable_sort(findings.begin(), findings.end(), comes_before);
  return findings;
}

void Sanitizer::clear() {
  checkers_->memcheck.clear();
  checkers_->initcheck.clear();
  checkers_->racecheck.clear();
  checkers_->synccheck.clear();
}

}  // namespace lockstep::ptx
