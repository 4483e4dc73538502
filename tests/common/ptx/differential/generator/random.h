// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every machine and with every standard
// library (splitmix64). One seed, one sequence.
#pragma once

#include <cstdint>
#include <span>

namespace lockstep::ptx::differential {

/// One-to-one on 64 bits; spreads every bit of `value`.
constexpr std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
  value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed)) {}

  std::uint64_t next() { return mix(state_ += 0x9e3779b97f4a7c15u); }
  /// At least 0, less than `end`, which is not 0.
  unsigned below(unsigned end) {
    return static_cast<unsigned>(((next() >> 32) * end) >> 32);
  }
  /// True in `part` of `whole` cases.
  bool chance(unsigned part, unsigned whole) { return below(whole) < part; }

  template <class T>
  const T& pick(std::span<const T> from) {
    return from[below(static_cast<unsigned>(from.size()))];
  }
  template <class T, std::size_t count>
  const T& pick(const T (&from)[count]) {
    return from[below(count)];
  }

 private:
  std::uint64_t state_;
};

}  // namespace lockstep::ptx::differential
