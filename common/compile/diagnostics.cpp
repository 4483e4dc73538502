// SPDX-License-Identifier: Apache-2.0
// One line of a compiler's output at a time; lines of no known form are left
// out, for they only repeat the source.
#include "compile/diagnostics.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "compile/source_file.h"

namespace lockstep {
namespace {

constexpr std::size_t max_diagnostics = 100, max_message = 1000;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

/// The number at the front; removes it.
std::optional<unsigned> take_number(std::string_view& text) {
  unsigned value = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

std::optional<unsigned> whole_number(std::string_view text) {
  const auto value = take_number(text);
  return text.empty() ? value : std::nullopt;
}

/// What each compiler calls a severity, and what we do.
std::string_view severity_of(std::string_view word) {
  if (word == "error" || word == "fatal error" || word == "fatal" ||
      word == "catastrophic error" || word == "internal error")
    return "error";
  if (word == "warning") return "warning";
  if (word == "note" || word == "remark") return "note";
  return {};
}

/// "file", "file:line" or "file:line:column".
void set_place(Diagnostic& diagnostic, std::string_view place) {
  unsigned numbers[2] = {};
  int count = 0;
  while (count < 2) {
    const auto colon = place.rfind(':');
    if (colon == place.npos) break;
    const auto number = whole_number(place.substr(colon + 1));
    if (!number) break;
    numbers[count++] = *number;
    place = place.substr(0, colon);
  }
  if (count == 0) return;  // a tool's name, not a file's
  diagnostic.file = place;
  diagnostic.line = numbers[count - 1];
  diagnostic.column = count == 2 ? numbers[0] : 0;
}

/// clang and gcc: `file:12:3: error: message`, also without a place.
std::optional<Diagnostic> colon_form(std::string_view line) {
  for (std::size_t at = 0; at < line.size();) {
    const auto end = line.find(": ", at);
    if (end == line.npos) return std::nullopt;
    const auto severity = severity_of(line.substr(at, end - at));
    if (!severity.empty()) {
      Diagnostic diagnostic;
      diagnostic.severity = severity;
      if (at > 0) set_place(diagnostic, line.substr(0, at - 2));
      diagnostic.message = trimmed(line.substr(end + 2));
      return diagnostic;
    }
    at = end + 2;
  }
  return std::nullopt;
}

/// nvcc: `file(12): error #20-D: message`, `file(12): error: message`.
std::optional<Diagnostic> bracket_form(std::string_view line) {
  const auto close = line.find("): ");
  if (close == line.npos) return std::nullopt;
  const auto open = line.rfind('(', close);
  if (open == line.npos) return std::nullopt;
  const auto number = whole_number(line.substr(open + 1, close - open - 1));
  if (!number) return std::nullopt;
  const auto rest = line.substr(close + 3);
  const auto colon = rest.find(": ");
  if (colon == rest.npos) return std::nullopt;
  auto word = rest.substr(0, colon);
  word = trimmed(word.substr(0, word.find('#')));
  const auto severity = severity_of(word);
  if (severity.empty()) return std::nullopt;
  Diagnostic diagnostic;
  diagnostic.severity = severity;
  diagnostic.file = line.substr(0, open);
  diagnostic.line = *number;
  diagnostic.message = trimmed(rest.substr(colon + 2));
  return diagnostic;
}

/// ptxas and nvcc itself: `ptxas fatal   : message`,
/// `ptxas file, line 12; error   : message`.
std::optional<Diagnostic> tool_form(std::string_view line) {
  const bool is_ptxas = line.starts_with("ptxas ");
  if (!is_ptxas && !line.starts_with("nvcc ")) return std::nullopt;
  const auto colon = line.find(" : ");
  if (colon == line.npos) return std::nullopt;
  auto head = trimmed(line.substr(0, colon));
  Diagnostic diagnostic;
  const auto semicolon = head.rfind(';');
  const auto comma = head.rfind(", line ");
  if (semicolon != head.npos && comma != head.npos && comma < semicolon) {
    diagnostic.file = head.substr(6, comma - 6);
    diagnostic.line =
        whole_number(head.substr(comma + 7, semicolon - comma - 7)).value_or(0);
    head = trimmed(head.substr(semicolon + 1));
  } else {
    head = trimmed(head.substr(head.find(' ')));
  }
  const auto severity = severity_of(head);
  if (severity.empty()) return std::nullopt;
  diagnostic.severity = severity;
  diagnostic.message = trimmed(line.substr(colon + 3));
  return diagnostic;
}

std::optional<Diagnostic> parse_line(std::string_view line) {
  if (auto found = tool_form(line)) return found;
  if (auto found = bracket_form(line)) return found;
  return colon_form(line);
}

/// The line of the submission that brought the header in, of clang's chain
/// "In file included from a:1:" / "In file included from b:2:" (outermost
/// first) or gcc's, which ends with the outermost. Only that of the last chain.
class IncludeChain {
 public:
  /// Whether the line belongs to a chain.
  bool take(std::string_view line) {
    constexpr std::string_view first = "In file included from ";
    constexpr std::string_view next = "                 from ";
    const bool is_next = line.starts_with(next);
    if (!is_next && !line.starts_with(first)) {
      is_open_ = false;
      return false;
    }
    if (is_next || !is_open_) {
      auto place = line.substr(first.size());
      outermost_ = place.substr(0, place.find_last_not_of(":,") + 1);
    }
    is_open_ = true;
    return true;
  }
  /// An error of the header, told where the header is included.
  void move(Diagnostic& diagnostic) {
    if (!outermost_.empty() && outermost_.front() != '<' &&
        diagnostic.severity == "error") {
      diagnostic.column = 0;
      set_place(diagnostic, outermost_);
    }
    outermost_ = {};
  }

 private:
  std::string_view outermost_;
  bool is_open_ = false;
};

template <class Visit>
void for_each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// The number before `word` in "…, 16 bytes spill stores, …".
unsigned number_before(std::string_view line, std::string_view word) {
  const auto at = line.find(word);
  if (at == line.npos || at == 0) return 0;
  auto begin = line.find_last_not_of("0123456789", at - 1);
  begin = begin == line.npos ? 0 : begin + 1;
  return whole_number(line.substr(begin, at - begin)).value_or(0);
}

}  // namespace

std::string printable(std::string_view text, std::size_t length) {
  const auto is_inside = [&](std::size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
  };
  if (length < text.size())
    while (length > 0 && is_inside(length)) --length;
  std::string result(text.substr(0, length));
  const bool is_valid = is_valid_utf8(result);
  for (char& c : result) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 0x7F || (byte >= 0x80 && !is_valid)) c = '?';
  }
  return result;
}

