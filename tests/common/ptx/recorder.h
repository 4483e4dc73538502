// SPDX-License-Identifier: Apache-2.0
// An observer that keeps what it is told, for tests of the machine.
#pragma once

#include <vector>

#include "ptx/observer/observer.h"

namespace lockstep::ptx {

class Recorder : public Observer {
 public:
  bool wants_instructions() const override { return true; }
  bool wants_stretches() const override { return true; }
  void instruction(const InstructionEvent& event) override {
    instructions.push_back(event);
  }
  void stretch(const StretchEvent& event) override {
    stretches.push_back(event);
  }
  void memory(const MemoryEvent& event) override { accesses.push_back(event); }
  void fault(const FaultEvent& event) override { faults.push_back(event); }
  void block_barrier(const BlockBarrierEvent& event) override {
    barriers.push_back(event);
  }
  void warp_barrier(const WarpBarrierEvent& event) override {
    warp_barriers.push_back(event);
  }
  void host(const HostEvent& event) override { host_events.push_back(event); }
  void async_copy(const AsyncCopyEvent& event) override {
    copies.push_back(event);
  }
  void sync_misuse(const SyncMisuseEvent& event) override {
    misuses.push_back(event);
  }

  // Spans in these are no longer valid; everything else is.
  std::vector<InstructionEvent> instructions;
  std::vector<StretchEvent> stretches;
  std::vector<MemoryEvent> accesses;
  std::vector<FaultEvent> faults;
  std::vector<BlockBarrierEvent> barriers;
  std::vector<WarpBarrierEvent> warp_barriers;
  std::vector<SyncMisuseEvent> misuses;
  std::vector<HostEvent> host_events;
  std::vector<AsyncCopyEvent> copies;
};

}  // namespace lockstep::ptx
