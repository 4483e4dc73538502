// SPDX-License-Identifier: Apache-2.0
// cvt from and to f16, bf16, tf32, e4m3 and e5m2 (manual, 9.7.9.21).
#include "ptx/isa/binders.h"
#include "ptx/isa/convert.h"
#include "ptx/isa/half.h"

namespace lockstep::ptx {

namespace {

/// e4m3 has no infinity: its largest exponent holds numbers too, and 0x7f is
/// NaN. Rounding is done as if numbers went on, so that 448 is the largest.
struct E4M3 {
  using Bits = u8;
  using Wider = NarrowFormat<u8, 5, 3>;
  static constexpr u32 sign = 0x80, largest = 0x7e, canonical_nan = 0x7f;
};

/// The value as f64; a 64-bit integer that has no exact one is rounded to odd.
template <class S>
f64 exact(S value) {
  if constexpr (sizeof(S) == 8 && !std::is_floating_point_v<S>) {
    const bool is_negative = value < 0;
    u64 magnitude =
        is_negative ? 0 - static_cast<u64>(value) : static_cast<u64>(value);
    if (magnitude >> 53 != 0) {
      const u64 lost = magnitude & 0x7ff;
      magnitude = (magnitude - lost) | (lost != 0 ? 0x800 : 0);
    }
    const f64 result = static_cast<f64>(magnitude);
    return is_negative ? -result : result;
  } else {
    return static_cast<f64>(value);
  }
}

/// Rounded to the format; .satfinite keeps infinities out.
template <class Format>
u32 rounded_to(const Modifiers& m, f64 value) {
  u32 bits = narrow<Format>(value, m.rounding);
  const u32 magnitude = bits & (Format::sign - 1);
  if (m.satfinite && magnitude == Format::infinity) --bits;
  const bool is_negative = (bits & Format::sign) != 0;
  if (m.relu && is_negative && magnitude <= Format::infinity) return 0;
  if (!m.sat) return bits;
  if (is_negative || magnitude > Format::infinity) return 0;
  return std::min(bits, narrow<Format>(1.0));
}

/// .ftz flushes what becomes bf16. To f16 it changes nothing on the hardware:
/// .rp makes the least subnormal of f32 the least one of f16.
template <class Format, class S>
f64 prepared(const Modifiers& m, S value) {
  if constexpr (std::is_same_v<S, f32> && std::is_same_v<Format, BF16>) {
    if (m.ftz) value = flush(value);
  }
  return exact(value);
}

template <class Format, class S, class Reader>
void to_narrow(Warp& warp, const Instruction& i, LaneMask mask) {
  using Bits = typename Format::Bits;
  // tf32 lies in the upper bits of its register.
  constexpr int unused = std::countl_zero(static_cast<Bits>(Format::sign));
  const Reader a(warp, i.a);
  const Modifiers m = i.modifiers;
  write<Bits>(warp, i.d, mask, [&](unsigned lane) {
    const u32 bits = rounded_to<Format>(m, prepared<Format>(m, a[lane]));
    return static_cast<Bits>(bits << unused);
  });
}

/// NaNs of f64 keep sign and payload, made quiet.
template <class Format>
void f64_to_half(Warp& warp, const Instruction& i, LaneMask mask) {
  constexpr u32 quiet_bit = 1u << (Format::fraction_bits - 1);
  const Source<f64> a(warp, i.a);
  const Modifiers m = i.modifiers;
  write<u16>(warp, i.d, mask, [&](unsigned lane) {
    const u64 bits = std::bit_cast<u64>(a[lane]);
    u32 result = rounded_to<Format>(m, a[lane]);
    if (a[lane] != a[lane] && !m.sat) {
      const u32 payload =
          static_cast<u32>(bits >> (52 - Format::fraction_bits));
      result = Format::infinity | quiet_bit | (payload & (quiet_bit - 1)) |
               ((bits >> 63) != 0 ? Format::sign : 0);
    }
    return static_cast<u16>(result);
  });
}

/// cvt.rna.tf32.f32: infinities and NaNs are only cut, so that a NaN may
/// become infinite; .satfinite takes one unit off them.
void to_tf32_away(Warp& warp, const Instruction& i, LaneMask mask) {
  constexpr u32 unit = 1u << 13, infinity = 0x7f800000, sign = 0x80000000;
  const Source<u32> a(warp, i.a);
  const bool saturates = i.modifiers.satfinite;
  write<u32>(warp, i.d, mask, [&](unsigned lane) {
    const u32 magnitude = a[lane] & ~sign;
    u32 result = magnitude < infinity ? magnitude + unit / 2 : magnitude;
    result &= ~(unit - 1);
    if (saturates && result >= infinity) result -= unit;
    return result | (a[lane] & sign);
  });
}

/// Two values to a pair, `a` to the upper half.
template <class Format>
void to_pair(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<f32> a(warp, i.a), b(warp, i.b);
  const Modifiers m = i.modifiers;
  write<u32>(warp, i.d, mask, [&](unsigned lane) {
    return (rounded_to<Format>(m, exact(a[lane])) << 16) |
           rounded_to<Format>(m, exact(b[lane]));
  });
}

/// Same type: rounded to an integral value, or only saturated.
template <class Format>
void to_same(Warp& warp, const Instruction& i, LaneMask mask) {
  const HalfSource<Format> a(warp, i.a);
  Modifiers m = i.modifiers;
  const Rounding rounding = m.rounding;
  m.rounding = Rounding::rn;
  write<u16>(warp, i.d, mask, [&](unsigned lane) {
    f32 value = a[lane];
    if (rounding != Rounding::none) value = round_to_integral(rounding, value);
    return static_cast<u16>(rounded_to<Format>(m, value));
  });
}

/// To a half of the type D from any type.
template <class Format>
Handler bind_to_half(const Instruction& i) {
  if (i.type == i.source_type) return &to_same<Format>;
  if (i.source_type == Type::f16) {
    return &to_narrow<Format, f32, HalfSource<F16>>;
  }
  if (i.source_type == Type::bf16) {
    return &to_narrow<Format, f32, HalfSource<BF16>>;
  }
  if (i.source_type == Type::f64) return &f64_to_half<Format>;
  return for_type<u8, u16, u32, u64, s8, s16, s32, s64, f32>(
      i.source_type,
      []<class S>() -> Handler { return &to_narrow<Format, S, Source<S>>; });
}

/// Where f16 becomes f32, NaN becomes the canonical one.
class SingleOfF16 : public HalfSource<F16> {
 public:
  using HalfSource::HalfSource;
  f32 operator[](unsigned lane) const {
    return canonical(HalfSource::operator[](lane));
  }
};

/// From a half to an integer, f32 or f64.
template <class Format>
Handler bind_from_half(const Instruction& i) {
  return for_type<u8, u16, u32, u64, s8, s16, s32, s64, f32, f64>(
      i.type, []<class D>() -> Handler {
        constexpr bool is_single =
            std::is_same_v<D, f32> && std::is_same_v<Format, F16>;
        using Reader =
            std::conditional_t<is_single, SingleOfF16, HalfSource<Format>>;
        if constexpr (std::is_floating_point_v<D>) {
          return &to_float<D, f32, Reader>;
        } else {
          return &float_to_integer<D, f32, Reader>;
        }
      });
}

template <class Format>
u32 rounded_to_8_bits(const Modifiers& m, f64 value) {
  return rounded_to<Format>(m, value);
}
template <>
u32 rounded_to_8_bits<E4M3>(const Modifiers& m, f64 value) {
  if (value != value) return E4M3::canonical_nan;
  const bool is_negative = std::signbit(value);
  if (m.relu && is_negative) return 0;
  // Scaled to the exponents of a format that has one bit more of them.
  const u32 bits = narrow<E4M3::Wider>(std::fabs(value) * 0x1p-8);
  return std::min(bits, E4M3::largest) | (is_negative ? E4M3::sign : 0);
}

template <class Format>
f32 value_of_8_bits(u32 bits) {
  return widen<Format>(bits);
}
template <>
f32 value_of_8_bits<E4M3>(u32 bits) {
  if ((bits & 0x7f) == E4M3::canonical_nan) {
    return std::numeric_limits<f32>::quiet_NaN();
  }
  return widen<E4M3::Wider>((bits & 0x7f) | ((bits & 0x80) << 1)) * 0x1p8f;
}

/// From two f32, `a` to the upper byte, or from f16x2.
template <class Format, bool is_from_pair>
void to_8_bits(Warp& warp, const Instruction& i, LaneMask mask) {
  const Modifiers m = i.modifiers;
  const auto join = [&](f32 low, f32 high) {
    return static_cast<u16>(rounded_to_8_bits<Format>(m, low) |
                            (rounded_to_8_bits<Format>(m, high) << 8));
  };
  if constexpr (is_from_pair) {
    const HalfSource<F16, true, false> low(warp, i.a);
    const HalfSource<F16, true, true> high(warp, i.a);
    write<u16>(warp, i.d, mask,
               [&](unsigned lane) { return join(low[lane], high[lane]); });
  } else {
    const Source<f32> high(warp, i.a), low(warp, i.b);
    write<u16>(warp, i.d, mask,
               [&](unsigned lane) { return join(low[lane], high[lane]); });
  }
}

template <class Format>
void from_8_bits(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<u16> a(warp, i.a);
  const Modifiers m = i.modifiers;
  const auto one = [&](u32 bits) {
    return rounded_to<F16>(m, value_of_8_bits<Format>(bits & 0xff));
  };
  write<u32>(warp, i.d, mask, [&](unsigned lane) {
    return one(a[lane]) | (one(a[lane] >> 8u) << 16);
  });
}

template <class Format>
Handler bind_to_8_bits(const Instruction& i) {
  if (!i.modifiers.satfinite || i.modifiers.rounding != Rounding::rn) {
    return nullptr;
  }
  if (i.b) {
    return i.source_type == Type::f32 ? &to_8_bits<Format, false> : nullptr;
  }
  return i.source_type == Type::f16x2 ? &to_8_bits<Format, true> : nullptr;
}

Handler bind_pair(const Instruction& i) {
  if (i.b) {
    if (i.source_type != Type::f32) return nullptr;
    return i.type == Type::f16x2 ? &to_pair<F16> : &to_pair<BF16>;
  }
  if (i.type != Type::f16x2) return nullptr;
  if (i.source_type == Type::e4m3x2) return &from_8_bits<E4M3>;
  return i.source_type == Type::e5m2x2 ? &from_8_bits<E5M2> : nullptr;
}

}  // namespace

/// cvt.frnd{.relu}{.satfinite}.f16.f32 d, a; cvt.frnd{…}.f16x2.f32 d, a, b;
/// cvt.rna.tf32.f32 d, a; cvt.rn.satfinite{.relu}.f8x2type.f32 d, a, b; …
Handler bind_half_cvt(const Instruction& i) {
  switch (i.type) {
    case Type::f16x2:
    case Type::bf16x2:
      return bind_pair(i);
    case Type::e4m3x2:
      return bind_to_8_bits<E4M3>(i);
    case Type::e5m2x2:
      return bind_to_8_bits<E5M2>(i);
    default:
      break;
  }
  if (i.b) return nullptr;
  if (i.type == Type::tf32) {
    if (i.modifiers.rounding == Rounding::rna) return &to_tf32_away;
    return i.source_type == Type::f32 ? &to_narrow<TF32, f32, Source<f32>>
                                      : nullptr;
  }
  if (i.type == Type::f16) return bind_to_half<F16>(i);
  if (i.type == Type::bf16) return bind_to_half<BF16>(i);
  return i.source_type == Type::f16    ? bind_from_half<F16>(i)
         : i.source_type == Type::bf16 ? bind_from_half<BF16>(i)
                                       : nullptr;
}

}  // namespace lockstep::ptx
