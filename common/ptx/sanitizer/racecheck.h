// SPDX-License-Identifier: Apache-2.0
// racecheck: pairs of accesses to the same byte of shared or global memory
// by different threads, at least one a write, that nothing orders (see
// ordering.h). No race are two atomics, nor two strong accesses (relaxed,
// acquire, release; volatile in global memory) whose scopes reach each
// other, unless one is a load, change and store that loses updates.
//
// A row keeps every access that a later one could race with, not only the
// last: otherwise the order in which warps run would decide which line pairs
// are seen. Of a thread's accesses at one instruction the first and the last
// are kept; after a barrier one of the same block stands for them, and of
// blocks that have moved on, two at each instruction stand for all.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "ptx/observer/observer.h"
#include "ptx/sanitizer/access_shadow.h"
#include "ptx/sanitizer/ordering.h"
#include "ptx/sanitizer/race_report.h"
#include "ptx/sanitizer/row_access.h"

namespace lockstep::ptx {

class Racecheck : public Observer {
 public:
  void launch_begins(const LaunchEvent& event) override;
  void launch_ends(const LaunchEvent& event) override;
  void block_begins(std::uint32_t block) override;
  void block_ends(std::uint32_t block) override;
  void memory(const MemoryEvent& event) override;
  void block_barrier(const BlockBarrierEvent& event) override;
  void warp_barrier(const WarpBarrierEvent& event) override;
  void fence(const FenceEvent& event) override;

  const FindingList& findings() const { return report_.findings(); }
  void clear() { report_.clear(); }

 private:
  /// The access that is just happening, as one row of memory sees it.
  struct Now {
    const MemoryEvent& event;
    const RowAccess& part;
    const AccessRecord& access;
    AccessShadow& shadow;
    Ordering::Block& block;

    /// Cells whose first access at this instruction is in the row already.
    std::uint32_t repeats = 0;

    LaneMask lanes_of(unsigned cell) const {
      return part.crowded != 0 ? part.lanes[cell]
                               : LaneMask{1} << part.lane_of[cell];
    }
  };
  struct LanePair {
    unsigned now = 0, then = 0;
  };
  /// Two blocks whose old accesses at an instruction stand for all others'.
  struct Representatives {
    std::uint32_t block[2] = {};
    std::uint32_t cells[2] = {};
  };

  void meet_row(Now now);
  static bool can_merge(const Now& now, const AccessRecord& then);
  void check(const Now& now, const AccessRecord& then, std::uint32_t cells);
  bool find_race(const Now& now, const AccessRecord& then, unsigned cell,
                 LanePair& pair);
  std::uint32_t cells_with_same_value(const Now& now, const AccessRecord& then,
                                      std::uint32_t cells) const;
  void report(const Now& now, const AccessRecord& then, unsigned cell,
              LanePair pair, bool same_value, std::uint64_t count);
  void report_collisions(const Now& now);
  std::uint32_t superseded(Now& now, const AccessRecord& then,
                           std::uint32_t cells,
                           Representatives& representatives);
  void remember(const Now& now, std::uint32_t cells, std::uint32_t mergeable);
  void remember_crowded(const Now& now, std::uint32_t cells);

  AccessShadow& shadow_of(const MemoryEvent& event);

  RaceReport report_;
  Ordering ordering_;
  std::unique_ptr<AccessShadow> global_;
  std::unordered_map<std::uint32_t, std::unique_ptr<AccessShadow>> shared_;
  AccessShadow* last_shared_ = nullptr;
  std::uint32_t last_block_ = 0;
};

}  // namespace lockstep::ptx
