// SPDX-License-Identifier: Apache-2.0
// Data that hides no mistake: seeded, varied, the same everywhere.
#include "harness/inputs/inputs.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <limits>
#include <set>

#include "harness/inputs/sizes.h"

using namespace lockstep;

TEST_CASE("inputs: no kind is all equal or sorted", "[harness][inputs]") {
  const InputKind kind = GENERATE(from_range(all_input_kinds));
  CAPTURE(name_of(kind));
  const auto values = integers(kind, 1, 33);
  CHECK(std::set(values.begin(), values.end()).size() > 1);
  CHECK_FALSE(std::ranges::is_sorted(values));
  CHECK_FALSE(std::ranges::is_sorted(values, std::greater()));
}

TEST_CASE("inputs: the same seed gives the same values, another others",
          "[harness][inputs]") {
  const InputKind kind = GENERATE(from_range(all_input_kinds));
  CHECK(integers(kind, 7, 100) == integers(kind, 7, 100));
  CHECK(integers(kind, 7, 100) != integers(kind, 8, 100));
}

TEST_CASE("inputs: a small case is the beginning of a large one",
          "[harness][inputs]") {
  const InputKind kind = GENERATE(from_range(all_input_kinds));
  auto large = integers(kind, 3, 1000);
  large.resize(10);
  CHECK(integers(kind, 3, 10) == large);
}

TEST_CASE("inputs: extremes hold both ends of the range", "[harness][inputs]") {
  const auto values = integers(InputKind::extremes, 1, 256);
  CHECK(std::ranges::count(values, std::numeric_limits<int>::min()) > 0);
  CHECK(std::ranges::count(values, std::numeric_limits<int>::max()) > 0);
}

TEST_CASE("inputs: small values stay from 1 to 9, negatives mostly below 0",
          "[harness][inputs]") {
  for (const int value : integers(InputKind::small, 5, 500))
    CHECK((value >= 1 && value <= 9));
  const auto negatives = integers(InputKind::negatives, 5, 500);
  CHECK(std::ranges::count_if(negatives, [](int v) { return v < 0; }) > 250);
}

TEST_CASE("inputs: a kind is found by its name, and only by it",
          "[harness][inputs]") {
  const InputKind kind = GENERATE(from_range(all_input_kinds));
  CHECK(input_kind(name_of(kind)) == kind);
  CHECK_FALSE(input_kind("ones").has_value());
}

TEST_CASE("inputs: affine pairs are below the modulus and invertible",
          "[harness][inputs]") {
  const InputKind kind = GENERATE(from_range(all_input_kinds));
  for (const Affine pair : affine_pairs(kind, 2, 300)) {
    CHECK((pair.a > 0 && pair.a < affine_modulus));
    CHECK(pair.b < affine_modulus);
  }
}

TEST_CASE("inputs: compose applies the left function first and is associative",
          "[harness][inputs]") {
  // (2x + 1) then (3x + 5) is 3(2x + 1) + 5 = 6x + 8.
  CHECK(compose({2, 1}, {3, 5}) == Affine{6, 8});
  CHECK(compose({3, 5}, {2, 1}) == Affine{6, 11});
  const auto p = affine_pairs(InputKind::random, 4, 3);
  CHECK(compose(compose(p[0], p[1]), p[2]) ==
        compose(p[0], compose(p[1], p[2])));
  CHECK(compose({1, 0}, p[0]) == p[0]);
  CHECK(compose(p[0], {1, 0}) == p[0]);
}

TEST_CASE("inputs: a question has 16 bits and follows from the seed",
          "[harness][inputs]") {
  std::set<std::uint32_t> questions;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    CHECK(question_of(seed) < 65536);
    CHECK(question_of(seed) == question_of(seed));
    questions.insert(question_of(seed));
  }
  CHECK(questions.size() > 90);
}

TEST_CASE("sizes: ascending, with both sides of warps and blocks",
          "[harness][inputs]") {
  const auto list = sizes(false, false);
  CHECK(std::ranges::is_sorted(list));
  for (const std::uint32_t n : {0u, 1u, 2u, 31u, 32u, 33u, 127u, 128u, 129u,
                                1023u, 1024u, 1025u, 65537u})
    CHECK(std::ranges::count(list, n) == 1);
  CHECK(sizes(true, false).size() > list.size());
  CHECK(sizes(false, false, 33).back() == 33);
}
