// SPDX-License-Identifier: Apache-2.0
// Values that a submission exports as `extern "C" __constant__` variables:
// launch shapes that are the student's choice, and answers to questions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "device/device.h"

namespace lockstep {

/// What is wrong with an exported value, or nothing: `message` is empty.
struct ExportedProblem {
  std::string symptom;  ///< "constant_missing", "constant_range"
  std::string message;
};

/// One unsigned value with its range.
struct Constant {
  std::string name;
  std::uint32_t least = 1;
  std::uint32_t most = ~0u;
  bool is_power_of_two = false;
  std::uint32_t multiple_of = 1;
  std::uint32_t example = 256;  ///< what the message declares it as
};

/// An array of ints: answers of a predict task.
struct Answers {
  std::string name;
  std::vector<std::int32_t> right;
  std::string about;  ///< "the four partial sums after step 1"
};

/// Sets `value` if there is no problem. `bytes` is empty where the program
/// has no such variable.
ExportedProblem read_constant(const Constant& constant,
                              const std::vector<std::byte>& bytes,
                              std::uint32_t& value);

/// Never says what would be right.
ExportedProblem compare_answers(const Answers& answers,
                                const std::vector<std::byte>& bytes);

}  // namespace lockstep
