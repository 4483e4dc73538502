// SPDX-License-Identifier: Apache-2.0
// Stand-in for <cooperative_groups/reduce.h>: reduce over a tile.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

#define LOCKSTEP_OPERATOR(name, expression)                             \
  template <class T = void>                                             \
  struct name {                                                         \
    LOCKSTEP_METHOD T operator()(T a, T b) const { return expression; } \
  };                                                                    \
  template <>                                                           \
  struct name<void> {                                                   \
    template <class T>                                                  \
    LOCKSTEP_METHOD T operator()(T a, T b) const {                      \
      return expression;                                                \
    }                                                                   \
  };
LOCKSTEP_OPERATOR(plus, a + b)
LOCKSTEP_OPERATOR(less, b < a ? b : a)
LOCKSTEP_OPERATOR(greater, a < b ? b : a)
LOCKSTEP_OPERATOR(bit_and, a& b)
LOCKSTEP_OPERATOR(bit_or, a | b)
LOCKSTEP_OPERATOR(bit_xor, a ^ b)
#undef LOCKSTEP_OPERATOR

/// Every thread of the tile gets the result.
template <unsigned int Size, class Parent, class T, class Operator>
LOCKSTEP_METHOD inline T reduce(const thread_block_tile<Size, Parent>& tile,
                                T value, Operator&& combine) {
#pragma unroll
  for (unsigned int distance = Size / 2; distance > 0; distance /= 2)
    value = combine(value, tile.shfl_xor(value, (int)distance));
  return value;
}

}  // namespace cooperative_groups
