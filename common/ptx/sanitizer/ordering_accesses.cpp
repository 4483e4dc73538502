// SPDX-License-Identifier: Apache-2.0
// How strong accesses hand knowledge on.
#include <algorithm>
#include <utility>

#include "ptx/observer/lanes.h"
#include "ptx/sanitizer/ordering.h"

namespace lockstep::ptx {
namespace {

bool acquires(Semantics semantics) {
  return semantics == Semantics::acquire || semantics == Semantics::acq_rel ||
         semantics == Semantics::seq_cst;
}

bool releases(Semantics semantics) {
  return semantics == Semantics::release || semantics == Semantics::acq_rel ||
         semantics == Semantics::seq_cst;
}

/// Words that somebody has released something at, at most so many.
constexpr std::size_t most_locations = std::size_t{1} << 20;
/// Flags that tell of reads; beyond them, reads need fences.
constexpr std::size_t most_flags = std::size_t{1} << 18;

/// Calls `use(lanes, address)` for lanes that access one word.
template <class Use>
void for_each_word(const MemoryEvent& event, Use&& use) {
  for (LaneMask left = event.mask; left != 0;) {
    const std::uint64_t address = event.address[lowest_lane(left)];
    LaneMask same = 0;
    for_each_lane(left, [&](unsigned lane) {
      if (event.address[lane] / 4 == address / 4) same |= LaneMask{1} << lane;
    });
    left &= ~same;
    use(same, address);
  }
}

/// What some lanes release towards one side, own fences apart.
struct Parts {
  std::shared_ptr<const Fence> fence;
  LaneMask sources = 0;
  Knowledge extra;

