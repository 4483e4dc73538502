// SPDX-License-Identifier: Apache-2.0
// The lexer: what is a token, what its value is, what is refused.
#include "ptx/syntax/lexer.h"

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <string>
#include <vector>

#include "ptx/syntax/ptx_error.h"

namespace lockstep::ptx {
namespace {

std::vector<std::string> words(std::string_view text) {
  Lexer lexer(text);
  std::vector<std::string> list;
  for (Token token = lexer.next(); token.kind != TokenKind::end;
       token = lexer.next())
    list.emplace_back(token.text);
  return list;
}

Token only_token(std::string_view text) {
  Lexer lexer(text);
  const Token token = lexer.next();
  CHECK(lexer.next().kind == TokenKind::end);
  return token;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("an instruction is cut into its words", "[ptx][lexer]") {
  CHECK(words("@!%p1 ld.global.v2.u32 {%r1,_}, [%rd2+-4];") ==
        Words{"@",    "!",   "%p1", "ld", ".global", ".v2", ".u32",
              "{",    "%r1", ",",   "_",  "}",       ",",   "[",
              "%rd2", "+",   "-",   "4",  "]",       ";"});
  CHECK(words("$L__BB0_2: .L2::128B .shared::cta") ==
        Words{"$L__BB0_2", ":", ".L2::128B", ".shared::cta"});
  CHECK(words("tex.2d 5%3") == Words{"tex", ".2d", "5", "%", "3"});
}

TEST_CASE("comments separate tokens and keep the line count", "[ptx][lexer]") {
  Lexer lexer("a // b\n/* c\n\n d */ e");
  CHECK(lexer.next().text == "a");
  const Token second = lexer.next();
  CHECK(second.text == "e");
  CHECK(second.line == 4);
}

TEST_CASE("integers have C's bases", "[ptx][lexer]") {
  const auto [text, value] =
      GENERATE(std::pair{"0", 0ull}, std::pair{"42", 42ull},
               std::pair{"0x1fU", 31ull}, std::pair{"0XAb", 171ull},
               std::pair{"017", 15ull}, std::pair{"0b101", 5ull},
               std::pair{"18446744073709551615", 18446744073709551615ull});
  const Token token = only_token(text);
  CHECK(token.kind == TokenKind::integer);
  CHECK(token.bits == value);
}

TEST_CASE("real numbers keep their bits", "[ptx][lexer]") {
  CHECK(only_token("0f3F800000").kind == TokenKind::single_real);
  CHECK(only_token("0F3f800000").bits == 0x3f800000);
  CHECK(only_token("0dBFF0000000000000").bits == 0xbff0000000000000);
  CHECK(only_token("0dBFF0000000000000").kind == TokenKind::double_real);
  const auto [text, value] = GENERATE(
      std::pair{"1.5", 1.5}, std::pair{".25", 0.25}, std::pair{"2e3", 2000.0},
      std::pair{"1.5E-2", 0.015}, std::pair{"0.5", 0.5}, std::pair{"3.", 3.0});
  CHECK(only_token(text).bits == std::bit_cast<std::uint64_t>(value));
}

TEST_CASE("malformed tokens are refused with their line", "[ptx][lexer]") {
  const std::string text =
      GENERATE("0x", "0b", "08", "12ab", "0f3F80", "0f3F8000000", "0d12",
               "0fGGGGGGGG", "18446744073709551616", "1.5.2", "1e", "\"open",
               "\"open\nnext\"", "/* open", "\x01", "\xff", "`", "#", "a\\");
  CAPTURE(text);
  try {
    words("ok\n" + text);
    FAIL("accepted");
  } catch (const PtxError& error) {
    CHECK(error.line() == 2);
  }
}

TEST_CASE("a string is one token, escapes included", "[ptx][lexer]") {
  const Token token = only_token(R"("a \" b")");
  CHECK(token.kind == TokenKind::string);
  CHECK(token.text == R"(a \" b)");
  CHECK_THROWS_AS(words("\"ends in a backslash \\"), PtxError);
}

TEST_CASE("text beyond 64 MiB is refused at once", "[ptx][lexer]") {
  const std::string text((std::size_t{64} << 20) + 1, ' ');
  CHECK_THROWS_AS(Lexer(text), PtxError);
}

}  // namespace lockstep::ptx
