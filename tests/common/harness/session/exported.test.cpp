// SPDX-License-Identifier: Apache-2.0
// Exported values: missing, out of range, wrong, right.
#include "harness/session/exported.h"

#include <catch2/catch_test_macros.hpp>

#include "../fake_device.h"

using namespace lockstep;

namespace {

const Constant threads{.name = "block_threads",
                       .least = 32,
                       .most = 1024,
                       .is_power_of_two = true,
                       .example = 256};

std::string symptom(unsigned value) {
  unsigned read = 0;
  return read_constant(threads, bytes_of<unsigned>({value}), read).symptom;
}

std::string answer(std::vector<int> given) {
  return compare_answers({"steps", {3, 5}, "the steps"}, bytes_of(given))
      .symptom;
}

}  // namespace

TEST_CASE("constants: a value in range is read", "[harness][session]") {
  unsigned value = 0;
  CHECK(
      read_constant(threads, bytes_of<unsigned>({128}), value).message.empty());
  CHECK(value == 128);
}

TEST_CASE("constants: values out of range are refused", "[harness][session]") {
  CHECK(symptom(0) == "constant_range");
  CHECK(symptom(16) == "constant_range");
  CHECK(symptom(96) == "constant_range");
  CHECK(symptom(2048) == "constant_range");
  CHECK(symptom(32).empty());
  CHECK(symptom(1024).empty());
}

TEST_CASE("constants: a missing one is answered by its declaration",
          "[harness][session]") {
  unsigned value = 0;
  const auto problem = read_constant(threads, {}, value);
  CHECK(problem.symptom == "constant_missing");
  CHECK(problem.message.find(
            "extern \"C\" __constant__ unsigned block_threads = 256;") !=
        std::string::npos);
}

TEST_CASE("constants: one of another size is told its declaration",
          "[harness][session]") {
  unsigned value = 0;
  const auto problem =
      read_constant(threads, bytes_of<std::uint64_t>({256}), value);
  CHECK(problem.symptom == "constant_missing");
  CHECK(problem.message.find("has 8 bytes, but must have 4") !=
        std::string::npos);
}

TEST_CASE("answers: right ones pass, others say which but not what is right",
          "[harness][session]") {
  CHECK(answer({3, 5}).empty());
  CHECK(answer({3, -1}) == "unanswered");
  CHECK(answer({3, 4}) == "wrong_answer");
  CHECK(answer({3}) == "constant_missing");
  const auto problem =
      compare_answers({"steps", {7777}, "the steps"}, bytes_of<int>({1}));
  CHECK(problem.message.find("7777") == std::string::npos);
}
