// SPDX-License-Identifier: Apache-2.0
#include "generator/tables.h"

#include <fmt/format.h>

#include "generator/random.h"

namespace lockstep::ptx::differential {

namespace {

constexpr std::uint64_t integers[] = {0,
                                      1,
                                      2,
                                      3,
                                      7,
                                      8,
                                      15,
                                      16,
                                      17,
                                      24,
                                      31,
                                      32,
                                      33,
                                      63,
                                      64,
                                      65,
                                      127,
                                      128,
                                      255,
                                      256,
                                      0x7fff,
                                      0x8000,
                                      0xffff,
                                      0x10000,
                                      0xffffff,
                                      0x1000000,
                                      0x7ffffffe,
                                      0x7fffffff,
                                      ~0u,
                                      0x80000000,
                                      0x80000001,
                                      0xfffffffe,
                                      ~0ull,
                                      ~0ull - 1,
                                      0x7fffffffffffffff,
                                      1ull << 63,
                                      1ull << 32,
                                      0x8000ull << 32};

constexpr std::uint32_t floats[] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x807fffff,
    0x00800000, 0x80800000, 0x00800001, 0x3f800000, 0xbf800000, 0x3f800001,
    0x3f7fffff, 0x3f000000, 0x3effffff, 0x3fc00000, 0x40200000, 0xc0200000,
    0x40400000, 0x4b000000, 0x4b800000, 0xcb7fffff, 0x4effffff, 0x4f000000,
    0xcf000000, 0x4f800000, 0x5f000000, 0xdf000000, 0x5f800000, 0x7f7fffff,
    0xff7fffff, 0x7f800000, 0xff800000, 0x20000000, 0x5e800000, 0x33800000};

constexpr std::uint64_t doubles[] = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001,
    0x800fffffffffffff, 0x0010000000000000, 0x8010000000000000,
    0x3ff0000000000000, 0xbff0000000000000, 0x3ff0000000000001,
    0x3fefffffffffffff, 0x3fe0000000000000, 0x3ff8000000000000,
    0xc004000000000000, 0x4330000000000000, 0x4340000000000000,
    0x41dfffffffc00000, 0x41e0000000000000, 0xc1e0000000200000,
    0x41f0000000000000, 0x43e0000000000000, 0xc3e0000000000000,
    0x43f0000000000000, 0x7fefffffffffffff, 0xffefffffffffffff,
    0x7ff0000000000000, 0xfff0000000000000, 0x36a0000000000000,
    0x3690000000000000, 0x380fffffe0000000, 0x47efffffe0000000,
    0x47effffff0000000, 0x3ca0000000000000};

std::uint32_t some_float(Random& random) {
  constexpr std::uint32_t nan = 0x7fffffff;
  switch (random.below(8)) {
    case 0:  // any bits but the many patterns of NaN
      break;
    case 1:  // near one, where cancellation is
      return 0x3f000000 + random.below(0x01800000);
    case 2:
      return random.chance(1, 3) ? nan : 0x3f800000;
    case 3:  // whole numbers
      return 0x40000000 + (random.below(0x1400) << 16);
    default:
      return random.pick(floats);
  }
  const auto bits = static_cast<std::uint32_t>(random.next());
  return (bits & 0x7f800000) == 0x7f800000 ? nan : bits;
}

std::uint64_t some_double(Random& random) {
  constexpr std::uint64_t nan = 0x7fffffffffffffff;
  switch (random.below(8)) {
    case 0:
      break;
    case 1:
      return 0x3fe0000000000000 + (random.next() >> 11);
    case 2:
      return random.chance(1, 3) ? nan : 0x3ff0000000000000;
    case 3:
      return 0x4000000000000000 + (std::uint64_t{random.below(0x280)} << 47);
    default:
      return random.pick(doubles);
  }
  const std::uint64_t bits = random.next();
  const std::uint64_t exponent = 0x7ff0000000000000;
  return (bits & exponent) == exponent ? nan : bits;
}

std::uint64_t some_integer(Random& random) {
  switch (random.below(4)) {
    case 0:
      return random.next() >> random.below(64);
    case 1:  // another edge in the upper half
      return random.pick(integers) ^ (random.pick(integers) << 32);
    default:
      return random.pick(integers);
  }
}

}  // namespace

std::span<const std::uint64_t> edge_integers() { return integers; }
std::span<const std::uint32_t> edge_floats() { return floats; }
std::span<const std::uint64_t> edge_doubles() { return doubles; }

std::vector<std::uint64_t> input_table() {
  Random random(1);
  std::vector<std::uint64_t> table;
  const auto fill = [&](auto value) {
    for (unsigned n = 0; n < section_words; ++n) table.push_back(value());
  };
  fill([&] { return some_integer(random); });
  fill([&] {
    const std::uint64_t high = some_float(random);
    return high << 32 | some_float(random);
  });
  fill([&] { return some_double(random); });
  fill([&] { return random.next(); });
  return table;
}

std::string constant_table() {
  Random random(2);
  std::string values;
  for (unsigned n = 0; n < constant_words; ++n) {
    values += fmt::format("{}0x{:x}", n == 0 ? "" : ", ", random.next());
  }
  return fmt::format(".const .align 8 .b64 constant_table[{}] = {{{}}};\n",
                     constant_words, values);
}

}  // namespace lockstep::ptx::differential
