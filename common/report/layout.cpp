// SPDX-License-Identifier: Apache-2.0
// Widths after Unicode's East Asian Width, as far as terminals agree on it.
#include "report/layout.h"

#include <algorithm>
#include <array>

#include "report/escape.h"

namespace lockstep::report {
namespace {

struct Range {
  char32_t first, last;
};
constexpr std::array<Range, 12> wide{{{0x1100, 0x115f},
                                      {0x2e80, 0x303e},
                                      {0x3041, 0xa4cf},
                                      {0xa960, 0xa97c},
                                      {0xac00, 0xd7a3},
                                      {0xf900, 0xfaff},
                                      {0xfe30, 0xfe6f},
                                      {0xff00, 0xff60},
                                      {0xffe0, 0xffe6},
                                      {0x1f300, 0x1f64f},
                                      {0x1f900, 0x1f9ff},
                                      {0x20000, 0x3fffd}}};
constexpr std::array<Range, 5> combining{{{0x300, 0x36f},
                                          {0x1ab0, 0x1aff},
                                          {0x1dc0, 0x1dff},
                                          {0x20d0, 0x20ff},
                                          {0xfe00, 0xfe0f}}};

template <std::size_t Count>
bool is_in(const std::array<Range, Count>& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(), [c](const Range& range) {
    return c >= range.first && c <= range.last;
  });
}

unsigned cells_of(char32_t c) {
  if (is_in(combining, c)) return 0;
  return is_in(wide, c) ? 2 : 1;
}

std::string_view code_of(Ink ink) {
  switch (ink) {
    case Ink::plain:
      return "";
    case Ink::strong:
      return "\x1b[1m";
    case Ink::error:
      return "\x1b[1;31m";
    case Ink::warning:
      return "\x1b[1;33m";
    case Ink::good:
      return "\x1b[32m";
    case Ink::frame:
      return "\x1b[1;34m";
    case Ink::faint:
      return "\x1b[2m";
  }
  return "";
}

/// Blanks that a line begins with stay: they are its indentation.
void wrap_line(std::string_view line, unsigned width,
               std::vector<std::string>& lines) {
  const std::size_t blanks = std::min(line.find_first_not_of(' '), line.size());
  std::string current(blanks, ' ');
  line.remove_prefix(blanks);
  unsigned used = static_cast<unsigned>(blanks);
  bool is_begun = false;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    const unsigned cells = display_width(word);
    if (is_begun && used + 1 + cells > width) {
      lines.push_back(std::move(current));
      current.clear();
      used = 0;
    } else if (is_begun) {
      current += ' ';
      ++used;
    }
    is_begun = true;
    current += word;
    used += cells;
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  lines.push_back(std::move(current));
}

}  // namespace

std::string Page::paint(Ink ink, std::string_view text) const {
  const std::string_view code = code_of(ink);
  if (!is_coloured || code.empty() || text.empty()) return std::string(text);
  return std::string(code).append(text).append("\x1b[0m");
}

unsigned display_width(std::string_view text) {
  unsigned width = 0;
  while (!text.empty()) width += cells_of(take_character(text));
  return width;
}

std::string cropped(std::string_view text, unsigned width) {
  if (display_width(text) <= width) return std::string(text);
  std::string result;
  unsigned used = 1;  // of the ellipsis
  while (!text.empty()) {
    const char32_t c = take_character(text);
    used += cells_of(c);
    if (used > width) break;
    append_utf8(result, c);
  }
  return result + "…";
}

std::string padded(std::string_view text, unsigned width) {
  const unsigned used = display_width(text);
  std::string result(text);
  if (used < width) result.append(width - used, ' ');
  return result;
}

std::vector<std::string> wrapped(std::string_view text, unsigned width) {
  std::vector<std::string> lines;
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  while (true) {
    const std::size_t end = text.find('\n');
    wrap_line(text.substr(0, end), width, lines);
    if (end == std::string_view::npos) return lines;
    text.remove_prefix(end + 1);
  }
}

}  // namespace lockstep::report
