// SPDX-License-Identifier: Apache-2.0
// One resident block (CTA): shared memory, warps and its 16 barriers. A
// barrier counts arrivals lane by lane; an exited thread no longer counts.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "ptx/machine/global_memory.h"
#include "ptx/machine/warp.h"

namespace lockstep::ptx {

inline constexpr unsigned barrier_count = 16;

/// What bar.red tells every thread that waited.
struct BarrierResult {
  std::uint32_t population = 0;
  bool all = true;
  bool any = false;
};

struct Arrival {
  const Instruction* instruction = nullptr;
  std::uint32_t pc = 0;
  std::uint32_t barrier = 0;
  std::uint32_t expected = 0;  ///< threads; 0: the whole block
  LaneMask lanes = 0;
  LaneMask values = 0;  ///< bar.red: lanes whose predicate holds
};

struct Barrier {
  const Instruction* first = nullptr;    ///< by whom this phase was begun
  const Instruction* differs = nullptr;  ///< another one that joined it
  std::uint32_t first_warp = 0;
  std::uint32_t differing_warp = 0;
  LaneMask differing_lanes = 0;
  std::uint32_t expected = 0;
  bool has_passers = false;  ///< some only arrive and do not wait
  std::uint32_t extra = 0;   ///< arrivals by lanes that had arrived already
  std::uint32_t arrived_count = 0;
  std::vector<LaneMask> arrived;  ///< by warp
  BarrierResult result;
};

/// barrier.cluster of a cluster of one block; isa/cluster.cpp.
struct ClusterBarrier {
  std::uint32_t phase = 0;
  std::vector<LaneMask> arrived;       ///< by warp, in this phase
  std::vector<std::uint32_t> awaited;  ///< by thread: the phase it arrived in
};

class Cta {
 public:
  explicit Cta(Grid& grid);

  /// Starts block number `block` of the grid.
  void begin(std::uint32_t block);

  Grid& grid() const { return *grid_; }
  std::uint32_t block() const { return block_; }
  std::uint32_t live_threads() const { return live_threads_; }
  bool is_done() const { return live_threads_ == 0; }
  std::vector<std::unique_ptr<Warp>>& warps() { return warps_; }
  const std::vector<std::unique_ptr<Warp>>& warps() const { return warps_; }
  const Barrier& barrier(std::uint32_t number) const {
    return barriers_[number];
  }
  std::byte* shared() { return shared_.data(); }
  ClusterBarrier& cluster_barrier() { return cluster_barrier_; }
  /// Arrivals at mbarriers that wait for copies, oldest first.
  std::vector<DeferredArrival>& deferred() { return deferred_; }
  std::uint64_t shared_bytes() const { return shared_.size(); }

  /// The block of global memory that holds [address, address + bytes), or
  /// null. An instruction mostly goes where it went before.
  MemoryBlock* find_block(std::uint32_t pc, std::uint64_t address,
                          std::uint64_t bytes) {
    MemoryBlock* const known = known_blocks_[pc % known_blocks_.size()];
    if (known != nullptr && known->contains(address, bytes)) return known;
    return find_other_block(pc, address, bytes);
  }
  /// See Warp::scratch; only one warp of a block runs at a time.
  std::byte* scratch() {
    scratch_turn_ = (scratch_turn_ + 1) % scratch_.size();
    return scratch_[scratch_turn_].data();
  }

  void arrive(Warp& warp, const Arrival& arrival);
  /// Lanes of a warp have exited: barriers may have become complete.
  void threads_exited(unsigned count);

 private:
  void note_arrival(Warp& warp, const Arrival& arrival, Barrier& barrier);
  bool is_same_barrier(const Instruction& a, const Instruction& b) const;
  bool is_complete(const Barrier& barrier) const;
  void release(std::uint32_t number);
  MemoryBlock* find_other_block(std::uint32_t pc, std::uint64_t address,
                                std::uint64_t bytes);
  void report_divergence(std::uint32_t number);
  void report_missing(std::uint32_t number);
  void notify_release(std::uint32_t number);

  Grid* grid_;
  std::uint32_t block_ = 0;
  std::uint32_t live_threads_ = 0;
  std::vector<std::byte> shared_;
  std::vector<std::unique_ptr<Warp>> warps_;
  std::array<Barrier, barrier_count> barriers_;
  alignas(64) std::array<std::array<std::byte, warp_size * 16>, 8> scratch_;
  std::size_t scratch_turn_ = 0;
  std::array<MemoryBlock*, 64> known_blocks_{};  ///< by pc
  std::vector<DeferredArrival> deferred_;
  ClusterBarrier cluster_barrier_;
};

}  // namespace lockstep::ptx
