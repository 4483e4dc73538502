// SPDX-License-Identifier: Apache-2.0
// A failing case becomes as small as it can.
#include "harness/verdict/shrink.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "harness/inputs/sizes.h"

using namespace lockstep;

namespace {

Verdict failure() {
  Verdict verdict;
  verdict.status = Status::fail;
  return verdict;
}

struct Search {
  std::uint32_t size = 0;
  unsigned runs = 0;
};

template <class Fails>
Search shrunk(std::uint32_t from, Fails fails, unsigned attempts = 32) {
  Search search;
  const auto run = [&](std::uint32_t size) {
    ++search.runs;
    return fails(size) ? failure() : Verdict{};
  };
  search.size = shrink({from, failure()}, default_sizes, run, attempts).size;
  return search;
}

}  // namespace

TEST_CASE("shrink: finds the smallest size of a threshold",
          "[harness][verdict]") {
  const std::uint32_t least = GENERATE(0u, 1u, 2u, 30u, 257u, 1025u, 60'000u);
  CHECK(shrunk(65'537, [&](auto n) { return n >= least; }).size == least);
}

TEST_CASE("shrink: finds a failing size where not all larger ones fail",
          "[harness][verdict]") {
  CHECK(shrunk(65'537, [](auto n) { return n % 32 != 0; }).size == 1);
}

TEST_CASE("shrink: a failure that stands alone stays as it is",
          "[harness][verdict]") {
  CHECK(shrunk(7919, [](auto n) { return n == 7919; }).size == 7919);
}

TEST_CASE("shrink: stops after its attempts", "[harness][verdict]") {
  const auto search = shrunk(
      65'537, [](auto n) { return n > 50'000; }, 3);
  CHECK(search.size == 65'537);
  CHECK(search.runs == 3);
}

TEST_CASE("shrink: an infrastructure error is no smaller failure",
          "[harness][verdict]") {
  const auto run = [](std::uint32_t) {
    Verdict verdict;
    verdict.status = Status::infra_error;
    return verdict;
  };
  CHECK(shrink({64, failure()}, default_sizes, run).size == 64);
}
