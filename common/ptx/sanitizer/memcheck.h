// SPDX-License-Identifier: Apache-2.0
// memcheck: accesses to addresses that hold nothing of the kernel's, in every
// state space. The machine finds the faults; here they get names. It knows
// no variables inside shared memory: an access from one into the next is no
// fault, as on a GPU; one past the end of all is.
#pragma once

#include <string>

#include "ptx/observer/launch_names.h"
#include "ptx/observer/observer.h"
#include "ptx/sanitizer/finding_list.h"

namespace lockstep::ptx {

class Memcheck : public Observer {
 public:
  void launch_begins(const LaunchEvent& event) override;
  void fault(const FaultEvent& event) override;

  const FindingList& findings() const { return findings_; }
  void clear() { findings_.clear(); }

 private:
  Finding describe(const FaultEvent& event) const;
  /// "in[1024], 4 bytes past the end of in (4096 bytes)"
  std::string target(const FaultEvent& event, std::uint64_t address) const;
  std::string freed_target(const FaultEvent& event,
                           std::uint64_t address) const;
  std::string shared_target(const FaultEvent& event,
                            std::uint64_t address) const;
  /// The variable at the end of shared memory, null without any.
  const Variable* last_shared() const;

  LaunchNames names_;
  FindingList findings_{"memcheck"};
};

}  // namespace lockstep::ptx
