// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/lane_knowledge.h"

#include <utility>

namespace lockstep::ptx {

namespace {

constinit const Knowledge nothing;

}  // namespace

const Knowledge& LaneKnowledge::of(unsigned lane) const {
  for (const Group& group : groups_)
    if ((group.lanes >> lane & 1) != 0) return group.known;
  return nothing;
}

Knowledge LaneKnowledge::joined(const KnowledgeTree& tree,
                                LaneMask lanes) const {
  Knowledge all;
  for (const Group& group : groups_)
    if ((group.lanes & lanes) != 0) all = tree.join(all, group.known);
  return all;
}

LaneMask LaneKnowledge::lanes() const {
  LaneMask lanes = 0;
  for (const Group& group : groups_) lanes |= group.lanes;
  return lanes;
}

void LaneKnowledge::add(const KnowledgeTree& tree, LaneMask lanes,
                        const Knowledge& more) {
  if (!more) return;
  bool has_changed = false;
  LaneMask left = lanes;
  for (std::size_t index = groups_.size(); index-- > 0;) {
    Group& group = groups_[index];
    const LaneMask both = group.lanes & lanes;
    if (both == 0) continue;
    left &= ~both;
    Knowledge joined = tree.join(group.known, more);
    if (joined == group.known) continue;
    has_changed = true;
    if (group.lanes == both) {
      group.known = std::move(joined);
    } else {
      group.lanes &= ~both;
      groups_.push_back({both, std::move(joined)});
    }
  }
  if (left != 0) groups_.push_back({left, more});
  if (has_changed || left != 0) merge_equal();
}

void LaneKnowledge::forget(LaneMask lanes) {
  for (Group& group : groups_) group.lanes &= ~lanes;
  std::erase_if(groups_, [](const Group& group) { return group.lanes == 0; });
}

void LaneKnowledge::merge_equal() {
  for (std::size_t index = 0; index < groups_.size(); ++index)
    for (std::size_t other = groups_.size(); --other > index;) {
      if (groups_[other].known != groups_[index].known) continue;
      groups_[index].lanes |= groups_[other].lanes;
      groups_[other] = std::move(groups_.back());
      groups_.pop_back();
    }
}

}  // namespace lockstep::ptx
