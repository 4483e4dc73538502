// SPDX-License-Identifier: Apache-2.0
// What float32 results have in common (manual, 9.7.3): subnormal inputs and
// results flushed by .ftz, one canonical NaN, .sat. float64 keeps payloads.
#pragma once

#include <bit>
#include <cmath>
#include <limits>

#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"

namespace lockstep::ptx {

inline constexpr u32 canonical_nan = 0x7fffffff;

/// A subnormal as a zero of its sign.
inline f32 flush(f32 value) {
  return std::fabs(value) < std::numeric_limits<f32>::min()
             ? std::copysign(0.0f, value)
             : value;
}
inline f64 flush(f64 value) { return value; }

inline f32 canonical(f32 value) {
  return value != value ? std::bit_cast<f32>(canonical_nan) : value;
}
inline f64 canonical(f64 value) { return value; }

// float64 hands on the NaN of an operand, made quiet; which one where several
// are NaN is not in the manual.
// float32 needs none of this: its NaNs all become canonical.
inline f32 quiet(f32 value) { return value; }
inline f64 quiet(f64 value) {
  constexpr u64 quiet_bit = u64{1} << 51;
  return std::bit_cast<f64>(std::bit_cast<u64>(value) | quiet_bit);
}
/// Of a sum, difference or product: the second one.
template <class T>
inline T with_last_nan(T result, T a, T b) {
  if constexpr (sizeof(T) == 4) return result;
  return b != b ? quiet(b) : a != a ? quiet(a) : result;
}
/// Of a quotient: the first one.
template <class T>
inline T with_first_nan(T result, T a, T b) {
  if constexpr (sizeof(T) == 4) return result;
  return a != a ? quiet(a) : b != b ? quiet(b) : result;
}
/// Of a fused multiply-add: that of b, else of c.
template <class T>
inline T with_factor_nan(T result, T a, T b, T c) {
  if constexpr (sizeof(T) == 4) return result;
  if (b != b) return quiet(b);
  return c != c ? quiet(c) : a != a ? quiet(a) : result;
}

/// .sat: clamped to [0, 1], NaN becomes +0.
template <class T>
inline T saturate_unit(T value) {
  const T low = value > 0 ? value : T{0};
  return low < 1 ? low : T{1};
}

/// op with what the modifiers ask for around it.
template <class T, bool ftz, bool sat, auto op>
inline constexpr auto tidied = [](auto... values) {
  T result = ftz ? op(flush(values)...) : op(values...);
  result = canonical(result);
  if (ftz) result = flush(result);
  return sat ? saturate_unit(result) : result;
};

/// The handler of a float form: `count` sources of the type T.
template <class T, auto op, bool ftz, bool sat, std::size_t count>
Handler float_handler() {
  constexpr auto whole = tidied<T, ftz, sat, op>;
  if constexpr (count == 1) return &lanes<T, whole, T>;
  if constexpr (count == 2) return &lanes<T, whole, T, T>;
  if constexpr (count == 3) return &lanes<T, whole, T, T, T>;
}

/// All forms of an operation on f32 ({.ftz}{.sat}) and f64.
template <auto op, std::size_t count>
Handler bind_float(const Instruction& i) {
  const bool ftz = i.modifiers.ftz, sat = i.modifiers.sat;
  if (i.type == Type::f64) {
    if (ftz || sat) return nullptr;
    return float_handler<f64, op, false, false, count>();
  }
  if (i.type != Type::f32) return nullptr;
  if (sat) {
    return ftz ? float_handler<f32, op, true, true, count>()
               : float_handler<f32, op, false, true, count>();
  }
  return ftz ? float_handler<f32, op, true, false, count>()
             : float_handler<f32, op, false, false, count>();
}

/// The number among a and b if one is NaN; -0 is less than +0.
inline constexpr auto minimum = [](auto a, auto b) {
  if (a != a) return b != b ? quiet(b) : b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
};
inline constexpr auto maximum = [](auto a, auto b) {
  if (a != a) return b != b ? quiet(b) : b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? b : a;
  return a < b ? b : a;
};
template <auto op>
inline constexpr auto or_nan = [](auto a, auto b) {
  if (a != a || b != b) return std::numeric_limits<decltype(a)>::quiet_NaN();
  return op(a, b);
};
template <auto op>
inline constexpr auto of_magnitudes = [](auto a, auto b) {
  const auto result = op(std::fabs(a), std::fabs(b));
  return std::copysign(result, std::signbit(a) != std::signbit(b)
                                   ? decltype(a){-1}
                                   : decltype(a){1});
};

/// 32 flushed copies of a source, itself readable as a source.
class Flushed {
 public:
  explicit Flushed(const Source<f32>& from) {
    for_all_lanes([&](unsigned lane) { values_[lane] = flush(from[lane]); });
  }
  Source<f32> source() const { return Source<f32>(values_); }

 private:
  alignas(64) f32 values_[warp_size];
};

}  // namespace lockstep::ptx
