// SPDX-License-Identifier: Apache-2.0
// Floating point narrower than f32, kept as bits: no type of the host compiler
// stands for it. `widen` is exact; `narrow` is the one function that rounds.
// Arithmetic is done in f64, rounded to odd, so that the second rounding, to
// the narrow format, gives what a single one would.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>

#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"

namespace lockstep::ptx {

/// IEEE 754 binary formats of up to 32 bits; `fraction` bits are stored.
template <class Storage, unsigned exponent, unsigned fraction>
struct NarrowFormat {
  using Bits = Storage;
  static constexpr unsigned fraction_bits = fraction;
  static constexpr int least_exponent = 2 - (1 << (exponent - 1));
  static constexpr u32 infinity = ((1u << exponent) - 1) << fraction;
  static constexpr u32 sign = 1u << (exponent + fraction);
  /// The one NaN that instructions make.
  static constexpr u32 canonical_nan = sign - 1;
};
using F16 = NarrowFormat<u16, 5, 10>;
using BF16 = NarrowFormat<u16, 8, 7>;
using TF32 = NarrowFormat<u32, 8, 10>;
using E5M2 = NarrowFormat<u8, 5, 2>;

/// The value of bits of the format. NaNs stay NaNs.
template <class Format>
inline f32 widen(u32 bits) {
  constexpr unsigned shift = 23 - Format::fraction_bits;
  constexpr f32 scale = std::bit_cast<f32>(
      static_cast<u32>(127 + Format::least_exponent + 126) << 23);
  const u32 magnitude = bits & (Format::sign - 1);
  u32 wide = std::bit_cast<u32>(std::bit_cast<f32>(magnitude << shift) * scale);
  if (magnitude >= Format::infinity) wide = (magnitude << shift) | 0x7f800000;
  const u32 sign = (bits & Format::sign) != 0 ? 0x80000000 : 0;
  return std::bit_cast<f32>(wide | sign);
}

/// Whether dropping `rest` of `unit` makes the magnitude `kept` one larger.
inline bool rounds_up(Rounding rounding, bool is_negative, u64 kept, u64 rest,
                      u64 unit) {
  switch (rounding) {
    case Rounding::rz:
      return false;
    case Rounding::rm:
      return is_negative && rest != 0;
    case Rounding::rp:
      return !is_negative && rest != 0;
    case Rounding::rna:
      return 2 * rest >= unit;
    default:
      return 2 * rest > unit || (2 * rest == unit && (kept & 1) != 0);
  }
}

/// What a magnitude too large for the format becomes.
template <class Format>
inline u32 overflow(Rounding rounding, bool is_negative) {
  const bool is_finite =
      rounding == Rounding::rz ||
      rounding == (is_negative ? Rounding::rp : Rounding::rm);
  return is_finite ? Format::infinity - 1 : Format::infinity;
}

/// Rounds to the format; NaN becomes the canonical one.
template <class Format>
inline u32 narrow(f64 value, Rounding rounding = Rounding::rn) {
  if (value != value) return Format::canonical_nan;
  const u64 bits = std::bit_cast<u64>(value);
  const bool is_negative = (bits >> 63) != 0;
  const u32 sign = is_negative ? Format::sign : 0;
  const int biased = static_cast<int>((bits >> 52) & 0x7ff);
  if (biased == 0x7ff) return sign | Format::infinity;
  const int above = (biased == 0 ? 1 : biased) - 1023 - Format::least_exponent;
  const u64 significand =
      (bits & ((u64{1} << 52) - 1)) | (biased == 0 ? 0 : u64{1} << 52);
  const unsigned lost = above < 0 ? static_cast<unsigned>(-above) : 0;
  // Past 55 bits all that is left is less than half a unit.
  const unsigned dropped = std::min(52 - Format::fraction_bits + lost, 55u);
  const u64 unit = u64{1} << dropped;
  const u64 kept = significand >> dropped;
  const u64 rest = significand & (unit - 1);
  u64 result = kept;
  if (above > 0) result += static_cast<u64>(above) << Format::fraction_bits;
  if (rounds_up(rounding, is_negative, kept, rest, unit)) ++result;
  if (result >= Format::infinity) {
    result = overflow<Format>(rounding, is_negative);
  }
  return sign | static_cast<u32>(result);
}

/// a + b rounded to odd: an inexact sum has its last bit set.
inline f64 sum_to_odd(f64 a, f64 b) {
  const f64 sum = a + b;
  const f64 b_part = sum - a, a_part = sum - b_part;
  const f64 error = (a - a_part) + (b - b_part);
  const u64 bits = std::bit_cast<u64>(sum);
  const bool is_inexact = error < 0 || error > 0;
  if (!is_inexact || (bits & 1) != 0) return sum;
  return std::bit_cast<f64>((error < 0) == (sum < 0) ? bits + 1 : bits - 1);
}

template <class Format>
constexpr u32 flush_half(u32 bits) {
  constexpr u32 normal = 1u << Format::fraction_bits;
  return (bits & (Format::sign - 1)) < normal ? bits & Format::sign : bits;
}

/// Whether the value, rounded to nearest with no least exponent, is subnormal:
/// then .ftz flushes it, even if it would round up to a normal number.
template <class Format>
inline bool is_tiny(f64 value) {
  constexpr f64 rounded = 1 - 1.0 / (4u << Format::fraction_bits);
  const f64 least =
      std::bit_cast<f64>(static_cast<u64>(1023 + Format::least_exponent) << 52);
  return std::fabs(value) < least * rounded;
}

/// 32 values of a half precision operand; of a pair the lower or upper one.
template <class Format, bool is_pair = false, bool is_upper = false>
class HalfSource {
 public:
  HalfSource(const Warp& warp, const Operand& operand, bool ftz = false) {
    const Source<std::conditional_t<is_pair, u32, u16>> from(warp, operand);
    for_all_lanes([&](unsigned lane) {
      const u32 bits = (from[lane] >> (is_upper ? 16 : 0)) & 0xffff;
      values_[lane] = widen<Format>(ftz ? flush_half<Format>(bits) : bits);
    });
  }
  f32 operator[](unsigned lane) const { return values_[lane]; }

 private:
  alignas(64) f32 values_[warp_size];
};

/// Calls op for the value, or for the lower and the upper half of a pair.
template <bool is_pair, class F, class... Bits>
inline auto each_half(F op, Bits... values) {
  if constexpr (is_pair) {
    const u32 low = op(static_cast<u16>(values)...);
    const u32 high = op(static_cast<u16>(values >> 16)...);
    return low | (high << 16);
  } else {
    return op(values...);
  }
}

/// `make.operator()<Format, is_pair>()` for f16, f16x2, bf16 and bf16x2.
template <class Make>
Handler for_halves(Type type, Make make) {
  switch (type) {
    case Type::f16:
      return make.template operator()<F16, false>();
    case Type::f16x2:
      return make.template operator()<F16, true>();
    case Type::bf16:
      return make.template operator()<BF16, false>();
    case Type::bf16x2:
      return make.template operator()<BF16, true>();
    default:
      return nullptr;
  }
}

constexpr bool is_half(Type type) {
  return type == Type::f16 || type == Type::f16x2 || type == Type::bf16 ||
         type == Type::bf16x2;
}

/// Any float that half.h stands for.
constexpr bool is_narrow(Type type) {
  return is_half(type) || type == Type::tf32 || type == Type::e4m3x2 ||
         type == Type::e5m2x2;
}

}  // namespace lockstep::ptx
