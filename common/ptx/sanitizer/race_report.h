// SPDX-License-Identifier: Apache-2.0
// Turns pairs of accesses that nothing orders into findings. One finding is
// one pair of source lines and one variable; its text is that of the gravest
// kind seen, its name that of the order in the program and not in this run,
// so that all schedules give the same findings.
#pragma once

#include <string>
#include <string_view>

#include "ptx/observer/launch_names.h"
#include "ptx/sanitizer/access_shadow.h"
#include "ptx/sanitizer/finding_list.h"
#include "ptx/sanitizer/program_order.h"

namespace lockstep::ptx {

/// One side of a race: an access, and the lane of it that meets the other.
struct RacingAccess {
  Moment moment;
  std::uint32_t pc = 0;
  std::uint32_t position = 0;
  unsigned lane = 0;
  bool is_write = false;
  bool is_atomic = false;
  bool is_update = false;
  bool is_strong = false, is_wide = false;

  RacingAccess(const AccessRecord& access, unsigned its_lane)
      : moment(access.moment),
        pc(access.pc),
        position(access.position),
        lane(its_lane),
        is_write(access.is_write),
        is_atomic(access.is_atomic),
        is_update(access.is_update),
        is_strong(access.is_strong),
        is_wide(access.is_wide) {}
};

/// The place in memory where they meet.
struct RacingCell {
  Space space = Space::shared;
  std::uint64_t address = 0;
  std::uint32_t element_bytes = 4;
  const Allocation* allocation = nullptr;
  bool same_value = false;  ///< both wrote the value that the other wrote
};

/// What there may be more of than can be kept.
enum class TooMuch : std::uint8_t { releases, accesses, accesses_of_row };

class RaceReport {
 public:
  void begin(const LaunchEvent& event);
  const ProgramOrder& program() const { return program_; }
  const FindingList& findings() const { return findings_; }
  void clear() { findings_.clear(); }

  void add(const RacingAccess& one, const RacingAccess& two,
           const RacingCell& cell, std::uint64_t count);
  /// Says that not all of this launch could be followed, and what is missing.
  void give_up(TooMuch what);

 private:
  enum class Hazard : std::uint8_t {
    read_after_write,
    write_after_read,
    write_after_write,
    lost_update
  };

  /// In the program, not in this run: the lower pc comes first; in a loop,
  /// whichever has fewer writes of its warp between itself and the last block
  /// barrier, which counts iterations.
  bool is_first(const RacingAccess& one, const RacingAccess& two) const;
  Hazard hazard(const RacingAccess& first, const RacingAccess& second) const;
  Finding describe(const RacingAccess& first, const RacingAccess& second,
                   const RacingCell& cell, Severity severity) const;
  std::string message(Hazard hazard, const RacingCell& cell) const;
  std::string missing_order(const RacingAccess& first,
                            const RacingAccess& second) const;
  std::string thread(const RacingAccess& access) const;

  LaunchNames names_;
  ProgramOrder program_;
  FindingList findings_{"racecheck"};
};

}  // namespace lockstep::ptx
