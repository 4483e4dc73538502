// SPDX-License-Identifier: Apache-2.0
// Tiles of a warp whose size is known to the compiler.
#pragma once

#include "coalesced.h"

namespace cooperative_groups {

template <unsigned int Size, class Parent = void>
class thread_block_tile;

namespace lockstep_lanes {
/// The rank and number of tiles within the group that was divided.
template <class Parent>
struct parent {
  LOCKSTEP_GROUP unsigned int rank(unsigned int size) {
    return thread_block::thread_rank() / size;
  }
  LOCKSTEP_GROUP unsigned int count(unsigned int size) {
    return (thread_block::size() + size - 1) / size;
  }
};
template <unsigned int Size, class Above>
struct parent<thread_block_tile<Size, Above>> {
  LOCKSTEP_GROUP unsigned int rank(unsigned int size) {
    return thread_block::thread_rank() % Size / size;
  }
  LOCKSTEP_GROUP unsigned int count(unsigned int size) { return Size / size; }
};
}  // namespace lockstep_lanes

/// `Size` neighbouring lanes of one warp; Size is a power of two up to 32.
template <unsigned int Size, class Parent>
class thread_block_tile {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16 or 32 threads; tiles of several "
                "warps are not supported");
  using parent = lockstep_lanes::parent<Parent>;

 public:
  thread_block_tile() = default;
  template <class Other>
  LOCKSTEP_METHOD thread_block_tile(const thread_block_tile<Size, Other>&) {}
  LOCKSTEP_GROUP unsigned int thread_rank() {
    return thread_block::thread_rank() % Size;
  }
  LOCKSTEP_GROUP constexpr unsigned int size() { return Size; }
  LOCKSTEP_GROUP constexpr unsigned int num_threads() { return Size; }
  LOCKSTEP_GROUP unsigned int meta_group_rank() { return parent::rank(Size); }
  LOCKSTEP_GROUP unsigned int meta_group_size() { return parent::count(Size); }
  LOCKSTEP_GROUP void sync() { __syncwarp(lockstep_mask()); }

#define LOCKSTEP_TILE_SHUFFLE(name, operand)                            \
  template <class T>                                                    \
  LOCKSTEP_METHOD T name(T value, operand by) const {                   \
    return lockstep_lanes::shuffled(                                    \
        value, [by] LOCKSTEP_METHOD(unsigned int word) {                \
          return __##name##_sync(lockstep_mask(), word, by, (int)Size); \
        });                                                             \
  }
  LOCKSTEP_TILE_SHUFFLE(shfl, int)
  LOCKSTEP_TILE_SHUFFLE(shfl_up, unsigned int)
  LOCKSTEP_TILE_SHUFFLE(shfl_down, unsigned int)
  LOCKSTEP_TILE_SHUFFLE(shfl_xor, int)
#undef LOCKSTEP_TILE_SHUFFLE
  LOCKSTEP_METHOD int any(int predicate) const {
    return __any_sync(lockstep_mask(), predicate);
  }
  LOCKSTEP_METHOD int all(int predicate) const {
    return __all_sync(lockstep_mask(), predicate);
  }
  LOCKSTEP_METHOD unsigned int ballot(int predicate) const {
    return by_rank(__ballot_sync(lockstep_mask(), predicate));
  }
  template <class T>
  LOCKSTEP_METHOD unsigned int match_any(T value) const {
    return by_rank(__match_any_sync(lockstep_mask(), value));
  }
  template <class T>
  LOCKSTEP_METHOD unsigned int match_all(T value, int& is_same) const {
    return by_rank(__match_all_sync(lockstep_mask(), value, &is_same));
  }

  /// For the functions that split groups.
  LOCKSTEP_GROUP unsigned int lockstep_mask() { return ones() << first_lane(); }
  LOCKSTEP_GROUP unsigned int lane_of(unsigned int rank) {
    return first_lane() + rank;
  }

 private:
  LOCKSTEP_GROUP unsigned int by_rank(unsigned int lanes) {
    return lanes >> first_lane() & ones();
  }
  LOCKSTEP_GROUP constexpr unsigned int ones() {
    return Size == 32 ? 0xffffffffU : (1U << (Size % 32)) - 1;
  }
  LOCKSTEP_GROUP unsigned int first_lane() {
    return thread_block::thread_rank() % 32 / Size * Size;
  }
};
template <unsigned int Size, class Parent>
LOCKSTEP_METHOD inline thread_block_tile<Size, Parent> tiled_partition(
    const Parent&) {
  return {};
}
LOCKSTEP_METHOD inline thread_block_tile<1> this_thread() { return {}; }

}  // namespace cooperative_groups
