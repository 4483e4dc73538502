// SPDX-License-Identifier: Apache-2.0
// The interface that checkers and counters implement. The machine calls it
// and knows nothing else of them; with no observer attached it costs nothing.
#pragma once

#include <cstdint>
#include <memory>

#include "ptx/observer/events.h"

namespace lockstep::ptx {

class Observer {
 public:
  virtual ~Observer() = default;
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;

  /// Instruction events are frequent: only who asks for them gets them.
  virtual bool wants_instructions() const { return false; }

  /// The same of stretches: a tenth as many, for who only counts.
  virtual bool wants_stretches() const { return false; }

  /// For a launch whose blocks several threads run: an observer that is told
  /// of some of them, between launch_begins and launch_ends of this one, and
  /// then given to `join`. Null from who has to see all blocks.
  virtual std::unique_ptr<Observer> fork() const { return nullptr; }
  virtual void join(Observer& /*part*/) {}

  virtual void launch_begins(const LaunchEvent&) {}
  virtual void launch_ends(const LaunchEvent&) {}
  virtual void block_begins(std::uint32_t /*block*/) {}
  virtual void block_ends(std::uint32_t /*block*/) {}

  virtual void instruction(const InstructionEvent&) {}
  virtual void stretch(const StretchEvent&) {}
  virtual void memory(const MemoryEvent&) {}
  virtual void fault(const FaultEvent&) {}
  virtual void block_arrival(const BlockArrivalEvent&) {}
  virtual void block_barrier(const BlockBarrierEvent&) {}
  virtual void warp_barrier(const WarpBarrierEvent&) {}
  virtual void fence(const FenceEvent&) {}
  virtual void async_copy(const AsyncCopyEvent&) {}
  virtual void sync_misuse(const SyncMisuseEvent&) {}
  virtual void host(const HostEvent&) {}
};

}  // namespace lockstep::ptx
