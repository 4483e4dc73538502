// SPDX-License-Identifier: Apache-2.0
// Test data. Every value follows from a seed, a kind and an index alone, so
// the same seed gives the same data on every platform, and the data of a
// small case is the beginning of the data of a large one. No kind is all
// equal, all zero or sorted: such data hides mistakes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lockstep {

enum class InputKind : std::uint8_t {
  random,      ///< the full range
  small,       ///< 1 … 9: sums that a person can check
  negatives,   ///< −99 … 99, two of three below zero
  extremes,    ///< INT_MIN, INT_MAX and their neighbours; sums wrap
  duplicates,  ///< three values only, in no order
};
inline constexpr std::array all_input_kinds{
    InputKind::random, InputKind::small, InputKind::negatives,
    InputKind::extremes, InputKind::duplicates};

std::string_view name_of(InputKind kind);
std::optional<InputKind> input_kind(std::string_view name);

/// Element `index` of a stream.
std::int32_t integer(InputKind kind, std::uint64_t seed, std::uint64_t index);
std::vector<std::int32_t> integers(InputKind kind, std::uint64_t seed,
                                   std::size_t count);

/// x -> a·x + b modulo `affine_modulus`, in a kernel's own layout.
struct Affine {
  std::uint32_t a = 1, b = 0;

  friend bool operator==(const Affine&, const Affine&) = default;
};
inline constexpr std::uint32_t affine_modulus = 65521;

/// First `f`, then `g`. Associative; f and g cannot change places.
constexpr Affine compose(Affine f, Affine g) {
  const std::uint64_t a = std::uint64_t{g.a} * f.a % affine_modulus;
  const std::uint64_t b = (std::uint64_t{g.a} * f.b + g.b) % affine_modulus;
  return {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
}

/// Both numbers below the modulus, `a` never 0.
std::vector<Affine> affine_pairs(InputKind kind, std::uint64_t seed,
                                 std::size_t count);

/// The number that a predict task's question is made of. One way: it says
/// nothing about the seed.
std::uint32_t question_of(std::uint64_t seed);

}  // namespace lockstep
