// SPDX-License-Identifier: Apache-2.0
// What a checker says: one finding is one pair of source lines and one
// variable, however often it happened; the first example is the one shown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::ptx {

enum class Severity : std::uint8_t { information, warning, error };

/// File as the compiler was given it; empty and 0 where not known.
struct Place {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

struct Finding {
  std::string tool;  ///< memcheck, initcheck, racecheck, synccheck,
                     ///< portability, launch
  std::string kind;  ///< e.g. "write-after-read", "out-of-bounds read"
  Severity severity = Severity::error;
  std::string message;  ///< one sentence, names variable and element
  Place place;
  std::string label;  ///< what happens at `place`: "thread 31 writes tile[31]"
  std::string block;  ///< "(0,0,0)"
  std::vector<std::string> threads;  ///< "(31,0,0)", this one first
  Place other;                       ///< second access of a hazard
  std::string other_label;
  std::string variable;  ///< "tile", "in", …; empty when not known
  std::string kernel;
  std::uint64_t count = 1;  ///< how often it happened in this launch
};

}  // namespace lockstep::ptx
