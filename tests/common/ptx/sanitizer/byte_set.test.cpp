// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/byte_set.h"

#include <catch2/catch_test_macros.hpp>
#include <random>
#include <set>

namespace lockstep::ptx {
namespace {

TEST_CASE("byte_set: agrees with a set of numbers under random ranges",
          "[ptx][initcheck]") {
  std::mt19937 random(7);
  ByteSet bytes;
  std::set<std::uint64_t> model;
  for (int round = 0; round < 300; ++round) {
    const std::uint64_t first = 4000 + random() % 300;
    const std::uint64_t count = random() % 150;
    const bool inserts = random() % 3 != 0;
    if (inserts)
      bytes.insert(first, count);
    else
      bytes.erase(first, count);
    for (std::uint64_t byte = first; byte < first + count; ++byte)
      if (inserts)
        model.insert(byte);
      else
        model.erase(byte);
    const std::uint64_t from = 4000 + random() % 300;
    std::uint64_t missing = 0;
    std::optional<std::uint64_t> absent;
    for (std::uint64_t byte = from; byte < from + 100; ++byte)
      if (!model.contains(byte)) {
        ++missing;
        if (!absent) absent = byte;
      }
    REQUIRE(bytes.missing(from, 100) == missing);
    REQUIRE(bytes.first_missing(from, 100) == absent);
  }
}

TEST_CASE("byte_set: an empty range misses nothing", "[ptx][initcheck]") {
  const ByteSet bytes;
  CHECK(!bytes.first_missing(5, 0));
  CHECK(bytes.first_missing(5, 1) == 5);
}

}  // namespace
}  // namespace lockstep::ptx