std::vector<Diagnostic> parse_diagnostics(std::string_view printed) {
  std::vector<Diagnostic> result;
  IncludeChain chain;
  for_each_line(printed, [&](std::string_view line) {
    if (chain.take(line)) return;
    if (!result.empty() && trimmed(line).starts_with("argument types are:")) {
      std::string& message = result.back().message;
      message =
          printable(message + "; " + std::string(trimmed(line)), max_message);
    }
    if (result.size() == max_diagnostics) return;
    auto found = parse_line(line);
    if (!found) return;
    chain.move(*found);
    found->file = printable(found->file, max_message);
    found->message = printable(found->message, max_message);
    result.push_back(*std::move(found));
  });
  return result;
}

std::vector<CompileResult::Resources> parse_resources(
    std::string_view printed) {
  std::vector<CompileResult::Resources> result;
  for_each_line(printed, [&](std::string_view line) {
    constexpr std::string_view entry = "Compiling entry function '";
    const auto at = line.find(entry);
    if (at != line.npos) {
      const auto name = line.substr(at + entry.size());
      result.push_back({std::string(name.substr(0, name.find('\''))), 0, 0, 0});
    } else if (!result.empty()) {
      auto& kernel = result.back();
      kernel.spill_bytes += number_before(line, " bytes spill stores") +
                            number_before(line, " bytes spill loads");
      kernel.registers += number_before(line, " registers,");
      kernel.shared_bytes += number_before(line, " bytes smem");
    }
  });
  return result;
}

}  // namespace lockstep
