// SPDX-License-Identifier: Apache-2.0
// initcheck: reads of bytes that nobody has written, in global, shared and
// local memory, by kernels and by copies to the host. Shared memory is new
// in every block; the local memory of a thread is new once, not at every
// call. Memory that the host never announced counts as written.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>

#include "ptx/observer/launch_names.h"
#include "ptx/observer/observer.h"
#include "ptx/sanitizer/byte_set.h"
#include "ptx/sanitizer/finding_list.h"

namespace lockstep::ptx {

class Initcheck : public Observer {
 public:
  void launch_begins(const LaunchEvent& event) override;
  void launch_ends(const LaunchEvent& event) override;
  void block_begins(std::uint32_t block) override;
  void block_ends(std::uint32_t block) override;
  void memory(const MemoryEvent& event) override;
  void host(const HostEvent& event) override;

  const FindingList& findings() const { return findings_; }
  /// Forgets the findings, not what was written.
  void clear() { findings_.clear(); }

 private:
  struct Block {
    ByteSet shared;
    std::unordered_map<std::uint32_t, ByteSet> local;  ///< by thread
  };

  /// The set for one lane of an access; null where all counts as written.
  ByteSet* set_for(const MemoryEvent& event, unsigned lane);
  void access(ByteSet& written, const MemoryEvent& event, LaneMask lanes,
              std::uint64_t address, std::uint64_t bytes);
  /// CUB reads shared memory past what it has written and does not use it.
  bool is_read_ahead(const MemoryEvent& event) const;
  void report(const ByteSet& written, const MemoryEvent& event, LaneMask lanes);
  Finding describe(const MemoryEvent& event, unsigned lane,
                   std::uint64_t missing) const;
  void copy(const HostEvent& event);
  Finding describe(const HostEvent& event, std::uint64_t first,
                   std::uint64_t count) const;

  LaunchNames names_;
  FindingList findings_{"initcheck"};
  ByteSet global_;
  std::unordered_set<std::uint32_t> known_;  ///< ids of allocations
  std::unordered_map<std::uint32_t, Block> blocks_;
  Block* block_ = nullptr;  ///< the last one looked up
  std::uint32_t block_number_ = 0;
};

}  // namespace lockstep::ptx
