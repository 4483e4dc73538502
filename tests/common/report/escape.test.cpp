// SPDX-License-Identifier: Apache-2.0
// Hostile text in: plain text out, and ordinary text unchanged.
#include "report/escape.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <random>

using namespace lockstep::report;

namespace {

std::string kept(std::string_view text) {
  return printable(text, Newlines::keep);
}

}  // namespace

TEST_CASE("escape: ordinary text in any script is unchanged", "[report]") {
  const std::string text =
      GENERATE(as<std::string>{}, "", "tile[31] = 0; // ok", "블록의 합",
               "Überlauf – ≤ 2⁶⁴", "\U0001f600", "a\nb");
  CHECK(kept(text) == text);
}

TEST_CASE("escape: control characters become visible", "[report]") {
  CHECK(kept("\x1b[31m") == "\\x1b[31m");
  CHECK(kept(std::string_view("a\0b", 3)) == "a\\x00b");
  CHECK(kept("\x07\x08\x7f") == "\\x07\\x08\\x7f");
  CHECK(kept("\xc2\x9b") == "\\x9b");  // C1: another way to begin a sequence
  CHECK(kept("over\rwritten") == "over\\x0dwritten");
  CHECK(kept("a\r\nb") == "a\nb");
  CHECK(kept("\ta") == "    a");
}

TEST_CASE("escape: characters that reorder a line become visible", "[report]") {
  CHECK(kept("\u202eevil") == "\\u{202e}evil");
  CHECK(kept("\u2066x\u2069") == "\\u{2066}x\\u{2069}");
  CHECK(kept("\u200b") == "\\u{200b}");
  CHECK(kept("\u2028") == "\\u{2028}");
}

TEST_CASE("escape: bytes that are not UTF-8 become replacement characters",
          "[report]") {
  const std::string text = GENERATE(
      as<std::string>{}, "\xff", "\xc0\x80", "\xe0\x80\x80", "\xed\xa0\x80",
      "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xe2\x82", "\x80");
  const std::string safe = kept(text);
  CHECK(safe.find(text) == std::string::npos);
  CHECK(safe.starts_with("\xef\xbf\xbd"));
  CHECK(kept(safe) == safe);
}

TEST_CASE("escape: joined lines are one line", "[report]") {
  CHECK(printable("a\nb\r\nc", Newlines::join) == "a b c");
}

TEST_CASE("escape: markup is text", "[report]") {
  CHECK(xml_text("<script>&amp;]]>") == "&lt;script&gt;&amp;amp;]]&gt;");
  CHECK(xml_attribute("a\"b\nc") == "a&quot;b&#10;c");
  CHECK(xml_text("\uffff") == "\ufffd");
}

TEST_CASE("escape: random bytes never leave a control character", "[report]") {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::string text(64, '\0');
    for (char& c : text) c = static_cast<char>(random());
    std::string_view safe_text;
    const std::string safe = kept(text);
    for (safe_text = safe; !safe_text.empty();) {
      const char32_t c = take_character(safe_text);
      const bool is_shown = c == '\n' || (c >= 0x20 && (c < 0x7f || c > 0x9f));
      REQUIRE(is_shown);
    }
  }
}
