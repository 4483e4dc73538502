// SPDX-License-Identifier: Apache-2.0
// racecheck: pairs of accesses to the same byte of shared or global memory
// by different threads, at least one a write, that nothing orders (see
// ordering.h). No race are two atomics, nor two strong accesses (relaxed,
// acquire, release; volatile in global memory) whose scopes reach each
// other, unless one is a load, change and store that loses updates.
//
// row_history.h says which accesses are kept to be held against later ones.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>

#include "ptx/observer/observer.h"
#include "ptx/sanitizer/access_shadow.h"
#include "ptx/sanitizer/ordering.h"
#include "ptx/sanitizer/race_report.h"
#include "ptx/sanitizer/row_history.h"

namespace lockstep::ptx {

class Racecheck : public Observer {
 public:
  void launch_begins(const LaunchEvent& event) override;
  void launch_ends(const LaunchEvent& event) override;
  void block_begins(std::uint32_t block) override;
  void block_ends(std::uint32_t block) override;
  void memory(const MemoryEvent& event) override;
  void block_arrival(const BlockArrivalEvent& event) override;
  void block_barrier(const BlockBarrierEvent& event) override;
  void warp_barrier(const WarpBarrierEvent& event) override;
  void fence(const FenceEvent& event) override;

  const FindingList& findings() const { return report_.findings(); }
  void clear() { report_.clear(); }

 private:
  struct LanePair {
    unsigned now = 0, then = 0;
  };
  void meet_row(const ArrivingAccess& now);
  void check(const ArrivingAccess& now, const AccessRecord& then,
             std::uint32_t cells);
  bool find_race(const ArrivingAccess& now, const AccessRecord& then,
                 unsigned cell, LanePair& pair);
  std::uint32_t cells_with_same_value(const ArrivingAccess& now,
                                      const AccessRecord& then,
                                      std::uint32_t cells) const;
  void report(const ArrivingAccess& now, const AccessRecord& then,
              unsigned cell, LanePair pair, bool same_value,
              std::uint64_t count);
  void report_collisions(const ArrivingAccess& now);

  AccessShadow& shadow_of(const MemoryEvent& event);

  RaceReport report_;
  Ordering ordering_;
  std::unique_ptr<AccessShadow> global_;
  std::unordered_map<std::uint32_t, std::unique_ptr<AccessShadow>> shared_;
  AccessShadow* last_shared_ = nullptr;
  std::uint32_t last_block_ = 0;
};

}  // namespace lockstep::ptx
