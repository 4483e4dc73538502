// SPDX-License-Identifier: Apache-2.0
// What a row of memory keeps of its past accesses, so that later ones can be
// held against them: every access that a later one could race with, not only
// the last. Otherwise the order in which warps run would decide which pairs
// of lines are seen. What another record stands for is dropped:
//   - a thread's earlier access at the same instruction, by its last one (of
//     those since the warp's last barrier the first is kept too, because
//     hazards are named by it);
//   - after a block barrier, by the block's own access at that instruction;
//   - of blocks that have moved on, all but two at each instruction (where
//     locks and flags order blocks one by one, in a long row only);
//   - in a long row, an access before which two later ones at its instruction
//     are ordered, by two warps: who races with it races with one of them.
// Records that no question can tell apart are one, so that a loop without
// barriers does not make a row grow.
#pragma once

#include <array>
#include <cstdint>

#include "ptx/sanitizer/access_shadow.h"
#include "ptx/sanitizer/ordering.h"
#include "ptx/sanitizer/row_access.h"

namespace lockstep::ptx {

/// The access that is just happening, as one row of memory sees it.
struct ArrivingAccess {
  const MemoryEvent& event;
  const RowAccess& part;
  const AccessRecord& access;
  AccessShadow& shadow;
  Ordering::Block& block;
  const Ordering::Warp& warp;
};

class RowHistory {
 public:
  RowHistory(const ArrivingAccess& now, Ordering& ordering)
      : now_(now), ordering_(ordering) {}

  /// To be called for each record of the row, in their order. True if the
  /// record is to be removed.
  bool drops(std::uint32_t record);
  /// Adds the new access, once all records have been met. False if the row
  /// is too long for it.
  bool remember();

 private:
  /// Blocks whose old accesses stand for those of all blocks.
  struct Representatives {
    std::uint32_t block[2] = {};
    std::uint32_t cells[2] = {};
  };

  void meet_other_block(AccessRecord& then);
  void meet_own_warp(AccessRecord& then);
  void outdate(AccessRecord& then);
  LaneMask lanes_before(const AccessRecord& then, unsigned cell);
  bool joins_another(std::uint32_t record);
  bool can_fold(const AccessRecord& then) const;
  void fold(AccessRecord& into, const AccessRecord& from);
  void add(std::uint32_t record, bool repeats_only);
  void insert_all();

  const ArrivingAccess& now_;
  Ordering& ordering_;
  Representatives representatives_;
  std::array<LaneMask, 32> repeats_{};  ///< lanes that were here before
  bool has_repeats_ = false;
  std::uint32_t length_ = 0;  ///< records met
  // Records to add to, 0 where there is none yet.
  std::uint32_t first_ = 0, repeat_ = 0, folded_ = 0;
  std::uint32_t first_records_ = 0;
};

}  // namespace lockstep::ptx
