// SPDX-License-Identifier: Apache-2.0
// memcheck's other half: what the host does with allocations. A free of what
// is no start of a live one is an error where it happens; an allocation that
// is still live at the program's end is a leak. A module's variables are
// nobody's to free.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "ptx/observer/observer.h"
#include "ptx/sanitizer/finding_list.h"

namespace lockstep::ptx {

class AllocationCheck : public Observer {
 public:
  AllocationCheck(bool finds_invalid_frees, bool finds_leaks)
      : finds_invalid_frees_(finds_invalid_frees), finds_leaks_(finds_leaks) {}

  void host(const HostEvent& event) override;
  /// Nothing will be freed any more: what is live now has leaked.
  void program_ends();

  const FindingList& findings() const { return findings_; }
  /// Forgets the findings, not what is live.
  void clear() { findings_.clear(); }

 private:
  struct Live {
    std::string name;
    std::uint64_t bytes = 0;
  };

  void invalid_free(const HostEvent& event);

  bool finds_invalid_frees_, finds_leaks_;
  std::map<std::uint32_t, Live> live_;  ///< by id: in order of allocation
  FindingList findings_{"memcheck"};
};

}  // namespace lockstep::ptx
