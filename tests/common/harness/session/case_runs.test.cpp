// SPDX-License-Identifier: Apache-2.0
// The result does not depend on the number of workers.
#include "harness/session/case_runs.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <stdexcept>

using namespace lockstep;

namespace {

Verdict verdict_of(bool passes) {
  Verdict verdict;
  if (!passes) verdict.status = Status::fail;
  return verdict;
}

}  // namespace

TEST_CASE("case runs: the first failure is found, all before it are kept",
          "[harness][session]") {
  const std::size_t workers = GENERATE(1, 2, 5);
  std::vector<std::size_t> kept;
  const auto failed = first_failure(
      50, workers,
      [](std::size_t, std::size_t i) { return verdict_of(i != 20 && i != 31); },
      [&](std::size_t i, const Verdict& verdict) {
        kept.push_back(i);
        CHECK(verdict.passed() == (i != 20));
      });
  CHECK(failed == 20);
  REQUIRE(kept.size() == 21);
  for (std::size_t i = 0; i < kept.size(); ++i) CHECK(kept[i] == i);
}

TEST_CASE("case runs: no failure keeps all", "[harness][session]") {
  std::size_t kept = 0;
  const auto failed = first_failure(
      7, 3, [](std::size_t, std::size_t) { return verdict_of(true); },
      [&](std::size_t, const Verdict&) { ++kept; });
  CHECK_FALSE(failed);
  CHECK(kept == 7);
}

TEST_CASE("case runs: an exception is an infrastructure error of its case",
          "[harness][session]") {
  const auto failed = first_failure(
      3, 2,
      [](std::size_t, std::size_t i) -> Verdict {
        if (i == 1) throw std::runtime_error("no memory");
        return {};
      },
      [](std::size_t i, const Verdict& verdict) {
        CHECK((verdict.status == Status::infra_error) == (i == 1));
      });
  CHECK(failed == 1);
}
