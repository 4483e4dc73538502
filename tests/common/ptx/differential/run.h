// SPDX-License-Identifier: Apache-2.0
// What a run of a program left behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "generator/program.h"

namespace lockstep::ptx::differential {

struct Outcome {
  std::vector<std::byte> output;
  std::string problem;  ///< why there is no output, or a checker's finding

  std::uint64_t hash() const;
};

/// What the output holds before the kernel runs.
std::vector<std::byte> first_output(const Program& program);
/// Of a text: which program a hash belongs to.
std::uint64_t hash_of(std::string_view text);

}  // namespace lockstep::ptx::differential
