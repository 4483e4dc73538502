// SPDX-License-Identifier: Apache-2.0
// Tiles of a warp whose size is known to the compiler.
#pragma once

#include "blocks.h"

namespace cooperative_groups {

/// `Size` neighbouring lanes of one warp; Size is a power of two up to 32.
template <unsigned int Size, class Parent = void>
class thread_block_tile {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  thread_block_tile() = default;
  template <class Other>
  LOCKSTEP_METHOD thread_block_tile(const thread_block_tile<Size, Other>&) {}
  LOCKSTEP_METHOD static unsigned int thread_rank() {
    return thread_block::thread_rank() % Size;
  }
  LOCKSTEP_METHOD static constexpr unsigned int size() { return Size; }
  LOCKSTEP_METHOD static constexpr unsigned int num_threads() { return Size; }
  LOCKSTEP_METHOD static unsigned int meta_group_rank() {
    return thread_block::thread_rank() / Size;
  }
  LOCKSTEP_METHOD static unsigned int meta_group_size() {
    return (thread_block::size() + Size - 1) / Size;
  }
  LOCKSTEP_METHOD static void sync() { __syncwarp(member_mask()); }

  template <class T>
  LOCKSTEP_METHOD T shfl(T value, int lane) const {
    return __shfl_sync(member_mask(), value, lane, Size);
  }
  template <class T>
  LOCKSTEP_METHOD T shfl_up(T value, unsigned int delta) const {
    return __shfl_up_sync(member_mask(), value, delta, Size);
  }
  template <class T>
  LOCKSTEP_METHOD T shfl_down(T value, unsigned int delta) const {
    return __shfl_down_sync(member_mask(), value, delta, Size);
  }
  template <class T>
  LOCKSTEP_METHOD T shfl_xor(T value, int lane_mask) const {
    return __shfl_xor_sync(member_mask(), value, lane_mask, Size);
  }
  LOCKSTEP_METHOD int any(int predicate) const {
    return __any_sync(member_mask(), predicate);
  }
  LOCKSTEP_METHOD int all(int predicate) const {
    return __all_sync(member_mask(), predicate);
  }
  LOCKSTEP_METHOD unsigned int ballot(int predicate) const {
    return __ballot_sync(member_mask(), predicate) >> first_lane() & ones();
  }
  template <class T>
  LOCKSTEP_METHOD unsigned int match_any(T value) const {
    return __match_any_sync(member_mask(), value) >> first_lane() & ones();
  }

 private:
  LOCKSTEP_METHOD static constexpr unsigned int ones() {
    return Size == 32 ? 0xffffffffU : (1U << (Size % 32)) - 1;
  }
  LOCKSTEP_METHOD static unsigned int first_lane() {
    return thread_block::thread_rank() % 32 / Size * Size;
  }
  LOCKSTEP_METHOD static unsigned int member_mask() {
    return ones() << first_lane();
  }
};
template <unsigned int Size, class Parent>
LOCKSTEP_METHOD inline thread_block_tile<Size, Parent> tiled_partition(
    const Parent&) {
  return {};
}

}  // namespace cooperative_groups
