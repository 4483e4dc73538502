// SPDX-License-Identifier: Apache-2.0
// What each lane of a warp knows, where many lanes often know the same.
#pragma once

#include <vector>

#include "ptx/sanitizer/knowledge.h"

namespace lockstep::ptx {

class LaneKnowledge {
 public:
  struct Group {
    LaneMask lanes = 0;
    Knowledge known;
  };

  /// Groups of different lanes; lanes that know nothing are in none.
  const std::vector<Group>& groups() const { return groups_; }
  bool empty() const { return groups_.empty(); }
  /// Null for nothing.
  const Knowledge& of(unsigned lane) const;
  /// What these lanes know together.
  Knowledge joined(const KnowledgeTree& tree, LaneMask lanes) const;
  LaneMask lanes() const;

  void add(const KnowledgeTree& tree, LaneMask lanes, const Knowledge& more);
  void forget(LaneMask lanes);

 private:
  void merge_equal();

  std::vector<Group> groups_;
};

}  // namespace lockstep::ptx
