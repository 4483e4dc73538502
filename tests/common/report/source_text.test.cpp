// SPDX-License-Identifier: Apache-2.0
// Which lines may be quoted, and what of them is underlined.
#include "report/source_text.h"

#include <catch2/catch_test_macros.hpp>

using namespace lockstep;
using namespace lockstep::report;

namespace {

std::string underlined(std::string_view line, std::uint32_t column,
                       std::string_view variable) {
  const Span span = span_of(line, column, variable);
  return std::string(line.substr(span.first, span.length));
}

}  // namespace

TEST_CASE("source: only lines of the submission are quoted", "[report]") {
  const SourceText source("labs/01_reduction/reduction.cu", "one\ntwo\n");
  const auto line = [&](const char* file, std::uint32_t number) {
    return source.line_at(ptx::Place{file, number, 0});
  };
  CHECK(*line("labs/01_reduction/reduction.cu", 2) == "two");
  CHECK(*line("reduction.cu", 1) == "one");
  CHECK(line("/etc/passwd", 1) == nullptr);
  CHECK(line("reduction.cu", 0) == nullptr);
  CHECK(line("reduction.cu", 3) == nullptr);
  CHECK(SourceText().line_at(ptx::Place{"", 1, 0}) == nullptr);
}

TEST_CASE("source: the variable nearest to the column is underlined",
          "[report]") {
  constexpr std::string_view line =
      "  tile[t] = tile[t] + my_tile + tile[t - s];";
  CHECK(span_of(line, 11, "tile").first == 2);  // column of the "="
  CHECK(span_of(line, 13, "tile").first == 12);
  CHECK(underlined(line, 40, "tile") == "tile[t - s]");
  CHECK(underlined(line, 0, "tile") == "tile[t]");
}

TEST_CASE("source: at an assignment its left side is underlined", "[report]") {
  CHECK(underlined("  cell[i[0]] += cell[16];", 14, "tile") == "cell[i[0]]");
  CHECK(underlined("  p.x = 1;", 7, "tile") == "p.x");
  CHECK(underlined("  *p = 1;", 6, "tile") == "p");
  CHECK(underlined("if (a[1] == b) c();", 10, "tile") == "=");
  CHECK(underlined("= 1;", 1, "tile") == "= 1;");
}

TEST_CASE("source: without the variable the word at the column is marked",
          "[report]") {
  CHECK(underlined("  x = data[a[i]] + 1;", 7, "in") == "data[a[i]]");
  CHECK(underlined("  __syncthreads();", 3, "") == "__syncthreads");
  CHECK(underlined("  a += b;  ", 0, "") == "a += b;");
  CHECK(underlined("  a += b;  ", 999, "") == "a += b;");
  CHECK(underlined("", 5, "a").empty());
  CHECK(underlined("tile[", 1, "tile") == "tile");
}
