// SPDX-License-Identifier: Apache-2.0
#include "ptx/sanitizer/knowledge.h"

#include <algorithm>
#include <utility>

namespace lockstep::ptx {

struct KnowledgeNode {};

namespace {

constexpr unsigned branch_bits = 4;
constexpr std::uint32_t branches = 1u << branch_bits;

struct Inner : KnowledgeNode {
  std::array<Knowledge, branches> children;
};

struct Leaf : KnowledgeNode {
  explicit Leaf(KnownBlock known) : block(std::move(known)) {}
  KnownBlock block;
};

const Inner& inner(const Knowledge& node) {
  return static_cast<const Inner&>(*node);
}
const KnownBlock& leaf(const Knowledge& node) {
  return static_cast<const Leaf&>(*node).block;
}

std::uint32_t branch(std::uint32_t block, unsigned level) {
  return block >> (level * branch_bits) & (branches - 1);
}

/// Adds `from` to `into`, both of one epoch. True if there was anything new.
bool add_warps(std::vector<KnownWarp>& into,
               const std::vector<KnownWarp>& from) {
  bool is_new = false;
  for (const KnownWarp& warp : from) {
    auto at =
        std::lower_bound(into.begin(), into.end(), warp.warp(),
                         [](const KnownWarp& known, std::uint32_t number) {
                           return known.warp() < number;
                         });
    if (at == into.end() || at->warp() != warp.warp())
      into.insert(at, warp);
    else if (!at->includes(warp))
      *at = at->joined(warp);
    else
      continue;
    is_new = true;
  }
  return is_new;
}

/// Adds what `from` knows more. True if there was anything.
bool add(KnownBlock& into, const KnownBlock& from) {
  bool is_new = from.signal > into.signal;
  into.signal = std::max(into.signal, from.signal);
  if (from.epoch < into.epoch) return is_new;
  if (from.epoch == into.epoch)
    return add_warps(into.warps, from.warps) || is_new;
  into.epoch = from.epoch;
  into.warps = from.warps;
  return true;
}

bool includes(const KnownBlock& one, const KnownBlock& two) {
  if (one.signal < two.signal || one.epoch < two.epoch) return false;
  if (one.epoch > two.epoch) return true;
  KnownBlock copy{one.epoch, one.signal, one.warps};
  return !add_warps(copy.warps, two.warps);
}

Knowledge join_leaves(const Knowledge& one, const Knowledge& two) {
  KnownBlock block = leaf(one);
  if (!add(block, leaf(two))) return one;
  if (includes(leaf(two), block)) return two;
  return std::make_shared<const Leaf>(std::move(block));
}

Knowledge join_nodes(const Knowledge& one, const Knowledge& two,
                     unsigned level) {
  if (one == two || !two) return one;
  if (!one) return two;
  if (level == 0) return join_leaves(one, two);
  std::shared_ptr<Inner> joined;
  bool is_two = true;
  for (std::uint32_t index = 0; index < branches; ++index) {
    const Knowledge& mine = inner(one).children[index];
    const Knowledge& theirs = inner(two).children[index];
    if (mine == theirs) continue;
    Knowledge child = join_nodes(mine, theirs, level - 1);
    is_two = is_two && child == theirs;
    if (child == mine) continue;
    if (!joined) joined = std::make_shared<Inner>(inner(one));
    joined->children[index] = std::move(child);
  }
  if (!joined) return one;
  if (is_two) return two;
  return joined;
}

Knowledge add_block(const Knowledge& before, std::uint32_t block,
                    const KnownBlock& known, unsigned level) {
  if (level == 0) {
    if (!before) return std::make_shared<const Leaf>(known);
    KnownBlock both = leaf(before);
    if (!add(both, known)) return before;
    return std::make_shared<const Leaf>(std::move(both));
  }
  const std::uint32_t index = branch(block, level - 1);
  Knowledge child = add_block(before ? inner(before).children[index] : nullptr,
                              block, known, level - 1);
  if (before && child == inner(before).children[index]) return before;
  auto node = before ? std::make_shared<Inner>(inner(before))
                     : std::make_shared<Inner>();
  node->children[index] = std::move(child);
  return node;
}

}  // namespace

KnowledgeTree::KnowledgeTree(std::uint64_t blocks) {
  while (levels_ * branch_bits < 32 && blocks > 1) {
    blocks = (blocks + branches - 1) / branches;
    ++levels_;
  }
}

Knowledge KnowledgeTree::join(const Knowledge& one,
                              const Knowledge& two) const {
  return join_nodes(one, two, levels_);
}

Knowledge KnowledgeTree::with(const Knowledge& before, std::uint32_t block,
                              const KnownBlock& known) const {
  return add_block(before, block, known, levels_);
}

const KnownBlock* KnowledgeTree::find(const Knowledge& knowledge,
                                      std::uint32_t block) const {
  const Knowledge* node = &knowledge;
  for (unsigned level = levels_; level > 0 && *node; --level)
    node = &inner(*node).children[branch(block, level - 1)];
  return *node ? &leaf(*node) : nullptr;
}

bool KnowledgeTree::covers(const Knowledge& knowledge, const Moment& moment,
                           unsigned lane) const {
  const KnownBlock* known = find(knowledge, moment.block);
  if (known == nullptr) return false;
  if (moment.epoch < known->epoch) return true;
  if (moment.signal != 0 && moment.signal <= known->signal) return true;
  for (const KnownWarp& warp : known->warps)
    if (warp.warp() == moment.warp) return moment.clock <= warp[lane];
  return false;
}

}  // namespace lockstep::ptx
