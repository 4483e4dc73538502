// SPDX-License-Identifier: Apache-2.0
// racecheck's part for cp.async: between its begin and its completion nobody
// may read or write the target, not even the thread that began the copy. One
// that is never waited for is never complete.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>

#include "ptx/observer/launch_names.h"
#include "ptx/observer/observer.h"
#include "ptx/sanitizer/finding_list.h"

namespace lockstep::ptx {

class AsyncCopyCheck : public Observer {
 public:
  void launch_begins(const LaunchEvent& event) override;
  void block_begins(std::uint32_t block) override { blocks_.erase(block); }
  void block_ends(std::uint32_t block) override { blocks_.erase(block); }
  void memory(const MemoryEvent& event) override;
  void async_copy(const AsyncCopyEvent& event) override;

  const FindingList& findings() const { return findings_; }
  void clear() { findings_.clear(); }

 private:
  /// Bytes [key, end) of shared memory that a copy is filling.
  struct Range {
    std::uint64_t end = 0;
    const Instruction* instruction = nullptr;
    std::uint32_t pc = 0;
    std::uint32_t thread = 0;
  };
  using Ranges = std::map<std::uint64_t, Range>;

  void report(const MemoryEvent& event, unsigned lane, const Range& copy);

  LaunchNames names_;
  FindingList findings_{"racecheck"};
  std::unordered_map<std::uint32_t, Ranges> blocks_;
};

}  // namespace lockstep::ptx
