// SPDX-License-Identifier: Apache-2.0
// Words that follow from a seed and an index, and a checksum of words. The
// host and a trusted kernel on a GPU compute the same, so that gigabytes need
// not travel between them (wire/trusted_kernels.h holds the kernels).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace lockstep {

/// 64 well-mixed bits (the finaliser of SplitMix64).
constexpr std::uint64_t mixed_bits(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t x = seed + (index + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Word `index` of a buffer filled from `seed`.
constexpr std::uint32_t generated_word(std::uint64_t seed,
                                       std::uint64_t index) {
  return static_cast<std::uint32_t>(mixed_bits(seed, index) >> 32);
}

/// Fills whole words.
inline void generate(std::span<std::byte> bytes, std::uint64_t seed) {
  for (std::size_t i = 0; i < bytes.size() / 4; ++i) {
    const std::uint32_t word = generated_word(seed, i);
    std::memcpy(bytes.data() + 4 * i, &word, 4);
  }
}

/// Depends on the value and the place of every word, not on the order in
/// which they are visited.
inline std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes.size() / 4; ++i) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data() + 4 * i, 4);
    sum += mixed_bits(word, i);
  }
  return sum;
}

}  // namespace lockstep
