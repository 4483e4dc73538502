// SPDX-License-Identifier: Apache-2.0
// CUDA source as tokens, enough to find calls, conditions and statements.
// Comments and preprocessor lines are no tokens.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace lockstep::noise {

struct Token {
  enum class Kind { name, number, text, sign } kind = Kind::sign;
  std::string_view text;  ///< of the source, which must outlive the token
  std::size_t begin = 0;
  unsigned line = 1;

  std::size_t end() const { return begin + text.size(); }
  bool is(std::string_view what) const { return text == what; }
};

std::vector<Token> tokens_of(std::string_view source);

/// The tokens with questions about their nesting. Indices past the end give
/// an empty token.
class TokenList {
 public:
  explicit TokenList(std::string_view source) : tokens_(tokens_of(source)) {}

  std::size_t size() const { return tokens_.size(); }
  const Token& operator[](std::size_t i) const;
  /// The bracket that closes the one at `open`; size() if none does.
  std::size_t closing(std::size_t open) const;
  /// The first of `what` at or after `from`, outside of brackets that open
  /// after it; `end` if there is none before.
  std::size_t find(std::string_view what, std::size_t from,
                   std::size_t end) const;
  /// The token where the statement or clause with token `i` begins.
  std::size_t statement_begin(std::size_t i) const;

 private:
  std::vector<Token> tokens_;
};

}  // namespace lockstep::noise
