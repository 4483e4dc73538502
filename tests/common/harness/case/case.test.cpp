// SPDX-License-Identifier: Apache-2.0
// Cases and the options that select them again.
#include "harness/case/case.h"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <set>

#include "harness/inputs/sizes.h"

using namespace lockstep;

namespace {

Case usual(std::uint32_t size, std::uint32_t schedule = 0) {
  Case one;
  one.size = size;
  one.schedule = schedule;
  one.inputs = usual_inputs(one.seed, size, schedule);
  return one;
}

}  // namespace

TEST_CASE("cases: one combination meets three schedules while it is small",
          "[harness][case]") {
  const auto list = cases({.sizes = {5, 100'000}}, 1, false);
  REQUIRE(list.size() == 4);
  CHECK(list[2].schedule == 2);
  CHECK(list[3] == usual(100'000));
}

TEST_CASE("cases: every small size meets every block and variant",
          "[harness][case]") {
  const auto list = cases(
      {.sizes = {5, 7}, .block_threads = {32, 64}, .variants = {"a", "b"}}, 1,
      false);
  CHECK(list.size() == 8);
  std::set<std::uint32_t> schedules;
  for (const Case& one : list) schedules.insert(one.schedule);
  CHECK(schedules.size() == 3);
}

TEST_CASE("cases: a large size takes one combination in turn",
          "[harness][case]") {
  const auto list = cases(
      {.sizes = {10'000, 20'000}, .block_threads = {32, 64, 128}}, 1, false);
  REQUIRE(list.size() == 2);
  CHECK(list[0].block_threads == 32);
  CHECK(list[1].block_threads == 64);
}

TEST_CASE("cases: all kinds of inputs occur, and the seed changes them",
          "[harness][case]") {
  std::set<InputKind> kinds;
  for (const Case& one : cases({.sizes = sizes(false, false)}, 1, false))
    kinds.insert(one.inputs);
  CHECK(kinds.size() == all_input_kinds.size());
  CHECK(cases({.sizes = sizes(false, false)}, 1, false) !=
        cases({.sizes = sizes(false, false)}, 2, false));
}

TEST_CASE("cases: schedule 0 is round robin, others differ by seed",
          "[harness][case]") {
  CHECK(usual(5).schedule_seed() == 0);
  CHECK(usual(5, 1).schedule_seed() != 0);
  CHECK(usual(5, 1).schedule_seed() != usual(5, 2).schedule_seed());
  CHECK(usual(5, 1).data_seed() != usual(5, 2).data_seed());
}

TEST_CASE("replay options: what would be chosen anyway is left out",
          "[harness][case]") {
  const CaseGrid one_block{.sizes = {64}, .block_threads = {256}};
  Case the_case = usual(64);
  the_case.block_threads = 256;
  CHECK(replay_options(the_case, one_block) == "--size 64");
  the_case.schedule = 2;
  the_case.inputs = usual_inputs(1, 64, 2);
  CHECK(replay_options(the_case, one_block) == "--size 64 --schedule 2");
}

TEST_CASE("replay options: name all that is not chosen anyway",
          "[harness][case]") {
  const CaseGrid grid{
      .sizes = {64}, .block_threads = {32, 64}, .variants = {"a", "b"}};
  Case the_case = usual(64);
  the_case.block_threads = 64;
  the_case.variant = grid.variants[1];
  the_case.inputs = the_case.inputs == InputKind::small ? InputKind::random
                                                        : InputKind::small;
  CHECK(replay_options(the_case, grid) ==
        fmt::format("--size 64 --block 64 --variant b --inputs {}",
                    name_of(the_case.inputs)));
}
