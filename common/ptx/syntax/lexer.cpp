// SPDX-License-Identifier: Apache-2.0
// Characters to tokens (manual, 4.1 to 4.5).
#include "ptx/syntax/lexer.h"

#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <string>

#include "ptx/syntax/limits.h"
#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {
namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr bool starts_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$';
}

constexpr bool continues_word(char c) { return starts_word(c) || is_digit(c); }

constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' ||
         c == '\v';
}

constexpr int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string printable(char c) {
  if (c >= ' ' && c <= '~') return std::string(1, c);
  const char* digits = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("\\x") + digits[byte >> 4] + digits[byte & 15];
}

}  // namespace

Lexer::Lexer(std::string_view text) : text_(text) {
  if (text.size() > max_text_bytes)
    throw PtxError(0, "", "the text is larger than 64 MiB");
}

void Lexer::new_line() {
  if (++line_ > max_lines) throw PtxError(line_, "", "too many lines");
}

void Lexer::skip_block_comment() {
  const std::uint32_t first_line = line_;
  const std::size_t end = text_.find("*/", position_ + 2);
  if (end == std::string_view::npos)
    throw PtxError(first_line, "/*", "this comment does not end");
  for (; position_ < end + 2; ++position_)
    if (text_[position_] == '\n') new_line();
}

void Lexer::skip_blanks() {
  while (position_ < text_.size()) {
    if (is_blank(here())) {
      if (here() == '\n') new_line();
      ++position_;
    } else if (here() == '/' && here(1) == '/') {
      position_ = std::min(text_.find('\n', position_), text_.size());
    } else if (here() == '/' && here(1) == '*') {
      skip_block_comment();
    } else {
      return;
    }
  }
}

Token Lexer::take(TokenKind kind, std::size_t length) {
  Token token;
  token.kind = kind;
  token.line = line_;
  token.text = text_.substr(position_, length);
  position_ += length;
  return token;
}

Token Lexer::next() {
  skip_blanks();
  if (position_ >= text_.size()) return take(TokenKind::end, 0);
  const char c = here();
  if (starts_word(c) || (c == '%' && starts_word(here(1)))) return word();
  if (is_digit(c)) return number();
  if (c == '"') return string();
  if (c == '.') {
    // Behind a word `.2d` is a modifier, elsewhere `.5` is a number.
    const bool joined = position_ > 0 && continues_word(at(position_ - 1));
    if (is_digit(here(1)) && !joined) return number();
    if (continues_word(here(1))) return dot_word();
  }
  if (c != '\0' && std::strchr("(){}[]<>,;:|!@=+-*/%&^~?", c) != nullptr)
    return take(TokenKind::punctuation, 1);
  throw PtxError(line_, printable(c), "this character has no place in PTX");
}

Token Lexer::word() {
  std::size_t length = 1;
  while (continues_word(here(length))) ++length;
  return take(TokenKind::word, length);
}

Token Lexer::dot_word() {
  std::size_t length = 1;
  for (;;) {
    while (continues_word(here(length))) ++length;
    const bool qualified = here(length) == ':' && here(length + 1) == ':' &&
                           continues_word(here(length + 2));
    if (!qualified) return take(TokenKind::dot_word, length);
    length += 2;
  }
}

Token Lexer::string() {
  std::size_t length = 1;
  while (here(length) != '"') {
    if (position_ + length >= text_.size() || here(length) == '\n')
      throw PtxError(line_,
                     text_.substr(position_, std::min<std::size_t>(length, 40)),
                     "this string does not end in its line");
    length += here(length) == '\\' && here(length + 1) != '\n' ? 2 : 1;
    if (position_ + length > text_.size()) length = text_.size() - position_;
  }
  Token token = take(TokenKind::string, length + 1);
  token.text = token.text.substr(1, length - 1);
  return token;
}

Token Lexer::hexadecimal_real(std::size_t digits) {
  Token token =
      take(digits == 8 ? TokenKind::single_real : TokenKind::double_real,
           digits + 2);
  for (char c : token.text.substr(2)) {
    const int digit = hex_digit(c);
    if (digit < 0 || token.text.size() != digits + 2)
      throw PtxError(token.line, token.text, "malformed number");
    token.bits = token.bits << 4 | static_cast<unsigned>(digit);
  }
  if (token.text.size() != digits + 2 || continues_word(here()))
    throw PtxError(token.line, token.text, "malformed number");
  return token;
}

Token Lexer::decimal_real(std::size_t length) {
  Token token = take(TokenKind::double_real, length);
  double value = 0;
  const char* end = token.text.data() + token.text.size();
  const auto [stop, error] = std::from_chars(token.text.data(), end, value);
  if (error != std::errc{} || stop != end || continues_word(here()))
    throw PtxError(token.line, token.text, "malformed number");
  token.bits = std::bit_cast<std::uint64_t>(value);
  return token;
}

Token Lexer::number() {
  if (here() == '0' && (here(1) == 'f' || here(1) == 'F'))
    return hexadecimal_real(8);
  if (here() == '0' && (here(1) == 'd' || here(1) == 'D'))
    return hexadecimal_real(16);
  std::size_t length = 0;
  while (continues_word(here(length))) ++length;
  const bool based = here() == '0' && length > 1;
  const bool exponent =
      !based && text_.substr(position_, length).find_first_of("eE") !=
                    std::string_view::npos;
  if (exponent || here(length) == '.' || (here() == '0' && here(1) == 'e')) {
    while (continues_word(here(length)) || here(length) == '.' ||
           ((here(length) == '+' || here(length) == '-') &&
            (here(length - 1) == 'e' || here(length - 1) == 'E')))
      ++length;
    return decimal_real(length);
  }

  Token token = take(TokenKind::integer, length);
  std::string_view digits = token.text;
  if (digits.back() == 'U') {
    token.is_unsigned = true;
    digits.remove_suffix(1);
  }
  int base = 10;
  if (digits.size() > 1 && digits[0] == '0') {
    const bool hex = digits[1] == 'x' || digits[1] == 'X';
    const bool binary = digits[1] == 'b' || digits[1] == 'B';
    base = hex ? 16 : binary ? 2 : 8;
    digits.remove_prefix(hex || binary ? 2 : 1);
  }
  const char* end = digits.data() + digits.size();
  const auto [stop, error] =
      std::from_chars(digits.data(), end, token.bits, base);
  if (error == std::errc::result_out_of_range)
    throw PtxError(token.line, token.text, "this number needs over 64 bits");
  if (error != std::errc{} || stop != end)
    throw PtxError(token.line, token.text, "malformed number");
  if (token.bits >
      static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    token.is_unsigned = true;
  return token;
}

}  // namespace lockstep::ptx
