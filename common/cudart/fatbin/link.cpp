// SPDX-License-Identifier: Apache-2.0
// Works on lines, as nvcc writes them: a directive each. The parser says
// which lines define what.
#include "cudart/fatbin/link.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <set>
#include <string_view>

#include "ptx/syntax/parser.h"

namespace lockstep::cudart {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool begins_with(std::string_view line, std::string_view word) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.starts_with(word);
}

/// Adds `base` to the number that follows `word` in the line.
void renumber(std::string& line, std::string_view word, std::uint32_t base) {
  std::size_t at = line.find(word);
  if (at == std::string::npos) return;
  at = line.find_first_not_of(" \t", at + word.size());
  if (at == std::string::npos) return;
  std::uint32_t number = 0;
  const auto end =
      std::from_chars(line.data() + at, line.data() + line.size(), number);
  if (end.ec != std::errc()) return;
  const auto length = static_cast<std::size_t>(end.ptr - line.data()) - at;
  line.replace(at, length, std::to_string(number + base));
}

bool is_local(std::string_view line) {
  for (const char* word : {".visible", ".weak", ".extern", ".common"})
    if (begins_with(line, word)) return false;
  return true;
}

bool is_part_of_name(char letter) {
  return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
         letter == '_' || letter == '$' || letter == '%';
}

/// Gives every use of the name in the lines another one.
void rename(std::string_view name, const std::string& other, Lines& lines) {
  for (std::string& line : lines) {
    std::size_t at = line.find(name);
    while (at != std::string::npos) {
      const std::size_t end = at + name.size();
      const bool is_whole = (at == 0 || !is_part_of_name(line[at - 1])) &&
                            (end == line.size() || !is_part_of_name(line[end]));
      if (is_whole) line.replace(at, name.size(), other);
      at = line.find(name, is_whole ? at + other.size() : end);
    }
  }
}

class Linker {
 public:
  /// Appends what `text` adds to the module.
  void add(const std::string& text) {
    Lines lines = lines_of(text);
    const ptx::ModuleSyntax syntax = ptx::parse(text);
    for (const ptx::FunctionSyntax& function : syntax.functions)
      if (function.has_body)
        define(function.name, function.line, function.end_line, lines);
    for (const ptx::VariableSyntax& variable : syntax.variables)
      if (!variable.is_extern)
        define(variable.name, variable.line, variable.line, lines);
    for (std::string& line : lines) adapt(line);
    for (const ptx::FileSyntax& file : syntax.files)
      next_files_ = std::max(next_files_, files_ + file.number);
    files_ = next_files_;
    ++objects_;
    for (const std::string& line : lines) linked_ += line + '\n';
  }

  std::string take() { return std::move(linked_); }

 private:
  /// What is weak is defined once, what an object keeps to itself gets another
  /// name; others twice are the loader's error.
  void define(std::string_view name, std::uint32_t first, std::uint32_t last,
              Lines& lines) {
    if (defined_.emplace(name).second || first == 0) return;
    if (is_local(lines.at(first - 1)))
      return rename(name, fmt::format("{}__object{}", name, objects_), lines);
    if (!begins_with(lines.at(first - 1), ".weak")) return;
    for (std::size_t i = first - 1; i < last && i < lines.size(); ++i)
      lines[i].clear();
  }

  void adapt(std::string& line) const {
    for (const char* word : {".version", ".target", ".address_size"})
      if (objects_ > 0 && begins_with(line, word)) line.clear();
    if (files_ == 0) return;
    if (begins_with(line, ".file")) renumber(line, ".file", files_);
    if (!begins_with(line, ".loc")) return;
    renumber(line, "inlined_at", files_);
    renumber(line, ".loc", files_);
  }

  std::string linked_;
  std::set<std::string, std::less<>> defined_;
  std::uint32_t files_ = 0, next_files_ = 0;
  unsigned objects_ = 0;  ///< done
};

}  // namespace

std::string linked_ptx(const std::vector<std::string>& texts) {
  Linker linker;
  for (const std::string& text : texts) linker.add(text);
  return linker.take();
}

}  // namespace lockstep::cudart
