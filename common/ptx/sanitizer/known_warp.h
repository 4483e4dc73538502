// SPDX-License-Identifier: Apache-2.0
// Up to which of its clocks each lane of one warp is known to somebody. Most
// often some lanes are known up to one clock and the rest up to another; only
// what is not so takes 32 numbers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "ptx/module/instruction.h"

namespace lockstep::ptx {

using LaneClock = std::array<std::uint32_t, warp_size>;

class KnownWarp {
 public:
  /// Lanes of `ahead` up to `clock`, all others up to `rest`.
  KnownWarp(std::uint32_t warp, LaneMask ahead, std::uint32_t clock,
            std::uint32_t rest)
      : warp_(warp), ahead_(ahead), clock_(clock), rest_(rest) {}
  KnownWarp(std::uint32_t warp, const LaneClock& lanes);

  std::uint32_t warp() const { return warp_; }
  std::uint32_t operator[](unsigned lane) const {
    if (lanes_) return (*lanes_)[lane];
    return (ahead_ >> lane & 1) != 0 ? clock_ : rest_;
  }
  /// Knows at least as much of every lane.
  bool includes(const KnownWarp& other) const;
  /// What both know together; they are of one warp.
  KnownWarp joined(const KnownWarp& other) const;

 private:
  std::uint32_t warp_;
  LaneMask ahead_ = 0;
  std::uint32_t clock_ = 0, rest_ = 0;
  std::shared_ptr<const LaneClock> lanes_;  ///< null: as above
};

}  // namespace lockstep::ptx
