// SPDX-License-Identifier: Apache-2.0
// What the text of a module says about a pair of accesses, whatever order
// they ran in: hazards get their names from here, so that a name does not
// depend on the schedule.
#pragma once

#include <cstdint>
#include <vector>

#include "ptx/module/module.h"

namespace lockstep::ptx {

class ProgramOrder {
 public:
  void begin(const Module& module);

  /// True if one loop holds both pcs, so that either may come first; else
  /// the lower one does.
  bool share_loop(std::uint32_t pc, std::uint32_t other) const;

  /// A fence that orders inside its block only.
  bool has_block_fence() const { return has_block_fence_; }

  /// Any fence, acquire or release of block scope.
  bool has_block_scope() const { return has_block_scope_; }

  /// A strong store of what a strong load just before it, from the same
  /// address, was made into: `*p = *p + 1` with a volatile p. It looks like
  /// a flag, but two of them lose an update.
  bool is_update(std::uint32_t pc) const {
    return pc < updates_.size() && updates_[pc];
  }

 private:
  bool finds_load(const Module& module, std::uint32_t store,
                  const std::vector<bool>& is_target) const;

  struct Loop {
    std::uint32_t begin = 0, end = 0;  ///< target and pc of a backward branch
  };
  std::vector<Loop> loops_;
  std::vector<bool> updates_;
  bool has_block_fence_ = false, has_block_scope_ = false;
};

}  // namespace lockstep::ptx
