// SPDX-License-Identifier: Apache-2.0
// The blocks of a launch that have not begun, by turns. Schedulers on several
// threads may share one.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "ptx/launch/begin_order.h"

namespace lockstep::ptx {

class BlockQueue {
 public:
  BlockQueue(std::uint64_t count, const BeginOrder& order)
      : count_(count), order_(order) {}

  std::optional<std::uint32_t> take() {
    const std::uint64_t turn = next_.fetch_add(1, std::memory_order_relaxed);
    if (turn >= count_) return std::nullopt;
    return order_(turn);
  }
  bool is_empty() const {
    return next_.load(std::memory_order_relaxed) >= count_;
  }
  /// Nobody needs the rest any more, nor what has begun.
  void cancel() { is_cancelled_.store(true, std::memory_order_relaxed); }
  bool is_cancelled() const {
    return is_cancelled_.load(std::memory_order_relaxed);
  }

 private:
  const std::uint64_t count_;
  const BeginOrder order_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> is_cancelled_{false};
};

}  // namespace lockstep::ptx
