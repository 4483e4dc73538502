// SPDX-License-Identifier: Apache-2.0
// The marks around a student's code.
#include <catch2/catch_test_macros.hpp>
#include <stdexcept>

#include "repository.h"

using lockstep::repo::marked_text;

TEST_CASE("marks: a file is taken apart into regions and the rest", "[repo]") {
  const auto parts = marked_text(
      "int a;\n"
      "  // --- student code begins [first] ---\n"
      "  a = 1;\n"
      "  // --- student code ends [first] ---\n"
      "int b;\n");
  CHECK(parts.regions.size() == 1);
  CHECK(parts.regions.at("first") == "  a = 1;\n");
  CHECK(parts.outside ==
        "int a;\n"
        "  // --- student code begins [first] ---\n"
        "  // --- student code ends [first] ---\n"
        "int b;\n");
}

TEST_CASE("marks: a change is outside only where it is not in a region",
          "[repo]") {
  const std::string begin = "// --- student code begins [x] ---\n";
  const std::string end = "// --- student code ends [x] ---\n";
  const auto one = marked_text(begin + "1\n" + end + "same\n");
  CHECK(marked_text(begin + "2\n" + end + "same\n").outside == one.outside);
  CHECK(marked_text(begin + "1\n" + end + "other\n").outside != one.outside);
}

TEST_CASE("marks: those that do not pair up are refused", "[repo]") {
  const std::string begin = "// --- student code begins [x] ---\n";
  const std::string end = "// --- student code ends [x] ---\n";
  CHECK_THROWS_AS(marked_text(begin), std::runtime_error);
  CHECK_THROWS_AS(marked_text(end), std::runtime_error);
  CHECK_THROWS_AS(marked_text(begin + begin + end), std::runtime_error);
  CHECK_THROWS_AS(marked_text(begin + end + begin + end), std::runtime_error);
  CHECK_NOTHROW(marked_text(begin + end));
}
