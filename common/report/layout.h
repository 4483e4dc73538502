// SPDX-License-Identifier: Apache-2.0
// Text on a grid of terminal cells: how wide it is, where lines break, and
// colour. All text given here has been through printable().
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::report {

enum class Ink : std::uint8_t {
  plain,
  strong,
  error,
  warning,
  good,
  frame,
  faint
};

/// Where text goes: how many cells a line has and whether it may be coloured.
struct Page {
  unsigned width = 80;
  bool is_coloured = false;

  std::string paint(Ink ink, std::string_view text) const;
};

/// Cells that `text` takes: two for wide characters, none for combining ones.
unsigned display_width(std::string_view text);

/// `text` cut to `width` cells, with "…" where something was left out.
std::string cropped(std::string_view text, unsigned width);

/// `text` and spaces up to `width` cells.
std::string padded(std::string_view text, unsigned width);

/// Lines of at most `width` cells, broken at spaces; a longer word stays
/// whole. Newlines in the text are kept.
std::vector<std::string> wrapped(std::string_view text, unsigned width);

}  // namespace lockstep::report
