// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/knowledge.h"

#include <algorithm>

#include "ptx/observer/lanes.h"

namespace lockstep::ptx {

void KnowledgeGraph::clear() {
  nodes_.clear();
  weight_ = 0;
  nodes_.emplace_back();  // node 0 means "nothing"
}

std::uint32_t KnowledgeGraph::add(KnowledgeNode node) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  if (node.chain == 0) node.chain = index;
  weight_ += 1 + node.parents.size() / 4 + (node.clocks ? 32 : 0);
  nodes_.push_back(std::move(node));
  return index;
}

Knowledge KnowledgeGraph::join(const std::vector<Knowledge>& parts,
                               bool is_wide, std::uint32_t chain) {
  if (parts.empty()) return {};
  if (parts.size() == 1 && chain == 0) return parts.front();
  KnowledgeNode node;
  node.is_wide = is_wide;
  node.chain = chain;
  for (const Knowledge& part : parts) node.parents.push_back({full_mask, part});
  return {add(std::move(node)), full_mask};
}

void KnowledgeGraph::hold(std::vector<Held>& list, LaneMask holders,
                          Knowledge knowledge) const {
  for (Held& held : list) {
    if (held.knowledge == knowledge) {
      held.holders |= holders;
      return;
    }
    const bool is_older = held.knowledge.node < knowledge.node;
    if (is_older && (held.holders & ~holders) == 0 &&
        nodes_[held.knowledge.node].chain == nodes_[knowledge.node].chain) {
      held = {holders, knowledge};
      return;
    }
  }
  list.push_back({holders, knowledge});
}

void FlatKnowledge::include(const KnowledgeGraph& graph, Knowledge knowledge) {
  pending_.push_back(knowledge);
  while (!pending_.empty()) {
    const Knowledge next = pending_.back();
    pending_.pop_back();
    LaneMask& visited = visited_[next.node];
    const LaneMask sources = next.sources & ~visited;
    if (!next || sources == 0) continue;
    visited |= sources;
    const KnowledgeNode& node = graph[next.node];
    include_node(node, sources);
    for (const Held& parent : node.parents)
      if ((parent.holders & sources) != 0) pending_.push_back(parent.knowledge);
  }
}

void FlatKnowledge::include_node(const KnowledgeNode& node, LaneMask sources) {
  if (node.moment.clock == 0) return;
  Block& block = blocks_[node.moment.block];
  block.epoch = std::max(block.epoch, node.moment.epoch);
  auto warp =
      std::find_if(block.warps.begin(), block.warps.end(),
                   [&](auto& w) { return w.first == node.moment.warp; });
  if (warp == block.warps.end())
    warp = block.warps.insert(warp, {node.moment.warp, Lanes{}});
  for_each_lane(sources, [&](unsigned source) {
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      std::uint32_t clock = node.synced;
      if (lane == source)
        clock = node.moment.clock;
      else if (node.clocks)
        clock = std::max(clock, (*node.clocks)[source][lane]);
      warp->second[lane] = std::max(warp->second[lane], clock);
    }
  });
}

bool FlatKnowledge::covers(const Moment& moment, unsigned lane) const {
  const auto found = blocks_.find(moment.block);
  if (found == blocks_.end()) return false;
  if (moment.epoch < found->second.epoch) return true;
  for (const auto& [warp, lanes] : found->second.warps)
    if (warp == moment.warp) return moment.clock <= lanes[lane];
  return false;
}

}  // namespace lockstep::ptx
