// SPDX-License-Identifier: Apache-2.0
// What a thread knows to have happened, handed on from thread to thread.
//
// A node of the graph is a snapshot of one warp at a fence or barrier: each
// of its lanes knows its block's accesses of earlier epochs (an epoch ends
// at every whole-block barrier), its own up to the warp's clock, the other
// lanes' up to the last warp barrier, and whatever its parents know. A node
// without a warp is the union of its parents. Nodes never change, so that
// handing knowledge on is copying a number; only a question that needs it
// flattens the graph.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "ptx/module/instruction.h"

namespace lockstep::ptx {

/// [i][j]: the clock up to which lane i knows the accesses of lane j.
using LaneClocks = std::array<std::array<std::uint32_t, warp_size>, warp_size>;

/// When and where an access happened, its lane apart.
struct Moment {
  std::uint32_t block = 0;
  std::uint32_t epoch = 0;
  std::uint32_t warp = 0;
  std::uint32_t clock = 0;
};

/// What the lanes of `sources` knew, together, at a node.
struct Knowledge {
  std::uint32_t node = 0;  ///< 0: nothing
  LaneMask sources = full_mask;

  explicit operator bool() const { return node != 0; }
  friend bool operator==(const Knowledge&, const Knowledge&) = default;
};

/// Knowledge that some lanes of a warp have.
struct Held {
  LaneMask holders = 0;
  Knowledge knowledge;
};

struct KnowledgeNode {
  Moment moment;  ///< of the snapshot; clock 0: a union, knows nothing itself
  std::uint32_t synced = 0;  ///< every lane knows every other's up to here
  std::unique_ptr<LaneClocks> clocks;  ///< where lanes know more than that
  bool is_wide = true;                 ///< made by a fence of scope gpu or sys
  std::uint32_t chain = 0;  ///< the same along one location's atomics
  std::vector<Held> parents;
};

class KnowledgeGraph {
 public:
  KnowledgeGraph() { clear(); }
  void clear();
  std::uint32_t add(KnowledgeNode node);
  /// How much it holds, in nodes of usual size.
  std::uint64_t weight() const { return weight_; }
  const KnowledgeNode& operator[](std::uint32_t node) const {
    return nodes_[node];
  }
  /// All that the parts know; `chain` 0 begins a new chain.
  Knowledge join(const std::vector<Knowledge>& parts, bool is_wide,
                 std::uint32_t chain = 0);
  /// Adds to a list, replacing what the new knowledge includes.
  void hold(std::vector<Held>& list, LaneMask holders,
            Knowledge knowledge) const;

 private:
  std::vector<KnowledgeNode> nodes_;
  std::uint64_t weight_ = 0;
};

/// Knowledge flattened, to ask it about single accesses.
class FlatKnowledge {
 public:
  void include(const KnowledgeGraph& graph, Knowledge knowledge);
  bool covers(const Moment& moment, unsigned lane) const;

 private:
  using Lanes = std::array<std::uint32_t, warp_size>;
  struct Block {
    std::uint32_t epoch = 0;
    std::vector<std::pair<std::uint32_t, Lanes>> warps;
  };

  void include_node(const KnowledgeNode& node, LaneMask sources);

  std::unordered_map<std::uint32_t, Block> blocks_;
  std::unordered_map<std::uint32_t, LaneMask> visited_;
  std::vector<Knowledge> pending_;
};

}  // namespace lockstep::ptx
