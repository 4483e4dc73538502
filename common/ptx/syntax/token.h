// SPDX-License-Identifier: Apache-2.0
// The words of PTX (manual, chapter 4). A token views the text it was cut
// from, which must outlive it.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::ptx {

enum class TokenKind : std::uint8_t {
  end,          ///< behind the last character
  word,         ///< add, %r1, $L__BB0_2, _
  dot_word,     ///< .reg, .u32, .shared::cta, .128
  integer,      ///< 12, 0x1F, 017, 0b11, 3U
  single_real,  ///< 0f3F800000
  double_real,  ///< 0d3FF0000000000000, 1.5, 2e3
  string,       ///< "…", text without the quotes
  punctuation,  ///< one character
};

struct Token {
  TokenKind kind = TokenKind::end;
  bool is_unsigned = false;  ///< integer with the suffix U, or above 2^63-1
  std::uint32_t line = 0;    ///< from 1
  std::string_view text;
  std::uint64_t bits = 0;  ///< value of a number; reals: their IEEE bits

  bool is(char c) const {
    return kind == TokenKind::punctuation && text.front() == c;
  }
  bool is_dot(std::string_view word) const {
    return kind == TokenKind::dot_word && text == word;
  }
  /// True if `next` follows without a blank between.
  bool touches(const Token& next) const {
    return text.data() + text.size() == next.text.data();
  }
};

}  // namespace lockstep::ptx
