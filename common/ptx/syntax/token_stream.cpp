// SPDX-License-Identifier: Apache-2.0
// Look-ahead and the errors that name what was expected.
#include "ptx/syntax/token_stream.h"

#include "ptx/syntax/limits.h"
#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {

Token TokenStream::take() {
  Token taken = token_;
  end_of_last_ = taken.text.data() + taken.text.size();
  if (taken.kind == TokenKind::string) ++end_of_last_;
  if (taken.kind != TokenKind::end) advance();
  return taken;
}

bool TokenStream::accept(char c) {
  if (!token_.is(c)) return false;
  take();
  return true;
}

bool TokenStream::accept_dot(std::string_view word) {
  if (!token_.is_dot(word)) return false;
  take();
  return true;
}

void TokenStream::expect(char c, std::string_view after) {
  if (accept(c)) return;
  fail(std::string("expected '") + c + "' " + std::string(after));
}

Token TokenStream::expect_word(std::string_view what) {
  if (token_.kind != TokenKind::word) fail("expected " + std::string(what));
  return take();
}

Token TokenStream::expect_integer(std::string_view what) {
  if (token_.kind != TokenKind::integer) fail("expected " + std::string(what));
  return take();
}

std::uint32_t TokenStream::expect_small(std::string_view what) {
  if (token_.kind == TokenKind::integer && token_.bits > 0xffffffffu)
    fail(std::string(what) + " is too large");
  return static_cast<std::uint32_t>(expect_integer(what).bits);
}

void TokenStream::fail(std::string_view message) const {
  if (token_.kind == TokenKind::end)
    throw PtxError(token_.line, "",
                   "the text ends too early: " + std::string(message));
  throw PtxError(token_.line, token_.text.substr(0, 80), message);
}

void TokenStream::count_node() {
  if (++nodes_ > max_syntax_nodes) fail("the module is too large");
}

TokenStream::Nesting::Nesting(TokenStream& stream) : stream_(stream) {
  if (stream_.depth_ >= max_nesting) stream_.fail("nested too deeply");
  ++stream_.depth_;
}

}  // namespace lockstep::ptx
