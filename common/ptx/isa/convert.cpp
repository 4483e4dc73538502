// SPDX-License-Identifier: Apache-2.0
// cvt (manual, 9.7.9.21): between all integers, f32 and f64. Conversions that
// round in a direction other than to nearest are in rounded.cpp, narrower
// floats in half_convert.cpp.
#include "ptx/isa/convert.h"

#include <algorithm>
#include <limits>

#include "ptx/isa/binders.h"
#include "ptx/isa/half.h"

namespace lockstep::ptx {

namespace {

__extension__ typedef __int128 s128;

/// Integer to integer; .sat clamps to the destination's range.
template <class D, class S>
constexpr auto cut = [](S a) { return static_cast<D>(a); };
template <class D, class S>
constexpr auto clamp = [](S a) {
  return static_cast<D>(std::clamp<s128>(a, std::numeric_limits<D>::min(),
                                         std::numeric_limits<D>::max()));
};

template <class D, class S>
Handler bind_pair(const Instruction& i) {
  constexpr bool from_float = std::is_floating_point_v<S>;
  const Rounding rounding = i.modifiers.rounding;
  if constexpr (!std::is_floating_point_v<D>) {
    if constexpr (from_float) return &float_to_integer<D, S>;
    if (i.modifiers.sat) return &lanes<D, clamp<D, S>, S>;
    return &lanes<D, cut<D, S>, S>;
  } else if constexpr (std::is_same_v<D, S>) {
    return &float_to_same<D>;
  } else {
    if (rounding == Rounding::none || rounding == Rounding::rn ||
        (from_float && sizeof(D) > sizeof(S))) {
      return &to_float<D, S>;
    }
    return bind_rounded_cvt(i);
  }
}

}  // namespace

/// cvt{.irnd, .frnd}{.ftz}{.sat}.dtype.atype d, a;  (9.7.9.21)
Handler bind_cvt(const Instruction& i) {
  if (is_narrow(i.type) || is_narrow(i.source_type)) return bind_half_cvt(i);
  if (i.b || i.modifiers.relu || i.modifiers.satfinite) return nullptr;
  return for_type<u8, u16, u32, u64, s8, s16, s32, s64, f32, f64>(
      i.type, [&]<class D>() {
        return for_type<u8, u16, u32, u64, s8, s16, s32, s64, f32, f64>(
            i.source_type,
            [&]<class S>() -> Handler { return bind_pair<D, S>(i); });
      });
}

}  // namespace lockstep::ptx
