// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/ordering.h"

#include <algorithm>

#include "ptx/observer/lanes.h"

namespace lockstep::ptx {
namespace {

bool is_wide(Scope scope) {
  return scope != Scope::cta && scope != Scope::cluster;
}

bool acquires(Semantics semantics) {
  return semantics == Semantics::acquire || semantics == Semantics::acq_rel ||
         semantics == Semantics::seq_cst;
}

bool releases(Semantics semantics) {
  return semantics == Semantics::release || semantics == Semantics::acq_rel ||
         semantics == Semantics::seq_cst;
}

void drop_unheld(std::vector<Held>& list) {
  std::erase_if(list, [](const Held& held) { return held.holders == 0; });
}

Knowledge as_held(const Held& held, LaneMask lanes) {
  Knowledge knowledge = held.knowledge;
  if (knowledge.sources == 0) knowledge.sources = held.holders & lanes;
  return knowledge;
}

/// Of the graph of knowledge; some hundred bytes each.
constexpr std::uint64_t most_weight = std::uint64_t{1} << 20;

std::uint64_t fingerprint(const std::vector<Knowledge>& parts) {
  std::uint64_t hash = 1;
  for (const Knowledge& part : parts)
    hash = hash * 0x9e3779b97f4a7c15u + (std::uint64_t{part.node} << 32) +
           part.sources;
  return hash;
}

}  // namespace

bool is_strong(const MemoryEvent& event) {
  if (is_atomic(event.kind)) return true;
  if (event.semantics == Semantics::is_volatile)
    return event.space == Space::global;
  return event.semantics != Semantics::weak;
}

bool is_wide(const MemoryEvent& event) { return is_wide(event.scope); }

void Ordering::begin_launch() {
  blocks_.clear();
  last_ = nullptr;
  graph_.clear();
  global_.clear();
  has_releases_ = false;
  gave_up_ = false;
}

void Ordering::give_up() {
  gave_up_ = true;
  has_releases_ = false;
  global_.clear();
  for (auto& [number, block] : blocks_) {
    block->learned.clear();
    block->fenced.clear();
    block->shared.clear();
    for (Warp& warp : block->warps) {
      for (auto* held :
           {&warp.learned, &warp.observed, &warp.observed_near, &warp.fenced})
        held->clear();
      warp.flat.reset();
    }
  }
  graph_.clear();
}

void Ordering::begin_block(std::uint32_t block) {
  last_ = nullptr;
  blocks_[block] = std::make_unique<Block>();
  blocks_[block]->number = block;
}

void Ordering::end_block(std::uint32_t block) {
  last_ = nullptr;
  blocks_.erase(block);
}

Ordering::Block* Ordering::find(std::uint32_t block) {
  if (last_ != nullptr && last_->number == block) return last_;
  const auto found = blocks_.find(block);
  return found == blocks_.end() ? nullptr : found->second.get();
}

Ordering::Block& Ordering::block_of(std::uint32_t block) {
  Block* found = find(block);
  if (found == nullptr) {
    begin_block(block);
    found = find(block);
  }
  last_ = found;
  return *found;
}

Ordering::Warp& Ordering::warp_of(Block& block, std::uint32_t warp) {
  if (block.warps.size() <= warp) block.warps.resize(warp + 1);
  return block.warps[warp];
}

std::uint32_t Ordering::snapshot(const Block& block, std::uint32_t warp,
                                 bool is_wide) {
  const Warp& state = block.warps[warp];
  KnowledgeNode node;
  node.moment = {block.number, block.epoch, warp, state.clock};
  node.synced = state.synced;
  if (state.clocks) node.clocks = std::make_unique<LaneClocks>(*state.clocks);
  node.is_wide = is_wide;
  node.parents = state.learned;
  for (const Knowledge& learned : block.learned)
    node.parents.push_back({full_mask, learned});
  return graph_.add(std::move(node));
}

void Ordering::learn(Warp& warp, std::vector<Held>& from, LaneMask lanes) {
  for (Held& held : from) {
    const LaneMask mine = held.holders & lanes;
    if (mine == 0) continue;
    graph_.hold(warp.learned, mine, held.knowledge);
    held.holders &= ~mine;
    warp.flat.reset();
  }
  drop_unheld(from);
}

void Ordering::take_fence(Block& block, std::uint32_t warp, LaneMask mask,
                          bool is_wide) {
  Warp& state = warp_of(block, warp);
  const std::uint32_t node = snapshot(block, warp, is_wide);
  // A fence of scope cta does not undo what a wider one prepared.
  for (Held& held : state.fenced)
    if (is_wide || !graph_[held.knowledge.node].is_wide) held.holders &= ~mask;
  drop_unheld(state.fenced);
  state.fenced.push_back({mask, {node, 0}});
  state.last_release = state.clock++;
  has_releases_ = true;
}

void Ordering::fence(const FenceEvent& event) {
  if (gave_up_) return;
  if (graph_.weight() > most_weight) return give_up();
  Block& block = block_of(event.where.block);
  Warp& warp = warp_of(block, event.where.warp);
  learn(warp, warp.observed_near, event.mask);
  if (is_wide(event.scope)) learn(warp, warp.observed, event.mask);
  take_fence(block, event.where.warp, event.mask, is_wide(event.scope));
}

void Ordering::join_lanes(Warp& warp, LaneMask mask, LaneMask live) {
  if ((live & ~mask) == 0) {
    // Everybody who still runs: exited lanes have arrived for good.
    warp.synced = warp.clock;
    warp.clocks.reset();
  } else {
    if (!warp.clocks) {
      warp.clocks = std::make_unique<LaneClocks>();
      for (auto& row : *warp.clocks) row.fill(warp.synced);
    }
    std::array<std::uint32_t, warp_size> joined{};
    for_each_lane(mask, [&](unsigned lane) {
      for (unsigned other = 0; other < warp_size; ++other)
        joined[other] = std::max(joined[other], (*warp.clocks)[lane][other]);
    });
    for_each_lane(mask, [&](unsigned lane) { joined[lane] = warp.clock; });
    for_each_lane(mask, [&](unsigned lane) { (*warp.clocks)[lane] = joined; });
  }
  ++warp.clock;
}

void Ordering::warp_barrier(const WarpBarrierEvent& event) {
  if (!event.orders_memory || event.mask == 0) return;
  Block& block = block_of(event.where.block);
  Warp& warp = warp_of(block, event.where.warp);
  const LaneMask mask = event.mask;
  learn(warp, warp.observed, mask);
  learn(warp, warp.observed_near, mask);
  for (Held& held : warp.learned) {
    if ((held.holders & mask) == 0) continue;
    held.holders |= mask;
    warp.flat.reset();
  }
  std::vector<Held> shared;
  for (Held& held : warp.fenced) {
    if ((held.holders & mask) == 0) continue;
    shared.push_back({mask, as_held(held, mask)});
    if (held.knowledge.sources != 0) held.holders &= ~mask;
  }
  drop_unheld(warp.fenced);
  for (const Held& held : shared)
    graph_.hold(warp.fenced, held.holders, held.knowledge);
  join_lanes(warp, mask, event.where.live);
}

void Ordering::block_barrier(const BlockBarrierEvent& event) {
  Block& block = block_of(event.block);
  if (event.whole_block)
    whole_block_barrier(block);
  else
    partial_barrier(block, event);
}

void Ordering::whole_block_barrier(Block& block) {
  std::vector<Knowledge> wide, near, learned = block.learned;
  for (Warp& warp : block.warps) {
    for (const Held& held : warp.fenced) {
      auto& list = graph_[held.knowledge.node].is_wide ? wide : near;
      list.push_back(as_held(held, full_mask));
    }
    learn(warp, warp.observed, full_mask);
    learn(warp, warp.observed_near, full_mask);
    for (const Held& held : warp.learned) learned.push_back(held.knowledge);
    warp.position = 0;
    warp.fenced.clear();
    warp.learned.clear();
    warp.flat.reset();
    join_lanes(warp, full_mask, full_mask);
  }
  if (learned.size() > block.learned.size())
    block.learned = {graph_.join(learned, true)};
  // A fence of this epoch knows all that fences of earlier epochs knew.
  if (!wide.empty()) block.fenced = {graph_.join(wide, true)};
  if (!near.empty()) {
    std::erase_if(block.fenced, [&](const Knowledge& knowledge) {
      return !graph_[knowledge.node].is_wide;
    });
    block.fenced.push_back(graph_.join(near, false));
  }
  ++block.epoch;
}

void Ordering::partial_barrier(Block& block, const BlockBarrierEvent& event) {
  std::vector<Knowledge> known;
  std::vector<Knowledge> fenced;
  const auto warps = static_cast<std::uint32_t>(event.participants.size());
  for (std::uint32_t index = 0; index < warps; ++index) {
    const LaneMask mask = event.participants[index];
    if (mask == 0) continue;
    Warp& warp = warp_of(block, index);
    learn(warp, warp.observed, mask);
    learn(warp, warp.observed_near, mask);
    for (const Held& held : warp.fenced)
      if ((held.holders & mask) != 0) fenced.push_back(as_held(held, mask));
    known.push_back({snapshot(block, index, true), mask});
  }
  if (graph_.weight() > most_weight) give_up();
  if (gave_up_) return;
  const Knowledge joined = graph_.join(known, true);
  if (!joined) return;
  for (std::uint32_t index = 0; index < warps; ++index) {
    const LaneMask mask = event.participants[index];
    if (mask == 0) continue;
    Warp& warp = block.warps[index];
    graph_.hold(warp.learned, mask, joined);
    for (const Knowledge& knowledge : fenced)
      graph_.hold(warp.fenced, mask, knowledge);
    warp.flat.reset();
    warp.last_release = warp.clock;
    join_lanes(warp, mask, full_mask);
  }
}

void Ordering::observe(Block& block, Warp& warp, unsigned lane,
                       const Location& location, bool takes) {
  const LaneMask mask = LaneMask{1} << lane;
  if (location.near && location.near_block == block.number) {
    graph_.hold(takes ? warp.learned : warp.observed_near, mask, location.near);
  }
  if (location.wide) {
    const bool is_near = location.last_block == block.number;
    auto& later = is_near ? warp.observed_near : warp.observed;
    graph_.hold(takes ? warp.learned : later, mask, location.wide);
  }
  if (takes) warp.flat.reset();
}

void Ordering::release(Block& block, Warp& warp, unsigned lane,
                       Location& location, const MemoryEvent& event) {
  const bool keeps = is_atomic(event.kind);  // the chain goes on
  std::vector<Knowledge> wide, near;
  const auto add = [&](const Knowledge& knowledge) {
    near.push_back(knowledge);
    if (graph_[knowledge.node].is_wide && is_wide(event.scope))
      wide.push_back(knowledge);
  };
  for (const Held& held : warp.fenced)
    if ((held.holders >> lane & 1) != 0)
      add(as_held(held, LaneMask{1} << lane));
  for (const Knowledge& knowledge : block.fenced) add(knowledge);

  if (!keeps) location = {};
  location.last_block = block.number;
  if (near.empty()) return;
  const std::uint64_t added = fingerprint(near);
  if (keeps && location.last_added == added) return;
  location.last_added = added;
  if (near.size() > wide.size()) {
    std::uint32_t chain = 0;
    if (location.near && location.near_block == block.number) {
      near.push_back(location.near);
      chain = graph_[location.near.node].chain;
    }
    location.near = graph_.join(near, false, chain);
    location.near_block = block.number;
  }
  if (!wide.empty()) {
    std::uint32_t chain = 0;
    if (location.wide) {
      wide.push_back(location.wide);
      chain = graph_[location.wide.node].chain;
    }
    location.wide = graph_.join(wide, true, chain);
  }
}

void Ordering::synchronise(const MemoryEvent& event, Block& block, Warp& warp) {
  const bool takes = acquires(event.semantics);
  Locations& locations = event.space == Space::shared ? block.shared : global_;
  for_each_lane(event.mask, [&](unsigned lane) {
    const std::uint64_t key = event.address[lane] / 4;
    const auto found = locations.find(key);
    if (event.kind != AccessKind::store && found != locations.end())
      observe(block, warp, lane, found->second, takes);
    if (!is_write(event.kind)) return;
    const bool nothing = warp.fenced.empty() && block.fenced.empty();
    if (nothing && found == locations.end()) return;
    release(block, warp, lane,
            found != locations.end() ? found->second : locations[key], event);
  });
}

std::uint32_t Ordering::stamp(const Warp& warp, LaneMask lanes) const {
  std::uint32_t clock = warp.clock;
  for (const Held& held : warp.fenced) {
    if (held.knowledge.sources != 0) continue;
    if ((held.holders & lanes) != 0)
      clock = std::min(clock, graph_[held.knowledge.node].moment.clock);
    lanes &= ~held.holders;
  }
  return lanes == 0 ? clock : warp.clock;
}

std::uint32_t Ordering::access(const MemoryEvent& event) {
  Block& block = block_of(event.where.block);
  Warp& warp = warp_of(block, event.where.warp);
  if (graph_.weight() > most_weight) give_up();
  if (gave_up_) return warp.clock;
  const bool gives = is_write(event.kind) && releases(event.semantics);
  if (!has_releases_ && !gives) return warp.clock;
  if (is_strong(event)) {
    if (gives)
      take_fence(block, event.where.warp, event.mask, is_wide(event.scope));
    synchronise(event, block, warp);
    return is_write(event.kind) ? stamp(warp, event.mask) : warp.clock;
  }
  if (event.kind == AccessKind::store) {
    // A weak write ends what a strong one released at its address.
    Locations& locations =
        event.space == Space::shared ? block.shared : global_;
    if (!locations.empty())
      for_each_lane(event.mask, [&](unsigned lane) {
        locations.erase(event.address[lane] / 4);
      });
  }
  return warp.clock;
}

bool Ordering::is_ordered(Block& block, std::uint32_t warp, unsigned lane,
                          const Moment& then, unsigned then_lane) {
  if (gave_up_) return true;
  Warp& state = warp_of(block, warp);
  if (then.block == block.number) {
    if (then.epoch < block.epoch) return true;
    if (then.warp == warp && state.knows(lane, then_lane, then.clock))
      return true;
  }
  // Flattened only when asked: most blocks learn much and need little of it.
  for (const Knowledge& knowledge : block.learned)
    block.flat.include(graph_, knowledge);
  if (!block.learned.empty() && block.flat.covers(then, then_lane)) return true;
  if (state.learned.empty()) return false;
  if (!state.flat || state.flat_lane != lane) {
    state.flat = std::make_unique<FlatKnowledge>();
    state.flat_lane = lane;
    for (const Held& held : state.learned)
      if ((held.holders >> lane & 1) != 0)
        state.flat->include(graph_, held.knowledge);
  }
  return state.flat->covers(then, then_lane);
}

}  // namespace lockstep::ptx
