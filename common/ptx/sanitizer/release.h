// SPDX-License-Identifier: Apache-2.0
// What fences prepare and strong writes release, to be taken by those who
// read them. Most of it nobody ever takes, so that it is only put together
// when somebody does.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "ptx/sanitizer/knowledge.h"

namespace lockstep::ptx {

/// [i][j]: the clock up to which lane i knows the accesses of lane j.
using LaneClocks = std::array<LaneClock, warp_size>;

/// A warp at a fence: all that its lanes know there, of themselves too.
struct Fence {
  Moment moment;
  std::uint32_t synced = 0;  ///< every lane knows every other's up to here
  std::shared_ptr<const LaneClocks> clocks;  ///< where lanes know more; or null
  Knowledge learned;                         ///< of others

  /// What the lanes of `sources` know together, and that its block's first so
  /// many signals were given.
  Knowledge known(const KnowledgeTree& tree, LaneMask sources,
                  std::uint32_t signal = 0) const;
};

/// `known` and what `fence` knows of its `sources`, and a signal.
class Released {
 public:
  /// The release of `sources` and of whoever knew `extra`. A chain of atomics
  /// goes on with what came before; a store begins anew.
  void add(const KnowledgeTree& tree, std::shared_ptr<const Fence> fence,
           LaneMask sources, const Knowledge& extra, const Moment& signal);
  /// The signal that stands for a further one by these sources, 0 if it would
  /// release more than there is.
  std::uint32_t standing_signal(const std::shared_ptr<const Fence>& fence,
                                LaneMask sources) const {
    return fence == fence_ && (sources & ~sources_) == 0 ? signal_.signal : 0;
  }
  explicit operator bool() const { return signal_.signal != 0; }
  const Knowledge& knowledge(const KnowledgeTree& tree);

 private:
  Knowledge known_;
  std::shared_ptr<const Fence> fence_;
  LaneMask sources_ = 0;
  Moment signal_;
  bool is_complete_ = true;  ///< `known_` has all of it
};

/// A word of memory that strong writes released something at.
struct Location {
  Released wide;  ///< to all blocks
  Released near;  ///< by and to `near_block`; kept where scopes are narrow
  std::uint32_t near_block = 0;
};

/// By address. Asking for what is not there is cheap.
class Locations {
 public:
  Location* find(std::uint64_t address) {
    if (!maybe_[slot(address)]) return nullptr;
    const auto found = map_.find(address / 4);
    return found == map_.end() ? nullptr : &found->second;
  }
  Location& operator[](std::uint64_t address) {
    maybe_.set(slot(address));
    return map_[address / 4];
  }
  void erase(std::uint64_t address) {
    if (maybe_[slot(address)]) map_.erase(address / 4);
  }
  bool empty() const { return map_.empty(); }
  std::size_t size() const { return map_.size(); }
  void clear() {
    map_.clear();
    maybe_.reset();
  }

 private:
  static constexpr std::size_t slots = 8192;
  static std::size_t slot(std::uint64_t address) {
    return (address / 4 ^ address >> 17) % slots;
  }

  std::unordered_map<std::uint64_t, Location> map_;
  std::bitset<slots> maybe_;
};

}  // namespace lockstep::ptx
