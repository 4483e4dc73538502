// SPDX-License-Identifier: Apache-2.0
// Blocks and the arithmetic of their barriers.
#include "ptx/machine/cta.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "ptx/machine/grid.h"

namespace lockstep::ptx {

Cta::Cta(Grid& grid) : grid_(&grid), shared_(grid.shared_bytes()) {
  if (const std::uint32_t reserved = grid.module->reserved_shared_bytes)
    shared_.resize(grid.reserved_offset() + reserved);
  const std::uint64_t count = (grid.block.count() + warp_size - 1) / warp_size;
  for (std::uint32_t i = 0; i < count; ++i) {
    warps_.push_back(std::make_unique<Warp>(grid, *this, i));
  }
  for (Barrier& barrier : barriers_) barrier.arrived.resize(count);
}

void Cta::begin(std::uint32_t block) {
  block_ = block;
  live_threads_ = static_cast<std::uint32_t>(grid_->block.count());
  std::fill(shared_.begin(), shared_.end(), poison);
  // The system's part begins as zeros.
  std::fill(shared_.end() - grid_->module->reserved_shared_bytes, shared_.end(),
            std::byte{0});
  for (Barrier& barrier : barriers_) {
    std::vector<LaneMask> arrived = std::move(barrier.arrived);
    std::fill(arrived.begin(), arrived.end(), 0);
    barrier = {};
    barrier.arrived = std::move(arrived);
  }
  deferred_.clear();
  cluster_barrier_.phase = 1;
  cluster_barrier_.arrived.assign(warps_.size(), 0);
  cluster_barrier_.awaited.assign(warps_.size() * warp_size, 0);
  for (auto& warp : warps_) warp->begin(block);
}

MemoryBlock* Cta::find_other_block(std::uint32_t pc, std::uint64_t address,
                                   std::uint64_t bytes) {
  MemoryBlock* const found = grid_->memory->find(address, bytes);
  if (found != nullptr) known_blocks_[pc % known_blocks_.size()] = found;
  return found;
}

void Cta::arrive(Warp& warp, const Arrival& arrival) {
  Barrier& barrier = barriers_[arrival.barrier];
  note_arrival(warp, arrival, barrier);
  if (is_complete(barrier)) release(arrival.barrier);
}

void Cta::note_arrival(Warp& warp, const Arrival& arrival, Barrier& barrier) {
  if (barrier.first == nullptr) {
    barrier.first = arrival.instruction;
    barrier.first_warp = warp.number();
    barrier.expected = arrival.expected;
  } else if (barrier.differs == nullptr &&
             !is_same_barrier(*barrier.first, *arrival.instruction)) {
    barrier.differs = arrival.instruction;
    barrier.differing_warp = warp.number();
    barrier.differing_lanes = arrival.lanes;
  }
  barrier.has_passers |=
      arrival.instruction->modifiers.barrier == Modifiers::Barrier::arrive;
  LaneMask& arrived = barrier.arrived[warp.number()];
  if ((arrived & arrival.lanes) != 0) barrier.extra += warp_size;
  barrier.arrived_count +=
      static_cast<std::uint32_t>(std::popcount(arrival.lanes & ~arrived));
  arrived |= arrival.lanes;

  const LaneMask values = arrival.values & arrival.lanes;
  barrier.result.population +=
      static_cast<std::uint32_t>(std::popcount(values));
  barrier.result.all &= values == arrival.lanes;
  barrier.result.any |= values != 0;
}

/// A warp whose live lanes have all arrived counts as 32 threads, as barriers
/// with a count are given in whole warps.
bool Cta::is_complete(const Barrier& barrier) const {
  if (barrier.first == nullptr) return false;
  if (barrier.expected == 0) {
    if (barrier.arrived_count < live_threads_) return false;
    return std::all_of(warps_.begin(), warps_.end(), [&](const auto& warp) {
      return (warp->live() & ~barrier.arrived[warp->number()]) == 0;
    });
  }
  std::uint32_t count = barrier.extra;
  for (const auto& warp : warps_) {
    const LaneMask arrived = barrier.arrived[warp->number()];
    if (arrived == 0) continue;
    const bool is_whole = (warp->live() & ~arrived) == 0;
    count += is_whole ? warp_size
                      : static_cast<std::uint32_t>(std::popcount(arrived));
  }
  return count >= barrier.expected;
}

void Cta::release(std::uint32_t number) {
  Barrier& barrier = barriers_[number];
  if (barrier.differs != nullptr) report_divergence(number);
  if (barrier.expected == 0) report_missing(number);
  notify_release(number);
  const BarrierResult result = barrier.result;
  std::fill(barrier.arrived.begin(), barrier.arrived.end(), 0);
  barrier.first = barrier.differs = nullptr;
  barrier.expected = barrier.extra = barrier.arrived_count = 0;
  barrier.has_passers = false;
  barrier.result = {};
  ++grid_->progress;
  for (auto& warp : warps_) warp->release(number, result);
}

void Cta::threads_exited(unsigned count) {
  live_threads_ -= count;
  ++grid_->progress;
  for (std::uint32_t i = 0; i < barrier_count; ++i) {
    if (is_complete(barriers_[i])) release(i);
  }
}

void Cta::notify_release(std::uint32_t number) {
  if (!grid_->observers->any()) return;
  const Barrier& barrier = barriers_[number];
  const bool whole =
      !barrier.has_passers &&
      std::all_of(warps_.begin(), warps_.end(), [&](const auto& warp) {
        return (warp->live() & ~barrier.arrived[warp->number()]) == 0;
      });
  grid_->observers->notify(
      &Observer::block_barrier,
      BlockBarrierEvent{block_, number, whole, barrier.arrived});
}

}  // namespace lockstep::ptx
