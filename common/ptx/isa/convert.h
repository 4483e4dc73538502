// SPDX-License-Identifier: Apache-2.0
// Parts of cvt that forms with narrow floats share. A Reader is made from a
// warp and an operand and has 32 values of the type S.
#pragma once

#include <cmath>
#include <limits>

#include "ptx/isa/floating.h"
#include "ptx/isa/tiny.h"

namespace lockstep::ptx {

template <class T>
inline T round_to_integral(Rounding rounding, T value) {
  if (value != value) return quiet(value);
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
inline D to_integer(Rounding rounding, S value) {
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

template <class D, class S, class Reader = Source<S>>
LOCKSTEP_FOR_EACH_CPU void float_to_integer(Warp& warp, const Instruction& i,
                                            LaneMask mask) {
  const Reader a(warp, i.a);
  const Modifiers& m = i.modifiers;
  write<D>(warp, i.d, mask, [&](unsigned lane) {
    const S value = m.ftz ? flush(a[lane]) : a[lane];
    return to_integer<D>(m.rounding, value);
  });
}

/// Same type, rounded to an integral value or only flushed and saturated.
template <class T>
LOCKSTEP_FOR_EACH_CPU void float_to_same(Warp& warp, const Instruction& i,
                                         LaneMask mask) {
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

/// To nearest even where the value is not exact. NaNs keep their payload
/// unless .ftz is there.
template <class D, class S, class Reader = Source<S>>
LOCKSTEP_FOR_EACH_CPU void to_float(Warp& warp, const Instruction& i,
                                    LaneMask mask) {
  const Reader a(warp, i.a);
  const Modifiers& m = i.modifiers;
  write<D>(warp, i.d, mask, [&](unsigned lane) {
    S value = a[lane];
    if constexpr (std::is_same_v<S, f32>) {
      if (m.ftz) value = canonical(flush(value));
    }
    D result = static_cast<D>(value);
    if (m.ftz) result = flush_converted(result, value, Rounding::rn);
    return m.sat ? saturate_unit(result) : result;
  });
}

}  // namespace lockstep::ptx
