// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/release.h"

#include <algorithm>
#include <utility>

#include "ptx/observer/lanes.h"

namespace lockstep::ptx {
namespace {

KnownWarp warp_at(const Fence& fence, LaneMask sources) {
  const Moment& moment = fence.moment;
  if (!fence.clocks) return {moment.warp, sources, moment.clock, fence.synced};
  LaneClock lanes;
  lanes.fill(fence.synced);
  for_each_lane(sources, [&](unsigned source) {
    for (unsigned lane = 0; lane < warp_size; ++lane)
      lanes[lane] = std::max(lanes[lane], (*fence.clocks)[source][lane]);
  });
  for_each_lane(sources, [&](unsigned lane) { lanes[lane] = moment.clock; });
  return {moment.warp, lanes};
}

}  // namespace

Knowledge Fence::known(const KnowledgeTree& tree, LaneMask sources,
                       std::uint32_t signal) const {
  return tree.with(learned, moment.block,
                   {moment.epoch, signal, {warp_at(*this, sources)}});
}

void Released::add(const KnowledgeTree& tree,
                   std::shared_ptr<const Fence> fence, LaneMask sources,
                   const Knowledge& extra, const Moment& signal) {
  if (signal_.signal != 0 && (fence != fence_ || signal.block != signal_.block))
    knowledge(tree);
  if (extra) known_ = tree.join(known_, extra);
  sources_ = fence == fence_ ? sources_ | sources : sources;
  fence_ = std::move(fence);
  signal_ = signal;
  is_complete_ = false;
}

const Knowledge& Released::knowledge(const KnowledgeTree& tree) {
  if (is_complete_) return known_;
  if (fence_)
    known_ = tree.join(known_, fence_->known(tree, sources_, signal_.signal));
  else
    known_ = tree.with(known_, signal_.block, {0, signal_.signal, {}});
  is_complete_ = true;
  return known_;
}

}  // namespace lockstep::ptx
