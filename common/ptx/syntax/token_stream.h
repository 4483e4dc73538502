// SPDX-License-Identifier: Apache-2.0
// The parser's hand on the lexer: one token of look-ahead, the checks that
// every rule of the grammar needs, and the limits on a module's size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ptx/syntax/lexer.h"
#include "ptx/syntax/token.h"

namespace lockstep::ptx {

class TokenStream {
 public:
  explicit TokenStream(std::string_view text) : lexer_(text) { advance(); }

  const Token& peek() const { return token_; }
  Token take();
  /// Takes the token if it is `c`; says whether it did.
  bool accept(char c);
  bool accept_dot(std::string_view word);
  /// Throw PtxError unless the next token is of the kind.
  void expect(char c, std::string_view after);
  Token expect_word(std::string_view what);
  Token expect_integer(std::string_view what);
  std::uint32_t expect_small(std::string_view what);

  [[noreturn]] void fail(std::string_view message) const;
  /// Counts one more node of the tree; throws past the limit.
  void count_node();

  /// Where the last token taken ends, for the text of an instruction.
  const char* end_of_last() const { return end_of_last_; }

  /// Held while a rule that may contain itself is parsed.
  class Nesting {
   public:
    explicit Nesting(TokenStream& stream);
    ~Nesting() { --stream_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    TokenStream& stream_;
  };

 private:
  void advance() { token_ = lexer_.next(); }

  Lexer lexer_;
  Token token_;
  const char* end_of_last_ = nullptr;
  std::uint32_t nodes_ = 0;
  unsigned depth_ = 0;
};

}  // namespace lockstep::ptx
