// SPDX-License-Identifier: Apache-2.0
// Which block begins when: a permutation of the grid's blocks that needs no
// table, as (turn * step + first) modulo the number of blocks.
#pragma once

#include <cstdint>
#include <numeric>

#include "ptx/launch/launch_config.h"

namespace lockstep::ptx {

class BeginOrder {
 public:
  /// `random` is a number that the schedule's seed picks.
  BeginOrder(const Schedule& schedule, std::uint64_t blocks,
             std::uint64_t random)
      : blocks_(blocks) {
    if (schedule.begins_in_order || blocks < 2) return;
    step_ = first_ = blocks - 1;  // backwards
    if (schedule.seed == 0) return;
    first_ = random % blocks;
    step_ = (random >> 32) % blocks;
    while (std::gcd(step_, blocks) != 1) step_ = (step_ + 1) % blocks;
  }

  /// The block that begins after `turn` others.
  std::uint32_t operator()(std::uint64_t turn) const {
    return static_cast<std::uint32_t>((turn * step_ + first_) % blocks_);
  }

 private:
  std::uint64_t blocks_;  ///< at most 2^32, so that products fit
  std::uint64_t step_ = 1, first_ = 0;
};

}  // namespace lockstep::ptx
