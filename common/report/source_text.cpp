// SPDX-License-Identifier: Apache-2.0
// Compilers give a column, not a range, and for a store the column of the
// assignment sign: so the variable's name decides where it is on the line.
#include "report/source_text.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace lockstep::report {
namespace {

bool is_word(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z');
}

/// To the end of the word and of the subscript behind it.
std::size_t access_end(std::string_view line, std::size_t first) {
  std::size_t end = first;
  while (end < line.size() && is_word(line[end])) ++end;
  if (end >= line.size() || line[end] != '[') return end;
  int depth = 0;
  for (std::size_t i = end; i < line.size(); ++i) {
    if (line[i] == '[') ++depth;
    if (line[i] == ']' && --depth == 0) return i + 1;
  }
  return end;
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// What an assignment sign at `at` assigns to: the access that ends before it.
Span assigned(std::string_view line, std::size_t at) {
  std::size_t end = at;
  while (end > 0 && is_blank(line[end - 1])) --end;
  std::size_t first = end;
  int depth = 0;
  while (first > 0) {
    const char c = line[first - 1];
    if (c == ']') ++depth;
    if (c == '[' && --depth < 0) break;
    if (depth == 0 && c != '[' && !is_word(c) && c != '.') break;
    --first;
  }
  return {first, end - first};
}

/// = and += but not ==, at `at`.
bool is_assignment(std::string_view line, std::size_t at) {
  const std::string_view sign = line.substr(at, 3);
  const std::size_t equals = sign.find('=');
  if (sign.starts_with("==") || equals == std::string_view::npos) return false;
  return sign.substr(0, equals).find_first_not_of("+-*/%&|^<>") ==
         std::string_view::npos;
}

std::optional<std::size_t> nearest_use(std::string_view line,
                                       std::size_t column,
                                       std::string_view variable) {
  std::optional<std::size_t> nearest;
  for (std::size_t at = line.find(variable); at != std::string_view::npos;
       at = line.find(variable, at + 1)) {
    const std::size_t end = at + variable.size();
    if ((at > 0 && is_word(line[at - 1])) ||
        (end < line.size() && is_word(line[end])))
      continue;
    if (!nearest || at <= column) nearest = at;
  }
  return nearest;
}

Span whole_line(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return {first, line.find_last_not_of(" \t\r") + 1 - first};
}

}  // namespace

SourceText::SourceText(std::string name, std::string_view content)
    : name_(std::move(name)) {
  while (!content.empty()) {
    const std::size_t end = std::min(content.find('\n'), content.size());
    lines_.emplace_back(content.substr(0, end));
    content.remove_prefix(std::min(end + 1, content.size()));
  }
}

const std::string* SourceText::line_at(const ptx::Place& place) const {
  using std::filesystem::path;
  if (name_.empty() || place.line == 0 || place.line > lines_.size())
    return nullptr;
  if (path(place.file).filename() != path(name_).filename()) return nullptr;
  return &lines_[place.line - 1];
}

Span span_of(std::string_view line, std::uint32_t column,
             std::string_view variable) {
  const std::size_t at = column == 0 ? 0 : column - 1;
  if (!variable.empty())
    if (const auto use = nearest_use(line, at, variable))
      return {*use, access_end(line, *use) - *use};
  if (column <= 1 || at >= line.size() || is_blank(line[at]))
    return whole_line(line);
  if (is_assignment(line, at))
    if (const Span left = assigned(line, at); left.length > 0) return left;
  return {at, std::max<std::size_t>(access_end(line, at) - at, 1)};
}

}  // namespace lockstep::report
