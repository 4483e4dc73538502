// SPDX-License-Identifier: Apache-2.0
// The shape of a wrong result, in words: where it is wrong, not by how much.
// The key selects hints, the text goes into the message.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/observer/finding.h"

namespace lockstep {

struct Symptom {
  std::string key;  ///< "never_written", "last_block", …
  std::string text;
};

/// Which values of an output are wrong, seen from far.
struct WrongValues {
  std::string_view unit;  ///< "block"
  std::uint64_t covers = 1;
  std::uint64_t size = 1;       ///< of the input
  std::vector<bool> wrong;      ///< by index
  std::vector<bool> unwritten;  ///< still holds poison
  bool all_doubled = false;     ///< every wrong value is twice the right one
};

/// At least one value is wrong.
Symptom symptom_of(const WrongValues& values);

/// Key of what a checker found: "race", "out_of_bounds", "uninitialised", …
std::string symptom_of(const ptx::Finding& finding);

}  // namespace lockstep
