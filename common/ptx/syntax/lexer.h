// SPDX-License-Identifier: Apache-2.0
// Cuts PTX text into tokens, one a call; comments and blanks fall away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "ptx/syntax/token.h"

namespace lockstep::ptx {

class Lexer {
 public:
  /// `text` must outlive the lexer's tokens. Throws PtxError when it is
  /// larger than the limits allow.
  explicit Lexer(std::string_view text);

  /// The next token; at the end of the text `TokenKind::end`, for ever.
  /// Throws PtxError for what is no token.
  Token next();

 private:
  void skip_blanks();
  void skip_block_comment();
  void new_line();
  Token take(TokenKind kind, std::size_t length);
  Token word();
  Token dot_word();
  Token string();
  Token number();
  Token hexadecimal_real(std::size_t digits);
  Token decimal_real(std::size_t length);
  char at(std::size_t index) const {
    return index < text_.size() ? text_[index] : '\0';
  }
  char here(std::size_t ahead = 0) const { return at(position_ + ahead); }

  std::string_view text_;
  std::size_t position_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace lockstep::ptx
