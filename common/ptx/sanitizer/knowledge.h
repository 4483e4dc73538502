// SPDX-License-Identifier: Apache-2.0
// What a thread knows to have happened, handed on from thread to thread.
//
// Knowledge is a map from blocks to what is known of them, kept as a tree
// that never changes: handing it on is copying a pointer, adding to it makes
// the nodes on one path anew, and where two trees share a part the join of
// them need not look into it. What nobody can name any more is freed.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "ptx/sanitizer/known_warp.h"

namespace lockstep::ptx {

/// When and where an access happened, its lane apart.
struct Moment {
  std::uint32_t block = 0;
  std::uint32_t epoch = 0;  ///< ends at every barrier of the whole block
  std::uint32_t warp = 0;
  std::uint32_t clock = 0;   ///< of the warp, grows through all epochs
  std::uint32_t signal = 0;  ///< the block's writes that release; 0: none
};

struct KnownBlock {
  /// All accesses of earlier epochs are known; of this one those of `warps`.
  std::uint32_t epoch = 0;
  std::uint32_t signal = 0;  ///< the block's first so many signals are known
  std::vector<KnownWarp> warps;  ///< in order
};

struct KnowledgeNode;
using Knowledge = std::shared_ptr<const KnowledgeNode>;

/// The operations, which need to know how deep trees are. Null is the
/// knowledge of nothing.
class KnowledgeTree {
 public:
  explicit KnowledgeTree(std::uint64_t blocks = 1);

  /// What both know. Gives back the very one that includes the other.
  Knowledge join(const Knowledge& one, const Knowledge& two) const;
  /// `before`, and this of one block.
  Knowledge with(const Knowledge& before, std::uint32_t block,
                 const KnownBlock& known) const;
  const KnownBlock* find(const Knowledge& knowledge, std::uint32_t block) const;
  /// Is that access of that lane known?
  bool covers(const Knowledge& knowledge, const Moment& moment,
              unsigned lane) const;

 private:
  unsigned levels_ = 0;  ///< of inner nodes
};

}  // namespace lockstep::ptx
