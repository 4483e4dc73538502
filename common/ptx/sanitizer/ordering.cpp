// SPDX-License-Identifier: Apache-2.0
// Blocks and warps, and the question that all of it is for.
#include "ptx/sanitizer/ordering.h"

#include <utility>

namespace lockstep::ptx {

void Ordering::begin_launch(std::uint64_t blocks, bool has_block_scope) {
  tree_ = KnowledgeTree(blocks);
  has_block_scope_ = has_block_scope;
  blocks_.clear();
  last_ = nullptr;
  global_.clear();
  over_.clear();
  has_releases_ = has_handovers_ = gave_up_ = false;
}

void Ordering::give_up() {
  gave_up_ = true;
  has_releases_ = false;
  global_.clear();
  for (auto& [number, block] : blocks_) {
    Block empty;
    empty.number = block->number;
    empty.epoch = block->epoch;
    empty.warps.resize(block->warps.size());
    for (std::size_t warp = 0; warp < empty.warps.size(); ++warp)
      empty.warps[warp].clock = block->warps[warp].clock;
    *block = std::move(empty);
  }
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

bool Ordering::is_ordered(Block& block, std::uint32_t warp, unsigned lane,
                          const Moment& then, unsigned then_lane) {
  if (gave_up_) return true;
  const Warp& state = warp_of(block, warp);
  if (then.block == block.number) {
    if (then.epoch < block.epoch) return true;
    if (then.warp == warp && state.knows(lane, then_lane, then.clock))
      return true;
  }
  const Knowledge& own = state.learned.of(lane);
  return tree_.covers(own ? own : block.learned, then, then_lane);
}

}  // namespace lockstep::ptx
