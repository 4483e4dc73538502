// SPDX-License-Identifier: Apache-2.0
// Where .ftz begins: the hardware flushes an f32 result that is subnormal
// when rounded as if exponents had no end, though rounded as a subnormal it
// may become the least normal number. Only results equal to that need a look.
#pragma once

#include <cmath>

#include "ptx/isa/half.h"

namespace lockstep::ptx {

inline constexpr f32 least_normal = 0x1p-126f;

// What the operation gives, rounded to odd.
inline constexpr auto exact_mul = [](f64 a, f64 b) { return a * b; };
inline constexpr auto exact_fma = [](f64 a, f64 b, f64 c) {
  return sum_to_odd(a * b, c);
};
inline constexpr auto exact_div = [](f64 a, f64 b) {
  const f64 quotient = a / b, rest = std::fma(-quotient, b, a);
  const u64 bits = std::bit_cast<u64>(quotient);
  if (rest == 0 || (bits & 1) != 0) return quotient;
  const bool is_larger = (rest < 0) == (a < 0);
  return std::bit_cast<f64>(is_larger ? bits + 1 : bits - 1);
};
inline constexpr auto exact_rcp = [](f64 a) { return exact_div(1.0, a); };

/// Whether .ftz flushes an f32 result whose exact value, rounded to odd, is
/// this.
inline bool is_flushed(f64 exact, Rounding rounding) {
  constexpr f64 least = least_normal;
  const f64 magnitude = std::fabs(exact);
  const Rounding away = exact < 0 ? Rounding::rm : Rounding::rp;
  if (rounding == Rounding::rn || rounding == Rounding::none) {
    return magnitude < least * (1 - 0x1p-25);
  }
  return rounding == away ? magnitude <= least * (1 - 0x1p-24)
                          : magnitude < least;
}

/// A conversion's result after .ftz.
template <class D, class S>
inline D flush_converted(D result, S, Rounding) {
  return flush(result);
}
inline f32 flush_converted(f32 result, f64 value, Rounding rounding) {
  if (std::fabs(result) == least_normal && is_flushed(value, rounding)) {
    return std::copysign(0.0f, result);
  }
  return flush(result);
}

}  // namespace lockstep::ptx
