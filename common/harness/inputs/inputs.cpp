// SPDX-License-Identifier: Apache-2.0
#include "harness/inputs/inputs.h"

#include <limits>

#include "device/generated_data.h"

namespace lockstep {
namespace {

constexpr std::array<std::string_view, all_input_kinds.size()> names{
    "random", "small", "negatives", "extremes", "duplicates"};

/// `bits` as a number in [first, first + count).
std::int32_t in_range(std::uint64_t bits, std::int32_t first,
                      std::uint32_t count) {
  return first + static_cast<std::int32_t>((bits >> 32) % count);
}

std::int32_t extreme(std::uint64_t bits) {
  using Limit = std::numeric_limits<std::int32_t>;
  constexpr std::array<std::int32_t, 8> values{
      Limit::min(), Limit::max(), Limit::min() + 1, Limit::max() - 1, -1, 0, 1,
      1 << 30};
  return values[bits >> 61];
}

std::int32_t duplicate(std::uint64_t bits) {
  constexpr std::array<std::int32_t, 3> values{-5, 3, 40'000};
  return values[(bits >> 32) % values.size()];
}

}  // namespace

std::string_view name_of(InputKind kind) {
  return names[static_cast<std::size_t>(kind)];
}

std::optional<InputKind> input_kind(std::string_view name) {
  for (const InputKind kind : all_input_kinds)
    if (name_of(kind) == name) return kind;
  return std::nullopt;
}

std::int32_t integer(InputKind kind, std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t stream =
      mixed_bits(seed, static_cast<std::uint64_t>(kind));
  const std::uint64_t bits = mixed_bits(stream, index);
  switch (kind) {
    case InputKind::small:
      return in_range(bits, 1, 9);
    case InputKind::negatives: {
      const std::int32_t size = in_range(bits, 1, 99);
      return bits % 3 == 0 ? size : -size;
    }
    case InputKind::extremes:
      return extreme(bits);
    case InputKind::duplicates:
      return duplicate(bits);
    case InputKind::random:
      break;
  }
  return static_cast<std::int32_t>(bits >> 32);
}

std::vector<std::int32_t> integers(InputKind kind, std::uint64_t seed,
                                   std::size_t count) {
  std::vector<std::int32_t> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = integer(kind, seed, i);
  return values;
}

std::vector<Affine> affine_pairs(InputKind kind, std::uint64_t seed,
                                 std::size_t count) {
  std::vector<Affine> pairs(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto a = static_cast<std::uint32_t>(integer(kind, seed, 2 * i));
    const auto b = static_cast<std::uint32_t>(integer(kind, seed, 2 * i + 1));
    pairs[i] = {1 + a % (affine_modulus - 1), b % affine_modulus};
  }
  return pairs;
}

std::uint32_t question_of(std::uint64_t seed) {
  constexpr std::uint64_t domain = 0x7175657374696f6e;  // "question"
  return static_cast<std::uint32_t>(mixed_bits(mixed_bits(domain, seed), 0) >>
                                    48);
}

}  // namespace lockstep
