// SPDX-License-Identifier: Apache-2.0
// The submission as text, for excerpts. Only this one file is ever quoted: a
// finding's file name comes from the student's own #line and names nothing
// that may be opened.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ptx/observer/finding.h"

namespace lockstep::report {

class SourceText {
 public:
  SourceText() = default;
  /// `name` is what the compiler was told; findings are matched by it.
  SourceText(std::string name, std::string_view content);

  /// Null where `place` is not in this file.
  const std::string* line_at(const ptx::Place& place) const;

 private:
  std::string name_;
  std::vector<std::string> lines_;
};

/// Which characters of a line to underline; counted from 0, in bytes.
struct Span {
  std::size_t first = 0;
  std::size_t length = 0;
};

/// The access to `variable` nearest to `column` (from 1; 0: not known), with
/// its subscript; without one, the word at the column or the whole line.
Span span_of(std::string_view line, std::uint32_t column,
             std::string_view variable);

}  // namespace lockstep::report
