// SPDX-License-Identifier: Apache-2.0
#include "harness/verdict/shrink.h"

namespace lockstep {
namespace {

/// An infrastructure error is nobody's failure: it shrinks nothing.
bool is_failure(const Verdict& verdict) {
  return !verdict.passed() && verdict.status != Status::infra_error;
}

}  // namespace

Shrunk shrink(Shrunk failure, std::span<const std::uint32_t> candidates,
              const std::function<Verdict(std::uint32_t)>& run,
              unsigned attempts) {
  std::uint32_t first_open = 0;  // every size below it is known, or skipped
  const auto fails_at = [&](std::uint32_t size) {
    --attempts;
    Verdict verdict = run(size);
    if (!is_failure(verdict)) {
      first_open = size + 1;
      return false;
    }
    failure = {size, std::move(verdict)};
    return true;
  };
  for (const std::uint32_t size : candidates)
    if (size >= failure.size || attempts == 0 || fails_at(size)) break;
  while (attempts > 0 && first_open < failure.size)
    fails_at(first_open + (failure.size - first_open) / 2);
  return failure;
}

}  // namespace lockstep
