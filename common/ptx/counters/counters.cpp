// SPDX-License-Identifier: Apache-2.0
#include "ptx/counters/counters.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "ptx/counters/atomic_cost.h"
#include "ptx/counters/instruction_counts.h"
#include "ptx/counters/memory_cost.h"
#include "ptx/counters/metrics.h"

namespace lockstep::ptx {

class Counters::Counting : public Observer {
 public:
  bool wants_instructions() const override { return true; }

  void launch_begins(const LaunchEvent& event) override {
    counts_.assign(event.module->code.size(), {});
    merging_ = merging_increments(*event.module);
    barriers_.clear();
    launch_ = {};
    launch_.blocks = event.grid.count();
    launch_.threads_a_block = event.block.count();
  }

  void launch_ends(const LaunchEvent& event) override {
    for (const auto& [block, passed] : barriers_) end_of(passed);
    launches_.push_back({event.kernel->name, event.grid, event.block,
                         metrics(*event.module, counts_, launch_)});
    counts_.clear();
    barriers_.clear();
  }

  void block_ends(std::uint32_t block) override {
    if (const auto found = barriers_.find(block); found != barriers_.end()) {
      end_of(found->second);
      barriers_.erase(found);
    }
  }

  void block_barrier(const BlockBarrierEvent& event) override {
    ++barriers_[event.block];
  }

  void instruction(const InstructionEvent& event) override {
    if (event.pc >= counts_.size()) return;
    InstructionCounts& counts = counts_[event.pc];
    ++counts.executed;
    counts.threads += static_cast<unsigned>(std::popcount(event.active));
    counts.threads_on += static_cast<unsigned>(std::popcount(event.mask));
    // Of use for branches alone: some of the group take it, some do not.
    counts.divergent += event.mask != 0 && event.mask != event.active;
  }

  void memory(const MemoryEvent& event) override {
    if (event.pc >= counts_.size() || event.mask == 0) return;
    if (event.space == Space::global) {
      InstructionCounts::Memory& memory = counts_[event.pc].global;
      count_lanes(memory, event);
      memory.sectors +=
          is_atomic(event) ? atomic_sector_count(event) : sector_count(event);
    } else if (event.space == Space::shared) {
      InstructionCounts::Memory& memory = counts_[event.pc].shared;
      const SharedCost cost =
          is_atomic(event) ? atomic_shared_cost(event, merging_[event.pc])
                           : shared_cost(event);
      count_lanes(memory, event);
      memory.wavefronts += cost.wavefronts;
      memory.least_wavefronts += cost.least;
    }
  }

  const std::vector<LaunchCounters>& launches() const { return launches_; }
  void clear() { launches_.clear(); }

 private:
  static bool is_atomic(const MemoryEvent& event) {
    return event.kind == AccessKind::atomic ||
           event.kind == AccessKind::reduction;
  }
  static void count_lanes(InstructionCounts::Memory& memory,
                          const MemoryEvent& event) {
    const auto lanes = static_cast<unsigned>(std::popcount(event.mask));
    ++memory.requests;
    memory.lanes += lanes;
    memory.elements += std::uint64_t{lanes} *
                       (event.bytes / std::max(1u, event.element_bytes));
    memory.bytes += std::uint64_t{lanes} * event.bytes;
  }

  void end_of(std::uint64_t passed) {
    launch_.block_barriers += passed;
    launch_.most_block_barriers = std::max(launch_.most_block_barriers, passed);
  }

  std::vector<InstructionCounts> counts_;  ///< by pc
  std::vector<bool> merging_;              ///< merging_increments
  std::unordered_map<std::uint32_t, std::uint64_t> barriers_;  ///< by block
  LaunchCounts launch_;
  std::vector<LaunchCounters> launches_;
};

Counters::Counters() : counting_(std::make_unique<Counting>()) {}
Counters::~Counters() = default;

Observer& Counters::observer() { return *counting_; }
const std::vector<LaunchCounters>& Counters::launches() const {
  return counting_->launches();
}
void Counters::clear() { counting_->clear(); }

}  // namespace lockstep::ptx
