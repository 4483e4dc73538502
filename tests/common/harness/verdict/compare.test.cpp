// SPDX-License-Identifier: Apache-2.0
// Nothing but the right bytes passes.
#include "harness/verdict/compare.h"

#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "../fake_device.h"

using namespace lockstep;

namespace {

template <class T>
std::optional<Mismatch> compared(const Expected<T>& expected,
                                 const std::vector<T>& actual) {
  return mismatch("out", expected, bytes_of(actual));
}

Expected<int> four_blocks() {
  return {.values = {10, 20, 30, 40}, .unit = "block", .covers = 8, .size = 30};
}

std::string symptom(const std::vector<int>& actual) {
  const auto wrong = compared(four_blocks(), actual);
  return wrong ? wrong->symptom : "none";
}

int poison() {
  int value = 0;
  std::memset(&value, static_cast<int>(poison_byte), sizeof value);
  return value;
}

}  // namespace

TEST_CASE("compare: equal integers pass", "[harness][verdict]") {
  CHECK_FALSE(compared(four_blocks(), {10, 20, 30, 40}));
}

TEST_CASE("compare: the shape of wrong integers has a name",
          "[harness][verdict]") {
  CHECK(symptom({10, 20, 30, 41}) == "last_block");
  CHECK(symptom({10, 20, 31, 41}) == "from_block");
  CHECK(symptom({11, 21, 31, 41}) == "all_wrong");
  CHECK(symptom({11, 21, 31, 40}) == "all_but_last");
  CHECK(symptom({20, 40, 60, 80}) == "doubled");
  CHECK(symptom({10, 21, 30, 41}) == "scattered");
  CHECK(symptom({10, poison(), 30, 40}) == "partly_unwritten");
  CHECK(symptom({poison(), poison(), poison(), poison()}) == "never_written");
}

TEST_CASE("compare: the message has place, value, right value and shape",
          "[harness][verdict]") {
  const auto wrong = compared(four_blocks(), {10, 20, 31, 41});
  REQUIRE(wrong);
  CHECK(wrong->message ==
        "out[2] is 31, expected 30: wrong from block 2 (its first element is "
        "16) on");
}

TEST_CASE("compare: a value that equals poison by right is no mistake",
          "[harness][verdict]") {
  CHECK_FALSE(compared<int>({.values = {poison()}}, {poison()}));
}

TEST_CASE("compare: a known mistake is named when it explains every value",
          "[harness][verdict]") {
  Expected<int> expected = four_blocks();
  expected.explanations = {
      {"tail_dropped", "the tail is dropped", {10, 20, 30, 0}}};
  CHECK(compared(expected, {10, 20, 30, 0})->symptom == "tail_dropped");
  CHECK(compared(expected, {10, 20, 30, 1})->symptom == "last_block");
  CHECK_FALSE(compared(expected, {10, 20, 30, 40}));
}

TEST_CASE("compare: a wrong identity of nothing is named",
          "[harness][verdict]") {
  CHECK(compared<int>({.values = {1}, .size = 0}, {0})->symptom ==
        "identity_missing");
}

TEST_CASE("compare: bytes that did not come back are a mismatch",
          "[harness][verdict]") {
  CHECK(mismatch("out", four_blocks(), {})->symptom == "no_output");
}

TEST_CASE("compare: floats pass up to their bound, never as NaN",
          "[harness][verdict]") {
  const Expected<float> expected{
      .values = {1.0f, 2.0f}, .explanations = {}, .bounds = {0.5, 0.5}};
  CHECK_FALSE(compared(expected, {1.5f, 2.0f}));
  CHECK(compared(expected, {1.0f, 2.75f}));
  CHECK(compared(expected, {std::numeric_limits<float>::quiet_NaN(), 2.0f}));
  CHECK(compared(expected, {1.0f, std::numeric_limits<float>::infinity()}));
  CHECK(compared<float>({.values = {1.0f}}, {1.0000001f}));
}

TEST_CASE("compare: floats that are near, but not enough, are imprecise",
          "[harness][verdict]") {
  const Expected<float> expected{.values = {100.0f, 200.0f},
                                 .bounds = {0.001, 0.001}};
  const auto symptom_of = [&](const std::vector<float>& actual) {
    const auto wrong = compared(expected, actual);
    return wrong ? wrong->symptom : "none";
  };
  CHECK(symptom_of({100.0f, 200.5f}) == "imprecise");
  CHECK(symptom_of({100.0f, 200.0f}) == "none");
  CHECK(symptom_of({100.0f, 250.0f}) != "imprecise");
  CHECK(symptom_of({100.0f, std::numeric_limits<float>::quiet_NaN()}) !=
        "imprecise");
}

TEST_CASE("compare: pairs are shown as pairs", "[harness][verdict]") {
  const auto wrong = compared<Affine>({.values = {{2, 3}}}, {{3, 2}});
  REQUIRE(wrong);
  CHECK(wrong->message == "out[0] is {3, 2}, expected {2, 3}");
}
