// SPDX-License-Identifier: Apache-2.0
// A place in a student's source file, as a `.loc` directive names it.
#pragma once

#include <cstdint>

namespace lockstep::ptx {

/// `file` is the number of a `.file` directive; 0 means "not known".
struct SourceLocation {
  std::uint32_t file = 0;
  std::uint32_t line = 0;
  std::uint32_t column = 0;

  friend bool operator==(const SourceLocation&,
                         const SourceLocation&) = default;
};

}  // namespace lockstep::ptx
