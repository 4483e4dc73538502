// SPDX-License-Identifier: Apache-2.0
// Works on lines, as nvcc writes them: a directive each. The parser says
// which lines define what.
#include "cudart/fatbin/link.h"

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
    is_first_ = false;
    for (const std::string& line : lines) linked_ += line + '\n';
  }

  std::string take() { return std::move(linked_); }

 private:
  /// What is weak is defined once; other names twice are the loader's error.
  void define(std::string_view name, std::uint32_t first, std::uint32_t last,
              Lines& lines) {
    if (defined_.emplace(name).second || first == 0) return;
    if (!begins_with(lines.at(first - 1), ".weak")) return;
    for (std::size_t i = first - 1; i < last && i < lines.size(); ++i)
      lines[i].clear();
  }

  void adapt(std::string& line) const {
    for (const char* word : {".version", ".target", ".address_size"})
      if (!is_first_ && begins_with(line, word)) line.clear();
    if (files_ == 0) return;
    if (begins_with(line, ".file")) renumber(line, ".file", files_);
    if (!begins_with(line, ".loc")) return;
    renumber(line, "inlined_at", files_);
    renumber(line, ".loc", files_);
  }

  std::string linked_;
  std::set<std::string, std::less<>> defined_;
  std::uint32_t files_ = 0, next_files_ = 0;
  bool is_first_ = true;
};

}  // namespace

std::string linked_ptx(const std::vector<std::string>& texts) {
  Linker linker;
  for (const std::string& text : texts) linker.add(text);
  return linker.take();
}

}  // namespace lockstep::cudart
