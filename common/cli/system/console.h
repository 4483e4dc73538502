// SPDX-License-Identifier: Apache-2.0
// Where text for people goes: how wide it is, whether it takes colour, and a
// progress line that exists only on a terminal.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "report/layout.h"

namespace lockstep::cli {

/// --color; automatic asks the terminal, NO_COLOR and TERM.
enum class Colour { automatic, always, never };

bool is_terminal(std::FILE* stream);

/// Without a terminal lines are not wrapped, so that they can be searched.
report::Page page_of(std::FILE* stream, Colour colour);

/// Writes at once; throws Failure when the stream cannot take it.
void write_text(std::FILE* stream, std::string_view text);

/// One line on standard error that is written over; nothing at all where
/// that is no terminal. Gone when it dies.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  void show(std::string_view text);
  void clear();

 private:
  bool is_usable_;
  bool is_shown_ = false;
};

}  // namespace lockstep::cli
