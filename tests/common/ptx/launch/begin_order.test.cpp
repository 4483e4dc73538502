// SPDX-License-Identifier: Apache-2.0
#include "ptx/launch/begin_order.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <vector>

namespace lockstep::ptx {
namespace {

std::vector<std::uint32_t> order(const Schedule& schedule, std::uint64_t blocks,
                                 std::uint64_t random) {
  const BeginOrder begin(schedule, blocks, random);
  std::vector<std::uint32_t> numbers;
  for (std::uint64_t turn = 0; turn < blocks; ++turn)
    numbers.push_back(begin(turn));
  return numbers;
}

TEST_CASE("begin order: by number unless any order is asked for",
          "[ptx][launch]") {
  CHECK(order({.seed = 5}, 4, 1234567) ==
        std::vector<std::uint32_t>{0, 1, 2, 3});
}

TEST_CASE("begin order: backwards for seed 0", "[ptx][launch]") {
  CHECK(order({.seed = 0, .begins_in_order = false}, 4, 99) ==
        std::vector<std::uint32_t>{3, 2, 1, 0});
  CHECK(order({.seed = 0, .begins_in_order = false}, 1, 99) ==
        std::vector<std::uint32_t>{0});
}

TEST_CASE("begin order: every block begins once, whatever the numbers",
          "[ptx][launch]") {
  const std::uint64_t blocks = GENERATE(1, 2, 3, 4, 6, 97, 360, 1024);
  const std::uint64_t random = GENERATE(
      0, 1, 0xffffffffffffffffu, 0x123456789abcdef0u, 0x0000000200000001u);
  std::vector<bool> has_begun(blocks);
  for (const std::uint32_t block :
       order({.seed = 7, .begins_in_order = false}, blocks, random)) {
    REQUIRE(block < blocks);
    CHECK_FALSE(has_begun[block]);
    has_begun[block] = true;
  }
}

}  // namespace
}  // namespace lockstep::ptx
