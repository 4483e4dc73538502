// SPDX-License-Identifier: Apache-2.0
#include "ptx/counters/counters.h"

#include <algorithm>
#include <unordered_map>

#include "ptx/counters/atomic_cost.h"
#include "ptx/counters/instruction_counts.h"
#include "ptx/counters/memory_cost.h"
#include "ptx/counters/metrics.h"
#include "ptx/observer/lanes.h"

namespace lockstep::ptx {

class Counters::Counting : public Observer {
 public:
  bool wants_stretches() const override { return true; }

  std::unique_ptr<Observer> fork() const override {
    auto part = std::make_unique<Counting>();
    part->counts_.assign(counts_.size(), {});
    part->changes_.assign(changes_.size(), {});
    part->merging_ = merging_;
    return part;
  }

  void join(Observer& part) override {
    auto& its = static_cast<Counting&>(part);
    for (std::size_t pc = 0; pc < counts_.size(); ++pc) {
      counts_[pc].global += its.counts_[pc].global;
      counts_[pc].shared += its.counts_[pc].shared;
    }
    for (std::size_t pc = 0; pc < changes_.size(); ++pc)
      changes_[pc] += its.changes_[pc];
    for (const auto& [block, passed] : its.barriers_) end_of(passed);
    launch_.block_barriers += its.launch_.block_barriers;
    launch_.most_block_barriers =
        std::max(launch_.most_block_barriers, its.launch_.most_block_barriers);
  }

  void launch_begins(const LaunchEvent& event) override {
    counts_.assign(event.module->code.size(), {});
    changes_.assign(counts_.size() + 1, {});
    merging_ = merging_increments(*event.module);
    barriers_.clear();
    launch_ = {};
    launch_.blocks = event.grid.count();
    launch_.threads_a_block = event.block.count();
  }

  void launch_ends(const LaunchEvent& event) override {
    for (const auto& [block, passed] : barriers_) end_of(passed);
    add_up_stretches();
    launches_.push_back({event.kernel->name, event.grid, event.block,
                         metrics(*event.module, counts_, launch_),
                         counts_lines ? line_metrics(*event.module, counts_)
                                      : std::vector<LineCounters>{}});
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

  void stretch(const StretchEvent& event) override {
    if (event.pc + event.count >= changes_.size()) return;
    const std::uint64_t active = lane_count(event.active);
    const std::uint64_t on = lane_count(event.mask);
    // Of use for branches alone: some of the group take it, some do not.
    const bool parts = event.mask != 0 && event.mask != event.active;
    Change& begin = changes_[event.pc];
    Change& end = changes_[event.pc + event.count];
    ++begin.executed, --end.executed;
    begin.threads += active, end.threads -= active;
    begin.threads_on += on, end.threads_on -= on;
    begin.divergent += parts, end.divergent -= parts;
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

  bool counts_lines = false;

  const std::vector<LaunchCounters>& launches() const { return launches_; }
  void clear() { launches_.clear(); }

 private:
  static bool is_atomic(const MemoryEvent& event) {
    return event.kind == AccessKind::atomic ||
           event.kind == AccessKind::reduction;
  }
  /// By how much counts at one pc differ from those at the pc before.
  struct Change {
    std::uint64_t executed = 0, threads = 0, threads_on = 0, divergent = 0;

    Change& operator+=(const Change& other) {
      executed += other.executed;
      threads += other.threads;
      threads_on += other.threads_on;
      divergent += other.divergent;
      return *this;
    }
  };

  void add_up_stretches() {
    Change sum;
    for (std::size_t pc = 0; pc < counts_.size(); ++pc) {
      sum += changes_[pc];
      counts_[pc].executed = sum.executed;
      counts_[pc].threads = sum.threads;
      counts_[pc].threads_on = sum.threads_on;
      counts_[pc].divergent = sum.divergent;
    }
  }

  static void count_lanes(InstructionCounts::Memory& memory,
                          const MemoryEvent& event) {
    const unsigned lanes = lane_count(event.mask);
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
  std::vector<Change> changes_;            ///< by pc, and one more
  std::vector<bool> merging_;              ///< merging_increments
  std::unordered_map<std::uint32_t, std::uint64_t> barriers_;  ///< by block
  LaunchCounts launch_;
  std::vector<LaunchCounters> launches_;
};

Counters::Counters() : counting_(std::make_unique<Counting>()) {}
Counters::~Counters() = default;

Observer& Counters::observer() { return *counting_; }
void Counters::count_lines() { counting_->counts_lines = true; }
const std::vector<LaunchCounters>& Counters::launches() const {
  return counting_->launches();
}
void Counters::clear() { counting_->clear(); }

}  // namespace lockstep::ptx
