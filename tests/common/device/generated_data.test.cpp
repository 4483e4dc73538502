// SPDX-License-Identifier: Apache-2.0
#include "device/generated_data.h"

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <vector>

namespace lockstep {

TEST_CASE("generated data: the bits are those of SplitMix64", "[device]") {
  // The published sequence of that generator from seed 0.
  CHECK(mixed_bits(0, 0) == 0xe220a8397b1dcdafu);
  CHECK(mixed_bits(0, 1) == 0x6e789e6aa1b965f4u);
  CHECK(mixed_bits(0, 2) == 0x06c45d188009454fu);
  CHECK(generated_word(0, 1) == 0x6e789e6au);
}

TEST_CASE("generated data: fills whole words and leaves the rest", "[device]") {
  std::array<std::byte, 10> bytes{};
  generate(bytes, 5);
  std::uint32_t second = 0;
  std::memcpy(&second, bytes.data() + 4, 4);
  CHECK(second == generated_word(5, 1));
  CHECK(bytes[8] == std::byte{0});
}

TEST_CASE("checksum: sees a changed, a moved and a missing word", "[device]") {
  std::vector<std::byte> bytes(64);
  generate(bytes, 1);
  const std::uint64_t sum = checksum(bytes);
  CHECK(checksum(bytes) == sum);

  auto changed = bytes;
  changed[17] ^= std::byte{1};
  CHECK(checksum(changed) != sum);

  auto moved = bytes;
  std::swap_ranges(moved.begin(), moved.begin() + 4, moved.begin() + 4);
  CHECK(checksum(moved) != sum);

  CHECK(checksum(std::span(bytes).first(60)) != sum);
}

}  // namespace lockstep
