// SPDX-License-Identifier: Apache-2.0
// A strict UTF-8 reader and the tables of what may not be shown.
#include "report/escape.h"

#include <fmt/format.h>

#include <array>

namespace lockstep::report {
namespace {

constexpr char32_t replacement = 0xfffd;

/// How a sequence begins, and the least character that may need its length.
struct Lead {
  unsigned char mask, bits;
  unsigned following;
  char32_t least;
};
constexpr std::array<Lead, 4> leads{{{0x80, 0x00, 0, 0},
                                     {0xe0, 0xc0, 1, 0x80},
                                     {0xf0, 0xe0, 2, 0x800},
                                     {0xf8, 0xf0, 3, 0x10000}}};

bool is_scalar(char32_t c) {
  return c <= 0x10ffff && (c < 0xd800 || c > 0xdfff);
}

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7f && c <= 0x9f); }

/// Direction marks, line separators and the byte order mark: a reader does
/// not see them, but sees other text moved or broken by them.
bool is_deceptive(char32_t c) {
  return (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2060 && c <= 0x206f) || c == 0x61c || c == 0xfeff ||
         (c >= 0xe0000 && c <= 0xe007f);
}

void append_printable(std::string& to, char32_t c) {
  if (c == '\t') {
    to += "    ";
  } else if (is_control(c)) {
    fmt::format_to(std::back_inserter(to), "\\x{:02x}",
                   static_cast<std::uint32_t>(c));
  } else if (is_deceptive(c)) {
    fmt::format_to(std::back_inserter(to), "\\u{{{:x}}}",
                   static_cast<std::uint32_t>(c));
  } else if (c == 0xfffe || c == 0xffff) {
    append_utf8(to, replacement);  // legal UTF-8, illegal XML
  } else {
    append_utf8(to, c);
  }
}

std::string with_entities(std::string_view text, bool is_attribute) {
  std::string result;
  for (const char c : printable(text, Newlines::keep)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += is_attribute ? "&quot;" : "\"";
        break;
      case '\n':
        result += is_attribute ? "&#10;" : "\n";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace

char32_t take_character(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text.front());
  for (const Lead& lead : leads) {
    if ((first & lead.mask) != lead.bits) continue;
    if (text.size() <= lead.following) break;
    char32_t value = first & static_cast<unsigned char>(~lead.mask);
    bool is_whole = true;
    for (unsigned i = 1; i <= lead.following; ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      is_whole = is_whole && (byte & 0xc0) == 0x80;
      value = value << 6 | (byte & 0x3f);
    }
    if (!is_whole || value < lead.least || !is_scalar(value)) break;
    text.remove_prefix(lead.following + 1);
    return value;
  }
  text.remove_prefix(1);
  return replacement;
}

void append_utf8(std::string& to, char32_t c) {
  const auto tail = [&](unsigned shift) {
    to += static_cast<char>(0x80 | ((c >> shift) & 0x3f));
  };
  if (c < 0x80) {
    to += static_cast<char>(c);
  } else if (c < 0x800) {
    to += static_cast<char>(0xc0 | (c >> 6));
    tail(0);
  } else if (c < 0x10000) {
    to += static_cast<char>(0xe0 | (c >> 12));
    tail(6);
    tail(0);
  } else {
    to += static_cast<char>(0xf0 | (c >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string printable(std::string_view text, Newlines newlines) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    if (text.starts_with("\r\n")) text.remove_prefix(1);
    const char32_t c = take_character(text);
    if (c == '\n')
      result += newlines == Newlines::keep ? '\n' : ' ';
    else
      append_printable(result, c);
  }
  return result;
}

std::string xml_text(std::string_view text) {
  return with_entities(text, false);
}

std::string xml_attribute(std::string_view text) {
  return with_entities(text, true);
}

}  // namespace lockstep::report
