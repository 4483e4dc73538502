// SPDX-License-Identifier: Apache-2.0
// The one place where text that a student had a hand in becomes safe to
// write. The result is valid UTF-8 with no control character, no character
// that reorders a line, and, for XML, no markup.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lockstep::report {

enum class Newlines : std::uint8_t {
  keep,
  join,  ///< each becomes a space
};

/// One character off the front of `text`; U+FFFD for a byte that is not part
/// of valid UTF-8. Requires text not to be empty.
char32_t take_character(std::string_view& text);

void append_utf8(std::string& to, char32_t character);

/// For a terminal or a plain file: control characters become "\x1b", the
/// invisible ones that change direction "\u{202e}", a tab four spaces.
std::string printable(std::string_view text, Newlines newlines);

/// For the text of an XML 1.0 element: printable, `& < >` as entities.
std::string xml_text(std::string_view text);

/// For a value between double quotes: newlines and quotes as entities too.
std::string xml_attribute(std::string_view text);

}  // namespace lockstep::report
