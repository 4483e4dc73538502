// SPDX-License-Identifier: Apache-2.0
// cvt (manual, 9.7.9.21): between all integers, f32 and f64. Conversions that
// round in a direction other than to nearest are in rounded.cpp.
#include <algorithm>
#include <limits>

#include "ptx/isa/binders.h"
#include "ptx/isa/floating.h"

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

template <class T>
T round_to_integral(Rounding rounding, T value) {
  switch (rounding) {
    case Rounding::rzi:
    case Rounding::rz:
      return std::trunc(value);
    case Rounding::rmi:
    case Rounding::rm:
      return std::floor(value);
    case Rounding::rpi:
    case Rounding::rp:
      return std::ceil(value);
    default:
      return std::nearbyint(value);
  }
}

/// What NaN becomes as an integer: 0 from f32 to at most 32 bits, else the
/// sign bit alone, as on the hardware.
template <class D, class S>
constexpr D integer_of_nan() {
  if (sizeof(D) <= 4 && sizeof(S) <= 4) return 0;
  return static_cast<D>(BitsOf<D>{1} << (8 * sizeof(D) - 1));
}

/// Float to integer always clamps.
template <class D, class S>
D to_integer(Rounding rounding, S value) {
  if (value != value) return integer_of_nan<D, S>();
  const S whole = round_to_integral(rounding, value);
  // Both bounds are powers of two, or 0, so the casts are exact.
  const S end = std::ldexp(S{1}, std::numeric_limits<D>::digits);
  if (whole >= end) return std::numeric_limits<D>::max();
  if (whole <= static_cast<S>(std::numeric_limits<D>::min())) {
    return std::numeric_limits<D>::min();
  }
  return static_cast<D>(whole);
}

template <class D, class S>
void float_to_integer(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<S> a(warp, i.a);
  const Modifiers& m = i.modifiers;
  write<D>(warp, i.d, mask, [&](unsigned lane) {
    const S value = m.ftz ? flush(a[lane]) : a[lane];
    return to_integer<D>(m.rounding, value);
  });
}

/// Same type, rounded to an integral value or only flushed and saturated.
template <class T>
void float_to_same(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<T> a(warp, i.a);
  const Modifiers& m = i.modifiers;
  write<T>(warp, i.d, mask, [&](unsigned lane) {
    T value = m.ftz ? flush(a[lane]) : a[lane];
    if (m.rounding != Rounding::none) {
      value = round_to_integral(m.rounding, value);
    }
    value = canonical(value);
    return m.sat ? saturate_unit(value) : value;
  });
}

/// To nearest even where the value is not exact. NaNs keep their payload.
template <class D, class S>
void to_float(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<S> a(warp, i.a);
  const Modifiers& m = i.modifiers;
  write<D>(warp, i.d, mask, [&](unsigned lane) {
    S value = a[lane];
    if constexpr (std::is_same_v<S, f32>) {
      if (m.ftz) value = flush(value);
    }
    D result = static_cast<D>(value);
    if (m.ftz) result = flush(result);
    return m.sat ? saturate_unit(result) : result;
  });
}

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
  if (i.b || i.modifiers.relu) return nullptr;
  return for_type<u8, u16, u32, u64, s8, s16, s32, s64, f32, f64>(
      i.type, [&]<class D>() {
        return for_type<u8, u16, u32, u64, s8, s16, s32, s64, f32, f64>(
            i.source_type,
            [&]<class S>() -> Handler { return bind_pair<D, S>(i); });
      });
}

}  // namespace lockstep::ptx
