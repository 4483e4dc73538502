// SPDX-License-Identifier: Apache-2.0
// The 64 bits of an mbarrier in shared memory. The manual leaves them
// opaque; here they are, lowest first: pending arrivals (20), expected
// arrivals (20), bytes of copies still to come (22, signed), the phase's
// parity (1), and 0. What is no mbarrier is recognised in most cases.
#pragma once

#include <cstdint>

namespace lockstep::ptx {

struct Mbarrier {
  static constexpr std::uint32_t max_count = (1u << 20) - 1;
  static constexpr std::int32_t max_bytes = (1 << 20) - 1;

  std::uint32_t pending = 0;
  std::uint32_t expected = 0;
  std::int32_t bytes = 0;
  bool phase = false;

  static Mbarrier from(std::uint64_t bits) {
    Mbarrier barrier;
    barrier.pending = static_cast<std::uint32_t>(bits & max_count);
    barrier.expected = static_cast<std::uint32_t>((bits >> 20) & max_count);
    const auto biased = static_cast<std::int32_t>((bits >> 40) & 0x3fffff);
    barrier.bytes = biased - (1 << 21);
    barrier.phase = ((bits >> 62) & 1) != 0;
    return barrier;
  }
  std::uint64_t bits() const {
    return std::uint64_t{pending} | std::uint64_t{expected} << 20 |
           static_cast<std::uint64_t>(bytes + (1 << 21)) << 40 |
           std::uint64_t{phase} << 62;
  }
  static constexpr bool is_one(std::uint64_t bits) {
    const std::uint64_t biased = (bits >> 40) & 0x3fffff;
    return bits >> 63 == 0 && biased >= (1u << 20) && biased < (3u << 20);
  }
  /// Begins the next phase if nothing is missing in this one.
  void advance_if_complete() {
    if (pending != 0 || bytes != 0) return;
    pending = expected;
    phase = !phase;
  }
};

/// What mbarrier.inval leaves: no mbarrier.
inline constexpr std::uint64_t invalid_mbarrier = ~std::uint64_t{0};

}  // namespace lockstep::ptx
