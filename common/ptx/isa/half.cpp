// SPDX-License-Identifier: Apache-2.0
// Half precision arithmetic (manual, 9.7.4, and the f16 and bf16 forms of
// 9.7.3): f16, bf16 and pairs of them in 32 bits.
#include "ptx/isa/half.h"

#include "ptx/isa/binders.h"
#include "ptx/isa/floating.h"

namespace lockstep::ptx {

namespace {

constexpr auto add = [](f64 a, f64 b) { return sum_to_odd(a, b); };
constexpr auto sub = [](f64 a, f64 b) { return sum_to_odd(a, -b); };
constexpr auto mul = [](f64 a, f64 b) { return a * b; };
// The product of two halves is exact in f64.
constexpr auto fused = [](f64 a, f64 b, f64 c) { return sum_to_odd(a * b, c); };
constexpr auto exp2 = [](f64 a) { return std::exp2(a); };
constexpr auto tangent = [](f64 a) { return std::tanh(a); };

/// .sat: clamped to [0, 1], NaN becomes +0. .relu: not below +0.
template <class Format>
constexpr u32 clamp_half(const Modifiers& m, u32 bits) {
  const u32 one = narrow<Format>(1.0);
  const bool is_nan = (bits & (Format::sign - 1)) > Format::infinity;
  const bool is_negative = (bits & Format::sign) != 0;
  if (m.sat) return is_nan || is_negative ? 0 : std::min(bits, one);
  return m.relu && is_negative && !is_nan ? 0 : bits;
}

template <class Format, auto op, class... Bits>
u16 compute(const Modifiers& m, Bits... bits) {
  u32 result;
  if (m.ftz) {
    const f64 value = op(f64{widen<Format>(flush_half<Format>(bits))}...);
    result = narrow<Format>(value);
    if (is_tiny<Format>(value)) result &= Format::sign;
  } else {
    result = narrow<Format>(op(f64{widen<Format>(bits)}...));
  }
  return static_cast<u16>(clamp_half<Format>(m, result));
}

/// An operation on values; `count` sources.
template <class Format, bool is_pair, auto op, std::size_t count>
void half(Warp& warp, const Instruction& i, LaneMask mask) {
  using Bits = std::conditional_t<is_pair, u32, u16>;
  const Modifiers m = i.modifiers;
  const auto one = [&](auto... bits) {
    return compute<Format, op>(m, bits...);
  };
  const Source<Bits> a(warp, i.a), b(warp, i.b), c(warp, i.c);
  write<Bits>(warp, i.d, mask, [&](unsigned lane) -> Bits {
    if constexpr (count == 1) return each_half<is_pair>(one, a[lane]);
    if constexpr (count == 2) return each_half<is_pair>(one, a[lane], b[lane]);
    if constexpr (count == 3) {
      return each_half<is_pair>(one, a[lane], b[lane], c[lane]);
    }
  });
}

bool is_nearest(const Instruction& i) {
  const Rounding rounding = i.modifiers.rounding;
  return rounding == Rounding::none || rounding == Rounding::rn;
}

template <auto op, std::size_t count>
Handler for_operation(const Instruction& i) {
  return for_halves(i.type, []<class Format, bool is_pair>() -> Handler {
    return &half<Format, is_pair, op, count>;
  });
}

/// .ftz and .sat are for f16 alone.
template <auto op, std::size_t count>
Handler bind_operation(const Instruction& i) {
  const bool is_f16 = i.type == Type::f16 || i.type == Type::f16x2;
  if (!is_nearest(i)) return nullptr;
  if ((i.modifiers.ftz || i.modifiers.sat) && !is_f16) return nullptr;
  if (i.modifiers.sat && i.modifiers.relu) return nullptr;
  return for_operation<op, count>(i);
}

template <auto op>
Handler bind_half_extreme(const Instruction& i) {
  const Modifiers& m = i.modifiers;
  if (m.relu) return nullptr;
  if (m.xorsign) {
    return m.nan ? bind_operation<of_magnitudes<or_nan<op>>, 2>(i)
                 : bind_operation<of_magnitudes<op>, 2>(i);
  }
  return m.nan ? bind_operation<or_nan<op>, 2>(i) : bind_operation<op, 2>(i);
}

}  // namespace

/// {add, sub, mul}{.rnd}{.ftz}{.sat}.f16{x2}, .bf16{x2}  (9.7.4.1 to 3)
Handler bind_half_add(const Instruction& i) {
  return bind_operation<add, 2>(i);
}
Handler bind_half_sub(const Instruction& i) {
  return bind_operation<sub, 2>(i);
}
Handler bind_half_mul(const Instruction& i) {
  return bind_operation<mul, 2>(i);
}
/// fma.rnd{.ftz}{.sat, .relu}.f16{x2}, fma.rnd{.relu}.bf16{x2}  (9.7.4.4)
Handler bind_half_fma(const Instruction& i) {
  return bind_operation<fused, 3>(i);
}
/// neg{.ftz}.f16{x2}, neg.bf16{x2}; abs likewise  (9.7.4.5 and 6)
Handler bind_half_neg(const Instruction& i) {
  return bind_operation<[](f64 a) { return -a; }, 1>(i);
}
Handler bind_half_abs(const Instruction& i) {
  return bind_operation<[](f64 a) { return std::fabs(a); }, 1>(i);
}
/// {min, max}{.ftz}{.NaN}{.xorsign.abs}.f16{x2}, .bf16{x2}  (9.7.4.7 and 8)
Handler bind_half_min(const Instruction& i) {
  return bind_half_extreme<minimum>(i);
}
Handler bind_half_max(const Instruction& i) {
  return bind_half_extreme<maximum>(i);
}
/// tanh.approx.f16{x2}, .bf16{x2}  (9.7.4.9)
Handler bind_half_tanh(const Instruction& i) {
  return bind_operation<tangent, 1>(i);
}
/// ex2.approx.f16{x2}, ex2.approx.ftz.bf16{x2}  (9.7.4.10)
Handler bind_half_ex2(const Instruction& i) {
  const bool is_bf16 = i.type == Type::bf16 || i.type == Type::bf16x2;
  if (is_bf16 != i.modifiers.ftz) return nullptr;
  return for_operation<exp2, 1>(i);
}

}  // namespace lockstep::ptx
