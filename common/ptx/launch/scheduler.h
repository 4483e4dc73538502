// SPDX-License-Identifier: Apache-2.0
// Who runs next: resident blocks and their warps take turns in an order that
// the seed picks. Blocks start in order. Ends when all blocks are done, or by
// LaunchStop.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "ptx/launch/block_queue.h"
#include "ptx/launch/launch_config.h"
#include "ptx/machine/cta.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

/// The same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  /// Below `bound`, which is not 0.
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(next() % bound);
  }

 private:
  std::uint64_t state_;
};

class Scheduler {
 public:
  Scheduler(Grid& grid, const LaunchConfig& config, BlockQueue& queue);

  void run();

 private:
  bool start_next_block(Cta& cta);
  void run_round();
  void run_block(Cta& cta);
  void fill(std::vector<std::uint32_t>& order, std::size_t count);
  std::int64_t turn_length();
  bool is_out_of_time();
  void check_limits(const Warp& warp);
  void check_progress(Cta& cta);

  Grid& grid_;
  const Schedule schedule_;
  const LaunchLimits limits_;
  const bool is_cooperative_;
  Random random_;
  std::vector<std::unique_ptr<Cta>> resident_;
  std::vector<std::uint32_t> block_order_, warp_order_;
  BlockQueue& queue_;
  std::chrono::steady_clock::time_point start_;
  std::uint64_t next_clock_ = 0;         ///< Grid::executed when to look
  std::uint64_t seen_progress_ = 0;      ///< Grid::progress last seen
  std::uint64_t progress_executed_ = 0;  ///< Grid::executed at that time
  bool polled_before_ = false;           ///< all polled in the period before
};

}  // namespace lockstep::ptx
