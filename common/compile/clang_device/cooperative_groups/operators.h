// SPDX-License-Identifier: Apache-2.0
// The operators of reductions and scans, for one type or for any.
#pragma once

#include "partitions.h"

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

}  // namespace cooperative_groups
