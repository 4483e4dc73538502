// SPDX-License-Identifier: Apache-2.0
// Cells, cutting and wrapping.
#include "report/layout.h"

#include <catch2/catch_test_macros.hpp>

using namespace lockstep::report;

TEST_CASE("layout: wide characters take two cells, combining ones none",
          "[report]") {
  CHECK(display_width("abc") == 3);
  CHECK(display_width("합") == 2);
  CHECK(display_width("e\u0301") == 1);
  CHECK(padded("합", 4) == "합  ");
}

TEST_CASE("layout: what is cut ends with an ellipsis and fits", "[report]") {
  CHECK(cropped("abcdef", 6) == "abcdef");
  CHECK(cropped("abcdefg", 6) == "abcde…");
  CHECK(display_width(cropped("합합합합", 4)) <= 4);
}

TEST_CASE("layout: lines break at spaces and keep long words", "[report]") {
  using Lines = std::vector<std::string>;
  CHECK(wrapped("one two three", 8) == Lines{"one two", "three"});
  CHECK(wrapped("incomprehensibly b", 4) == Lines{"incomprehensibly", "b"});
  CHECK(wrapped("a\n  b\n", 80) == Lines{"a", "  b"});
  CHECK(wrapped("", 80) == Lines{""});
}

TEST_CASE("layout: colour is there only on a coloured page", "[report]") {
  CHECK((Page{80, false}.paint(Ink::error, "x")) == "x");
  CHECK((Page{80, true}.paint(Ink::error, "x")) == "\x1b[1;31mx\x1b[0m");
  CHECK((Page{80, true}.paint(Ink::error, "")).empty());
}
