// SPDX-License-Identifier: Apache-2.0
// The blocks of a launch that have not begun, in order. Schedulers on several
// threads may share one.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace lockstep::ptx {

class BlockQueue {
 public:
  explicit BlockQueue(std::uint64_t count) : count_(count) {}

  std::optional<std::uint32_t> take() {
    const std::uint64_t block = next_.fetch_add(1, std::memory_order_relaxed);
    if (block >= count_) return std::nullopt;
    return static_cast<std::uint32_t>(block);
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
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> is_cancelled_{false};
};

}  // namespace lockstep::ptx
