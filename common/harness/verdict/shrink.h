// SPDX-License-Identifier: Apache-2.0
// Finds a small size at which a failing case still fails, so that the report
// is about numbers that a person can follow.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "harness/verdict/verdict.h"

namespace lockstep {

struct Shrunk {
  std::uint32_t size = 0;
  Verdict verdict;
};

/// Starts from a failure. Tries `candidates` (ascending) below it, then
/// halves the gap between the first that fails and the one before it. After
/// `attempts` runs the best so far is the answer.
Shrunk shrink(Shrunk failure, std::span<const std::uint32_t> candidates,
              const std::function<Verdict(std::uint32_t)>& run,
              unsigned attempts = 32);

}  // namespace lockstep
