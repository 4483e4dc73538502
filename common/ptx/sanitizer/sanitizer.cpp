// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/sanitizer.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "ptx/sanitizer/allocation_check.h"
#include "ptx/sanitizer/async_copy_check.h"
#include "ptx/sanitizer/initcheck.h"
#include "ptx/sanitizer/memcheck.h"
#include "ptx/sanitizer/portability.h"
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

/// Each is empty where it is switched off.
struct Sanitizer::Checkers {
  std::optional<Memcheck> memcheck;
  std::optional<AllocationCheck> allocation_check;
  std::optional<Initcheck> initcheck;
  std::optional<Racecheck> racecheck;
  std::optional<AsyncCopyCheck> async_copy_check;
  std::optional<Synccheck> synccheck;
  std::optional<Portability> portability;

  explicit Checkers(const SanitizerOptions& options) {
    if (options.memcheck) memcheck.emplace();
    if (options.memcheck || options.leaks)
      allocation_check.emplace(options.memcheck, options.leaks);
    if (options.initcheck) initcheck.emplace();
    if (options.racecheck) {
      racecheck.emplace();
      async_copy_check.emplace();
    }
    if (options.synccheck) synccheck.emplace();
    if (options.portability) portability.emplace();
  }

  /// Calls `use` for each checker that is switched on.
  template <class Use>
  void each(Use&& use) {
    const auto use_if_on = [&](auto& checker) {
      if (checker) use(*checker);
    };
    use_if_on(memcheck);
    use_if_on(allocation_check);
    use_if_on(initcheck);
    use_if_on(racecheck);
    use_if_on(async_copy_check);
    use_if_on(synccheck);
    use_if_on(portability);
  }
};

Sanitizer::Sanitizer(SanitizerOptions options)
    : checkers_(std::make_unique<Checkers>(options)) {}
Sanitizer::~Sanitizer() = default;

std::vector<Observer*> Sanitizer::observers() {
  std::vector<Observer*> observers;
  checkers_->each([&](Observer& checker) { observers.push_back(&checker); });
  return observers;
}

void Sanitizer::program_ends() {
  if (checkers_->allocation_check) checkers_->allocation_check->program_ends();
}

std::vector<Finding> Sanitizer::findings() const {
  std::vector<Finding> findings;
  checkers_->each(
      [&](auto& checker) { checker.findings().append_to(findings); });
  std::stable_sort(findings.begin(), findings.end(), comes_before);
  return findings;
}

void Sanitizer::clear() {
  checkers_->each([](auto& checker) { checker.clear(); });
}

}  // namespace lockstep::ptx
