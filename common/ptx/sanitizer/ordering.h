// SPDX-License-Identifier: Apache-2.0
// Which accesses of a launch happened before which, by CUDA's rules and not
// by the order in which the machine happened to run them. Ordered are:
//   - accesses of one thread;
//   - accesses on both sides of a block barrier, for its participants; those
//     that only arrive (bar.arrive) are waited for and wait for nobody;
//   - accesses on both sides of a warp barrier, for the lanes in its mask;
//   - what a thread knew at a fence, followed by its strong write or atomic,
//     before what follows a fence of a thread whose strong read or atomic met
//     that write (or a later one of an unbroken chain of atomics); acquire and
//     release accesses need no fence;
//   - that strong write itself before what follows there.
// Knowledge is passed on whole: what a thread learned, it also releases.
// A fence's knowledge crosses barriers too, so that "all threads fence, block
// barrier, one thread signals" orders them all; and so does what a thread has
// read of a flag, for fences after the barrier. A barrier itself is no fence
// to a flag that was loaded, but it is to an atomic's result: much code takes
// the last ticket, meets, and reads. A fence or an access of scope cta orders
// inside its block only. Reads before a barrier of their block are over when a
// strong store follows: who sees it may write there, without fences, as CUB
// does where it works in place. A compare-and-swap that fails is a read. Lanes
// that update one word in one instruction learn of one another.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "ptx/observer/events.h"
#include "ptx/sanitizer/lane_knowledge.h"
#include "ptx/sanitizer/release.h"

namespace lockstep::ptx {

/// relaxed, acquire, release and atomic accesses, and volatile ones outside
/// shared memory.
bool is_strong(const MemoryEvent& event);
/// Reaches other blocks: atomics without a scope do, as volatile does.
bool is_wide(const MemoryEvent& event);

class Ordering {
 public:
  /// A fence that its holders took themselves, each for itself.
  struct OwnFence {
    LaneMask holders = 0;
    bool is_wide = true;  ///< of scope gpu or sys
    std::shared_ptr<const Fence> fence;
  };

  /// One warp's clock. It moves on at every event that orders something.
  struct Warp {
    std::uint32_t clock = 1;
    std::uint32_t synced = 0;        ///< see Fence
    std::uint32_t position = 0;      ///< writes since the last block barrier
    std::uint32_t last_release = 0;  ///< clock that was last handed on
    std::shared_ptr<LaneClocks> clocks;
    /// Where a lane has learned anything, all that its block has is in it.
    LaneKnowledge learned;
    /// To be learned at the next fence; what an atomic has met, at the next
    /// barrier too. `near` is from the own block.
    LaneKnowledge observed, observed_near, met, met_near;
    /// What the next strong write releases: own fences, and those of others
    /// with whom a barrier was met since.
    std::vector<OwnFence> fences;
    LaneKnowledge fenced_wide, fenced_near;

    bool knows(unsigned lane, unsigned other, std::uint32_t then) const {
      return then <= synced || (clocks && then <= (*clocks)[lane][other]);
    }
    bool has_fenced() const {
      return !fences.empty() || !fenced_wide.empty() || !fenced_near.empty();
    }
  };

  /// Those who will not wait at a barrier that they have arrived at.
  struct Arrivals {
    std::vector<LaneMask> lanes;  ///< by warp
    Knowledge known, fenced_wide, fenced_near, observed, observed_near;
  };

  struct Block {
    std::uint32_t number = 0;
    std::uint32_t epoch = 0;
    std::uint32_t signals = 0;
    std::vector<Warp> warps;
    Knowledge learned;
    Knowledge observed, observed_near;  ///< before the last whole barrier
    Knowledge fenced_wide, fenced_near;
    std::unordered_map<std::uint32_t, Arrivals> arrivals;  ///< by barrier
    Locations shared;
    Knowledge over;  ///< reads of other blocks that are over
  };

  /// What `access` says of it: when it happened, for later ones to ask.
  struct Stamp {
    std::uint32_t clock = 0;
    std::uint32_t signal = 0;
  };

  /// Without `has_block_scope` nothing of it is of block scope.
  void begin_launch(std::uint64_t blocks, bool has_block_scope);
  void begin_block(std::uint32_t block);
  void end_block(std::uint32_t block);
  void block_arrival(const BlockArrivalEvent& event);
  void block_barrier(const BlockBarrierEvent& event);
  void warp_barrier(const WarpBarrierEvent& event);
  void fence(const FenceEvent& event);
  /// Takes note of what an access observes and releases.
  Stamp access(const MemoryEvent& event);

  /// Is that read of another block over, so that this one may write there?
  bool is_over(const Block& block, const Moment& read) const {
    return tree_.covers(block.over, read, 0);
  }
  /// True once anything but barriers of whole blocks and warps may order.
  bool has_handovers() const { return has_handovers_; }
  /// True once there was too much to keep; from then on all counts as
  /// ordered, so that nothing false is said.
  bool gave_up() const { return gave_up_; }

  /// Null once the block has ended.
  Block* find(std::uint32_t block);
  Block& block_of(std::uint32_t block);
  static Warp& warp_of(Block& block, std::uint32_t warp);
  /// Is the access of `then_lane` at `then` ordered before what `lane` of
  /// this warp does now? They are different threads.
  bool is_ordered(Block& block, std::uint32_t warp, unsigned lane,
                  const Moment& then, unsigned then_lane);

 private:
  void give_up();

  // Barriers and fences.
  Knowledge known_by(const Block& block, std::uint32_t warp,
                     LaneMask lanes) const;
  void take_fence(Block& block, std::uint32_t warp, LaneMask mask,
                  bool is_wide);
  void learn(Block& block, Warp& warp, LaneKnowledge& from, LaneMask lanes);
  void learn_before_barrier(Block& block, bool is_wide, Warp& warp,
                            LaneMask lanes);
  void share_observed(Warp& warp, LaneMask lanes) const;
  void learn_met(Block& block, Warp& warp, LaneMask lanes);
  void collect_fenced(const Warp& warp, LaneMask lanes, Knowledge& wide,
                      Knowledge& near) const;
  void collect_observed(const Warp& warp, LaneMask lanes, Knowledge& wide,
                        Knowledge& near) const;
  void share_fenced(Warp& warp, LaneMask lanes, const Knowledge& wide,
                    const Knowledge& near) const;
  void whole_block_barrier(Block& block);
  void partial_barrier(Block& block, const BlockBarrierEvent& event);
  static void join_lanes(Warp& warp, LaneMask mask, LaneMask live);

  // Strong accesses.
  Locations& locations_of(const MemoryEvent& event, Block& block) {
    return event.space == Space::shared ? block.shared : global_;
  }
  void pass_reads(const MemoryEvent& event, Block& block);
  std::uint32_t synchronise(const MemoryEvent& event, Block& block, Warp& warp);
  void observe(const MemoryEvent& event, Block& block, Warp& warp,
               LaneMask lanes, Location& location);
  std::uint32_t release(const MemoryEvent& event, Block& block, Warp& warp,
                        LaneMask lanes, Location& location,
                        std::uint32_t& signal);

  KnowledgeTree tree_;
  std::unordered_map<std::uint32_t, std::unique_ptr<Block>> blocks_;
  Block* last_ = nullptr;
  Locations global_;
  /// By word of a flag: reads that were over when it was stored.
  std::unordered_map<std::uint64_t, Knowledge> over_;
  bool has_releases_ = false;  ///< nothing to track before the first fence
  bool has_block_scope_ = false;
  bool has_handovers_ = false;
  bool gave_up_ = false;
};

}  // namespace lockstep::ptx
