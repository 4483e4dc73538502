// SPDX-License-Identifier: Apache-2.0
// Which accesses of a launch happened before which, by CUDA's rules and not
// by the order in which the machine happened to run them. Ordered are:
//   - accesses of one thread;
//   - accesses on both sides of a block barrier, for its participants;
//   - accesses on both sides of a warp barrier, for the lanes in its mask;
//   - what a thread knew at a fence, followed by its strong write or atomic,
//     before what follows a fence, warp or block barrier of a thread whose
//     strong read or atomic met that write (or a later one of an unbroken
//     chain of atomics); acquire and release accesses need no fence.
// Knowledge is passed on whole: what a thread learned, it also releases.
// A fence's knowledge crosses barriers too, so that "all threads fence,
// block barrier, one thread signals" orders them all. A fence of scope cta
// orders inside its block only.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "ptx/observer/events.h"
#include "ptx/sanitizer/knowledge.h"

namespace lockstep::ptx {

/// relaxed, acquire, release and atomic accesses, and volatile ones outside
/// shared memory.
bool is_strong(const MemoryEvent& event);
/// Reaches other blocks: atomics without a scope do, as volatile does.
bool is_wide(const MemoryEvent& event);

class Ordering {
 public:
  /// One warp's clock. It moves on at every event that orders something.
  struct Warp {
    std::uint32_t clock = 1;
    std::uint32_t synced = 0;        ///< see KnowledgeNode
    std::uint32_t position = 0;      ///< writes since the last block barrier
    std::uint32_t last_release = 0;  ///< clock that was last handed on
    std::unique_ptr<LaneClocks> clocks;
    std::vector<Held> learned;
    std::vector<Held> observed;       ///< to be learned at the next fence
    std::vector<Held> observed_near;  ///< the same, from the own block
    /// What the next strong write releases; `sources` 0: each holder its own.
    std::vector<Held> fenced;
    std::unique_ptr<FlatKnowledge> flat;  ///< of `flat_lane`, or null
    unsigned flat_lane = 0;

    bool knows(unsigned lane, unsigned other, std::uint32_t then) const {
      return then <= synced || (clocks && then <= (*clocks)[lane][other]);
    }
  };

  /// What the last strong write to an address released.
  struct Location {
    Knowledge wide, near;
    std::uint32_t last_block = 0;
    std::uint32_t near_block = 0;
    std::uint64_t last_added = 0;  ///< not twice in a row
  };
  using Locations = std::unordered_map<std::uint64_t, Location>;

  struct Block {
    std::uint32_t number = 0;
    std::uint32_t epoch = 0;
    std::vector<Warp> warps;
    std::vector<Knowledge> learned;
    std::vector<Knowledge> fenced;
    FlatKnowledge flat;  ///< of `learned`
    Locations shared;
  };

  void begin_launch();
  void begin_block(std::uint32_t block);
  void end_block(std::uint32_t block);
  void block_barrier(const BlockBarrierEvent& event);
  void warp_barrier(const WarpBarrierEvent& event);
  void fence(const FenceEvent& event);

  /// Takes note of what an access observes and releases. Gives the clock to
  /// remember it by: a write that releases counts as part of its fence.
  std::uint32_t access(const MemoryEvent& event);

  /// True once there was too much to keep; from then on all counts as
  /// ordered, so that nothing false is said.
  bool gave_up() const { return gave_up_; }

  /// Null once the block has ended.
  Block* find(std::uint32_t block);
  Block& block_of(std::uint32_t block);
  static Warp& warp_of(Block& block, std::uint32_t warp);
  static bool has_learned(const Block& block, const Warp& warp) {
    return !block.learned.empty() || !warp.learned.empty();
  }
  /// Is the access of `then_lane` at `then` ordered before what `lane` of
  /// this warp does now? They are different threads.
  bool is_ordered(Block& block, std::uint32_t warp, unsigned lane,
                  const Moment& then, unsigned then_lane);

 private:
  void give_up();
  std::uint32_t snapshot(const Block& block, std::uint32_t warp, bool is_wide);
  void take_fence(Block& block, std::uint32_t warp, LaneMask mask,
                  bool is_wide);
  void learn(Warp& warp, std::vector<Held>& from, LaneMask lanes);
  void observe(Block& block, Warp& warp, unsigned lane,
               const Location& location, bool takes);
  void release(Block& block, Warp& warp, unsigned lane, Location& location,
               const MemoryEvent& event);
  void synchronise(const MemoryEvent& event, Block& block, Warp& warp);
  void whole_block_barrier(Block& block);
  void partial_barrier(Block& block, const BlockBarrierEvent& event);
  std::uint32_t stamp(const Warp& warp, LaneMask lanes) const;
  static void join_lanes(Warp& warp, LaneMask mask, LaneMask live);

  std::unordered_map<std::uint32_t, std::unique_ptr<Block>> blocks_;
  Block* last_ = nullptr;
  KnowledgeGraph graph_;
  Locations global_;
  bool has_releases_ = false;  ///< nothing to track before the first fence
  bool gave_up_ = false;
};

}  // namespace lockstep::ptx