  explicit operator bool() const { return fence || extra; }
  void add(const KnowledgeTree& tree, const Ordering::OwnFence& own,
           LaneMask lanes) {
    if (fence) {
      extra = tree.join(extra, own.fence->known(tree, lanes));
    } else {
      fence = own.fence;
      sources = lanes;
    }
  }
};

}  // namespace

bool is_strong(const MemoryEvent& event) {
  if (is_atomic(event.kind)) return true;
  if (event.semantics == Semantics::is_volatile)
    return event.space == Space::global;
  return event.semantics != Semantics::weak;
}

bool is_wide(const MemoryEvent& event) {
  return event.scope != Scope::cta && event.scope != Scope::cluster;
}

void Ordering::observe(const MemoryEvent& event, Block& block, Warp& warp,
                       LaneMask lanes, Location& location) {
  const auto hold = [&](LaneKnowledge& later, Released& released) {
    const Knowledge& known = released.knowledge(tree_);
    if (acquires(event.semantics))
      warp.learned.add(tree_, lanes, tree_.join(block.learned, known));
    else
      later.add(tree_, lanes, known);
  };
  const bool meets = is_atomic(event.kind);
  if (location.near && location.near_block == block.number)
    hold(meets ? warp.met_near : warp.observed_near, location.near);
  if (location.wide && is_wide(event))
    hold(meets ? warp.met : warp.observed, location.wide);
}

std::uint32_t Ordering::release(const MemoryEvent& event, Block& block,
                                Warp& warp, LaneMask lanes, Location& location,
                                std::uint32_t& signal) {
  Parts wide, near;
  const bool reaches_all = is_wide(event);
  LaneMask without_wide = lanes, without_any = lanes;
  for (const OwnFence& own : warp.fences) {
    const LaneMask mine = own.holders & lanes;
    if (mine == 0) continue;
    (own.is_wide && reaches_all ? wide : near).add(tree_, own, mine);
    if (own.is_wide) without_wide &= ~mine;
    without_any &= ~mine;
  }
  const auto add = [&](Parts& parts, const Knowledge& known) {
    parts.extra = tree_.join(parts.extra, known);
  };
  Parts& reached = reaches_all ? wide : near;
  add(reached, warp.fenced_wide.joined(tree_, lanes));
  add(near, warp.fenced_near.joined(tree_, lanes));
  if (without_wide != 0) add(reached, block.fenced_wide);
  if (without_any != 0) add(near, block.fenced_near);

  if (!wide && !near) return 0;
  const bool is_near = has_block_scope_ || near;
  if (!near && !wide.extra && (!is_near || location.near_block == block.number))
    if (const std::uint32_t standing =
            location.wide.standing_signal(wide.fence, wide.sources))
      return standing;
  if (signal == 0) signal = ++block.signals;
  const Moment moment{block.number, 0, 0, 0, signal};
  if (wide)
    location.wide.add(tree_, wide.fence, wide.sources, wide.extra, moment);
  if (!is_near) return signal;
  // What reaches all blocks reaches the own one too.
  if (location.near_block != block.number) location.near = {};
  location.near_block = block.number;
  for (const Parts* parts : {&wide, &near})
    if (*parts)
      location.near.add(tree_, parts->fence, parts->sources, parts->extra,
                        moment);
  return signal;
}

std::uint32_t Ordering::synchronise(const MemoryEvent& event, Block& block,
                                    Warp& warp) {
  Locations& locations = locations_of(event, block);
  const bool keeps = is_atomic(event.kind);  // the chain goes on
  const bool is_read =
      event.kind == AccessKind::load || event.kind == AccessKind::atomic;
  const bool has_nothing =
      !warp.has_fenced() && !block.fenced_wide && !block.fenced_near;
  std::uint32_t signal = 0, least = 0;
  for_each_word(event, [&](LaneMask lanes, std::uint64_t address) {
    Location* location = locations.find(address);
    LaneMask writing = is_write(event.kind) ? lanes & ~event.failed : 0;
    if (writing != 0 && !(has_nothing && location == nullptr)) {
      // Of several stores to one word the last is what others see.
      if (!keeps) writing = std::bit_floor(writing);
      if (location == nullptr) location = &locations[address];
      if (!keeps) *location = {};
      const std::uint32_t given =
          release(event, block, warp, writing, *location, signal);
      if (given != 0) least = least == 0 ? given : std::min(least, given);
    }
    if (is_read && location != nullptr)
      observe(event, block, warp, lanes, *location);
  });
  return least;
}

void Ordering::pass_reads(const MemoryEvent& event, Block& block) {
  const bool stores = event.kind == AccessKind::store;
  if (!is_wide(event) || (stores ? block.epoch == 0 && !block.over
                                 : over_.empty() || is_write(event.kind)))
    return;
  for_each_word(event, [&](LaneMask, std::uint64_t address) {
    if (stores) {
      if (over_.size() >= most_flags) return;
      over_[address / 4] =
          tree_.with(block.over, block.number, {block.epoch, 0, {}});
    } else if (const auto found = over_.find(address / 4);
               found != over_.end()) {
      block.over = tree_.join(block.over, found->second);
    }
  });
}

Ordering::Stamp Ordering::access(const MemoryEvent& event) {
  Block& block = block_of(event.where.block);
  Warp& warp = warp_of(block, event.where.warp);
  if (global_.size() + block.shared.size() > most_locations) give_up();
  const LaneMask giving = is_write(event.kind) && releases(event.semantics)
                              ? event.mask & ~event.failed
                              : 0;
  if (event.space == Space::global && is_strong(event))
    pass_reads(event, block);
  if (gave_up_ || (!has_releases_ && giving == 0)) return {warp.clock, 0};
  if (is_strong(event)) {
    if (giving != 0)
      take_fence(block, event.where.warp, giving, is_wide(event));
    const std::uint32_t signal = synchronise(event, block, warp);
    return {warp.clock, signal};
  }
  if (event.kind == AccessKind::store) {
    // A weak write ends what a strong one released at its address.
    Locations& locations = locations_of(event, block);
    if (!locations.empty())
      for_each_lane(event.mask, [&](unsigned lane) {
        locations.erase(event.address[lane]);
      });
  }
  return {warp.clock, 0};
}

}  // namespace lockstep::ptx
