// SPDX-License-Identifier: Apache-2.0
// How barriers and fences order accesses.
#include <algorithm>
#include <utility>

#include "ptx/observer/lanes.h"
#include "ptx/sanitizer/ordering.h"

namespace lockstep::ptx {
namespace {

bool is_wide(Scope scope) {
  return scope != Scope::cta && scope != Scope::cluster;
}

Fence fence_at(const Ordering::Block& block, std::uint32_t warp,
               const Knowledge& learned) {
  const Ordering::Warp& state = block.warps[warp];
  Fence fence;
  fence.moment = {block.number, block.epoch, warp, state.clock, 0};
  fence.synced = state.synced;
  if (state.clocks)
    fence.clocks = std::make_shared<const LaneClocks>(*state.clocks);
  fence.learned = learned;
  return fence;
}

/// Calls `use(lanes, known)` for lanes that have learned the same.
template <class Use>
void for_each_learned(const Ordering::Block& block, const Ordering::Warp& warp,
                      LaneMask lanes, Use&& use) {
  for (const LaneKnowledge::Group& group : warp.learned.groups()) {
    const LaneMask both = group.lanes & lanes;
    if (both != 0) use(both, group.known);
    lanes &= ~both;
  }
  if (lanes != 0) use(lanes, block.learned);
}

}  // namespace

Knowledge Ordering::known_by(const Block& block, std::uint32_t warp,
                             LaneMask lanes) const {
  Knowledge all;
  for_each_learned(block, block.warps[warp], lanes,
                   [&](LaneMask part, const Knowledge& learned) {
                     const Fence fence = fence_at(block, warp, learned);
                     all = tree_.join(all, fence.known(tree_, part));
                   });
  return all;
}

void Ordering::take_fence(Block& block, std::uint32_t warp, LaneMask mask,
                          bool is_wide) {
  Warp& state = warp_of(block, warp);
  // A fence of scope cta does not undo what a wider one prepared.
  for (OwnFence& own : state.fences)
    if (is_wide || !own.is_wide) own.holders &= ~mask;
  std::erase_if(state.fences,
                [](const OwnFence& own) { return own.holders == 0; });
  state.fenced_near.forget(mask);
  if (is_wide) state.fenced_wide.forget(mask);
  for_each_learned(
      block, state, mask, [&](LaneMask lanes, const Knowledge& learned) {
        state.fences.push_back(
            {lanes, is_wide,
             std::make_shared<const Fence>(fence_at(block, warp, learned))});
      });
  state.last_release = state.clock++;
  has_releases_ = has_handovers_ = true;
}

void Ordering::learn(Block& block, Warp& warp, LaneKnowledge& from,
                     LaneMask lanes) {
  if (from.empty()) return;
  for (const LaneKnowledge::Group& group : from.groups())
    if ((group.lanes & lanes) != 0)
      warp.learned.add(tree_, group.lanes & lanes,
                       tree_.join(block.learned, group.known));
  from.forget(lanes);
}

void Ordering::learn_before_barrier(Block& block, bool is_wide, Warp& warp,
                                    LaneMask lanes) {
  Knowledge known = block.observed_near;
  if (is_wide) known = tree_.join(known, block.observed);
  if (known) warp.learned.add(tree_, lanes, tree_.join(block.learned, known));
}

void Ordering::learn_met(Block& block, Warp& warp, LaneMask lanes) {
  learn(block, warp, warp.met, lanes);
  learn(block, warp, warp.met_near, lanes);
}

void Ordering::share_observed(Warp& warp, LaneMask lanes) const {
  for (LaneKnowledge* each : {&warp.observed, &warp.observed_near})
    if (!each->empty()) each->add(tree_, lanes, each->joined(tree_, lanes));
}

void Ordering::fence(const FenceEvent& event) {
  if (gave_up_) return;
  Block& block = block_of(event.where.block);
  Warp& warp = warp_of(block, event.where.warp);
  const bool reaches_all = is_wide(event.scope);
  learn(block, warp, warp.observed_near, event.mask);
  learn(block, warp, warp.met_near, event.mask);
  if (reaches_all) {
    learn(block, warp, warp.observed, event.mask);
    learn(block, warp, warp.met, event.mask);
  }
  learn_before_barrier(block, reaches_all, warp, event.mask);
  take_fence(block, event.where.warp, event.mask, reaches_all);
}

void Ordering::join_lanes(Warp& warp, LaneMask mask, LaneMask live) {
  if ((live & ~mask) == 0) {
    // Everybody who still runs: exited lanes have arrived for good.
    warp.synced = warp.clock;
    warp.clocks.reset();
  } else {
    if (!warp.clocks) {
      warp.clocks = std::make_shared<LaneClocks>();
      for (auto& row : *warp.clocks) row.fill(warp.synced);
    }
    LaneClock joined{};
    for_each_lane(mask, [&](unsigned lane) {
      for (unsigned other = 0; other < warp_size; ++other)
        joined[other] = std::max(joined[other], (*warp.clocks)[lane][other]);
    });
    for_each_lane(mask, [&](unsigned lane) { joined[lane] = warp.clock; });
    for_each_lane(mask, [&](unsigned lane) { (*warp.clocks)[lane] = joined; });
  }
  ++warp.clock;
}

void Ordering::collect_fenced(const Warp& warp, LaneMask lanes, Knowledge& wide,
                              Knowledge& near) const {
  for (const OwnFence& own : warp.fences) {
    if ((own.holders & lanes) == 0) continue;
    Knowledge& all = own.is_wide ? wide : near;
    all = tree_.join(all, own.fence->known(tree_, own.holders & lanes));
  }
  wide = tree_.join(wide, warp.fenced_wide.joined(tree_, lanes));
  near = tree_.join(near, warp.fenced_near.joined(tree_, lanes));
}

void Ordering::collect_observed(const Warp& warp, LaneMask lanes,
                                Knowledge& wide, Knowledge& near) const {
  wide = tree_.join(wide, warp.observed.joined(tree_, lanes));
  near = tree_.join(near, warp.observed_near.joined(tree_, lanes));
}

void Ordering::share_fenced(Warp& warp, LaneMask lanes, const Knowledge& wide,
                            const Knowledge& near) const {
  warp.fenced_wide.add(tree_, lanes, wide);
  warp.fenced_near.add(tree_, lanes, near);
  for (OwnFence& own : warp.fences) own.holders &= ~lanes;
  std::erase_if(warp.fences,
                [](const OwnFence& own) { return own.holders == 0; });
}

void Ordering::warp_barrier(const WarpBarrierEvent& event) {
  if (!event.orders_memory || event.mask == 0) return;
  Block& block = block_of(event.where.block);
  Warp& warp = warp_of(block, event.where.warp);
  const LaneMask mask = event.mask;
  share_observed(warp, mask);
  learn_met(block, warp, mask);
  warp.learned.add(tree_, mask, warp.learned.joined(tree_, mask));
  if (warp.has_fenced()) {
    Knowledge wide, near;
    collect_fenced(warp, mask, wide, near);
    share_fenced(warp, mask, wide, near);
  }
  join_lanes(warp, mask, event.where.live);
}

void Ordering::block_barrier(const BlockBarrierEvent& event) {
  Block& block = block_of(event.block);
  if (event.whole_block)
    whole_block_barrier(block);
  else
    partial_barrier(block, event);
  block.arrivals.erase(event.barrier);
}

void Ordering::whole_block_barrier(Block& block) {
  Knowledge wide, near, learned = block.learned;
  for (Warp& warp : block.warps) {
    collect_fenced(warp, full_mask, wide, near);
    collect_observed(warp, full_mask, block.observed, block.observed_near);
    learn_met(block, warp, full_mask);
    learned = tree_.join(learned, warp.learned.joined(tree_, full_mask));
    warp.position = 0;
    warp.fences.clear();
    for (LaneKnowledge* all :
         {&warp.learned, &warp.observed, &warp.observed_near, &warp.fenced_wide,
          &warp.fenced_near})
      all->forget(full_mask);
    join_lanes(warp, full_mask, full_mask);
  }
  block.learned = learned;
  // A fence of this epoch knows all that fences of earlier epochs knew.
  if (wide || near) block.fenced_near = near;
  if (wide) block.fenced_wide = wide;
  ++block.epoch;
}

void Ordering::block_arrival(const BlockArrivalEvent& event) {
  Block& block = block_of(event.where.block);
  Warp& warp = warp_of(block, event.where.warp);
  learn_met(block, warp, event.mask);
  Arrivals& arrivals = block.arrivals[event.barrier];
  if (arrivals.lanes.size() <= event.where.warp)
    arrivals.lanes.resize(event.where.warp + 1, 0);
  arrivals.lanes[event.where.warp] |= event.mask;
  arrivals.known =
      tree_.join(arrivals.known, known_by(block, event.where.warp, event.mask));
  collect_fenced(warp, event.mask, arrivals.fenced_wide, arrivals.fenced_near);
  collect_observed(warp, event.mask, arrivals.observed, arrivals.observed_near);
  warp.last_release = warp.clock++;
}

void Ordering::partial_barrier(Block& block, const BlockBarrierEvent& event) {
  has_handovers_ = true;
  Arrivals all = std::move(block.arrivals[event.barrier]);
  all.lanes.resize(event.participants.size(), 0);
  const auto waiting = [&](std::uint32_t warp) {
    return event.participants[warp] & ~all.lanes[warp];
  };
  const auto warps = static_cast<std::uint32_t>(event.participants.size());
  for (std::uint32_t index = 0; index < warps; ++index) {
    const LaneMask mask = waiting(index);
    if (mask == 0) continue;
    Warp& warp = warp_of(block, index);
    collect_observed(warp, mask, all.observed, all.observed_near);
    learn_met(block, warp, mask);
    collect_fenced(warp, mask, all.fenced_wide, all.fenced_near);
    all.known = tree_.join(all.known, known_by(block, index, mask));
  }
  for (std::uint32_t index = 0; index < warps; ++index) {
    const LaneMask mask = waiting(index);
    if (mask == 0) continue;
    Warp& warp = block.warps[index];
    warp.learned.add(tree_, mask, all.known);
    warp.observed.add(tree_, mask, all.observed);
    warp.observed_near.add(tree_, mask, all.observed_near);
    share_fenced(warp, mask, all.fenced_wide, all.fenced_near);
    warp.last_release = warp.clock;
    join_lanes(warp, mask, full_mask);
  }
}

}  // namespace lockstep::ptx
