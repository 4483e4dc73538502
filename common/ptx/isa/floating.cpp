// SPDX-License-Identifier: Apache-2.0
// Floating point arithmetic, rounded to nearest even (manual, 9.7.3). The
// other rounding modes are in rounded.cpp. Approximate forms are computed to
// full precision, which every bound of the manual allows.
#include "ptx/isa/floating.h"

#include "ptx/isa/binders.h"
#include "ptx/isa/half.h"
#include "ptx/isa/tiny.h"

namespace lockstep::ptx {

namespace {

constexpr auto add = [](auto a, auto b) { return with_last_nan(a + b, a, b); };
constexpr auto sub = [](auto a, auto b) { return with_last_nan(a - b, a, b); };
constexpr auto mul = [](auto a, auto b) { return with_last_nan(a * b, a, b); };
constexpr auto quotient = [](auto a, auto b) {
  return with_first_nan(a / b, a, b);
};
constexpr auto fused = [](auto a, auto b, auto c) {
  return with_factor_nan(std::fma(a, b, c), a, b, c);
};
/// 1 / b counts as 0 where it would be subnormal (9.7.3.8).
constexpr auto rough_quotient = [](f32 a, f32 b) {
  return std::fabs(b) > 0x1p126f ? a * std::copysign(0.0f, b) : a / b;
};
constexpr auto reciprocal = [](auto a) { return decltype(a){1} / a; };
constexpr auto root = [](auto a) { return std::sqrt(a); };
// In double first, so that a float result is rounded once, or nearly so.
constexpr auto reciprocal_root = [](auto a) {
  return static_cast<decltype(a)>(1.0 / std::sqrt(static_cast<f64>(a)));
};
constexpr auto sine = [](f32 a) { return static_cast<f32>(std::sin(f64{a})); };
constexpr auto cosine = [](f32 a) {
  return static_cast<f32>(std::cos(f64{a}));
};
constexpr auto log2 = [](f32 a) { return static_cast<f32>(std::log2(f64{a})); };
constexpr auto exp2 = [](f32 a) { return static_cast<f32>(std::exp2(f64{a})); };
constexpr auto tangent = [](f32 a) {
  return static_cast<f32>(std::tanh(f64{a}));
};

// Sign-bit operations.
constexpr auto absolute = [](auto a) { return std::fabs(a); };
constexpr auto negate = [](auto a) { return -a; };
constexpr auto copy_sign = [](auto a, auto b) { return std::copysign(b, a); };

bool is_directed(const Instruction& i) {
  const Rounding rounding = i.modifiers.rounding;
  return rounding != Rounding::none && rounding != Rounding::rn;
}

/// Null for rounding modes spelt but not known here.
template <auto op, std::size_t count>
Handler bind_nearest(const Instruction& i) {
  return is_directed(i) ? bind_rounded(i) : bind_float<op, count>(i);
}

/// op.ftz.f32 for operations that can round up to the least normal number.
template <auto op, auto exact, bool sat, class... S>
void flushed(Warp& warp, const Instruction& i, LaneMask mask,
             const S&... sources) {
  alignas(64) f32 results[warp_size];
  u32 suspects = 0;
  for_all_lanes([&](unsigned lane) {
    const f32 result = canonical(op(flush(sources[lane])...));
    results[lane] = flush(result);
    suspects |= std::fabs(result) == least_normal ? 1 : 0;
  });
  for (unsigned lane = 0; suspects != 0 && lane < warp_size; ++lane) {
    if (std::fabs(results[lane]) != least_normal) continue;
    if (is_flushed(exact(f64{flush(sources[lane])}...), Rounding::rn)) {
      results[lane] = std::copysign(0.0f, results[lane]);
    }
  }
  write<f32>(warp, i.d, mask, [&](unsigned lane) {
    return sat ? saturate_unit(results[lane]) : results[lane];
  });
}

template <auto op, auto exact, std::size_t count, bool sat>
void flushed_lanes(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<f32> a(warp, i.a);
  if constexpr (count == 1) return flushed<op, exact, sat>(warp, i, mask, a);
  const Source<f32> b(warp, i.b);
  if constexpr (count == 2) return flushed<op, exact, sat>(warp, i, mask, a, b);
  if constexpr (count == 3) {
    const Source<f32> c(warp, i.c);
    flushed<op, exact, sat>(warp, i, mask, a, b, c);
  }
}

/// As bind_nearest, for what flushed() is for.
template <auto op, auto exact, std::size_t count>
Handler bind_scaled(const Instruction& i) {
  const Modifiers& m = i.modifiers;
  if (i.type != Type::f32 || !m.ftz || is_directed(i) || m.approx || m.full) {
    return bind_nearest<op, count>(i);
  }
  return m.sat ? &flushed_lanes<op, exact, count, true>
               : &flushed_lanes<op, exact, count, false>;
}

template <auto op>
Handler bind_extreme(const Instruction& i) {
  const Modifiers& m = i.modifiers;
  if (m.relu) return nullptr;
  if (m.xorsign) {
    return m.nan ? bind_float<of_magnitudes<or_nan<op>>, 2>(i)
                 : bind_float<of_magnitudes<op>, 2>(i);
  }
  return m.nan ? bind_float<or_nan<op>, 2>(i) : bind_float<op, 2>(i);
}

template <auto op>
Handler bind_approximate(const Instruction& i) {
  return i.type == Type::f32 ? bind_float<op, 1>(i) : nullptr;
}

/// The forms that begin Newton's method: of 1.11.20 bits in and out.
bool is_gross(const Instruction& i) {
  return i.type == Type::f64 && i.modifiers.approx && i.modifiers.ftz;
}

/// Without the low word; subnormals as zeros.
constexpr auto high_word = [](f64 value) {
  constexpr u64 high = 0xffffffff00000000;
  const f64 kept = std::bit_cast<f64>(std::bit_cast<u64>(value) & high);
  return std::fabs(kept) < std::numeric_limits<f64>::min()
             ? std::copysign(0.0, kept)
             : kept;
};
template <auto op>
constexpr auto gross = [](f64 a) {
  // A NaN whose payload is in the low word alone counts as infinite.
  const f64 result = op(high_word(a));
  return result != result ? std::bit_cast<f64>(u64{canonical_nan} << 32)
                          : high_word(result);
};

template <auto op>
Handler bind_sign(const Instruction& i) {
  // A NaN keeps its sign, as on the hardware.
  constexpr auto number = [](f64 a) { return a != a ? quiet(a) : op(a); };
  if (i.type == Type::f64) return &lanes<f64, number, f64>;
  if (i.type != Type::f32) return nullptr;
  constexpr auto plain = [](f32 a) { return canonical(op(a)); };
  constexpr auto flushed = [](f32 a) { return canonical(op(flush(a))); };
  return i.modifiers.ftz ? &lanes<f32, flushed, f32> : &lanes<f32, plain, f32>;
}

template <class T>
bool has_property(Modifiers::TestProperty property, T value) {
  using Test = Modifiers::TestProperty;
  switch (property) {
    case Test::finite:
      return std::isfinite(value);
    case Test::infinite:
      return std::isinf(value);
    case Test::number:
      return !std::isnan(value);
    case Test::notanumber:
      return std::isnan(value);
    case Test::normal:
      return std::isnormal(value) || value == 0;
    case Test::subnormal:
      return std::fpclassify(value) == FP_SUBNORMAL;
    case Test::none:
      break;
  }
  return false;
}

template <class T>
void testp(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<T> a(warp, i.a);
  LaneMask holds = 0;
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    if (has_property(i.modifiers.test, a[lane])) holds |= lane_bits[lane];
  }
  write_predicate(warp, i.d, mask, holds);
}

}  // namespace

/// testp.op.type p, a;  (9.7.3.1)
Handler bind_testp(const Instruction& i) {
  return for_type<f32, f64>(i.type, []<class T>() { return &testp<T>; });
}

/// copysign.type d, a, b;  (9.7.3.2)
Handler bind_copysign(const Instruction& i) {
  return for_type<f32, f64>(
      i.type, []<class T>() { return &lanes<T, copy_sign, T, T>; });
}

/// add{.rnd}{.ftz}{.sat}.f32 d, a, b;  add{.rnd}.f64 d, a, b;  (9.7.3.3)
Handler bind_float_add(const Instruction& i) {
  if (is_half(i.type)) return bind_half_add(i);
  return bind_nearest<add, 2>(i);
}
/// sub{.rnd}{.ftz}{.sat}.f32 d, a, b;  sub{.rnd}.f64 d, a, b;  (9.7.3.4)
Handler bind_float_sub(const Instruction& i) {
  if (is_half(i.type)) return bind_half_sub(i);
  return bind_nearest<sub, 2>(i);
}
/// mul{.rnd}{.ftz}{.sat}.f32 d, a, b;  mul{.rnd}.f64 d, a, b;  (9.7.3.5)
Handler bind_float_mul(const Instruction& i) {
  if (is_half(i.type)) return bind_half_mul(i);
  return bind_scaled<mul, exact_mul, 2>(i);
}
/// fma.rnd{.ftz}{.sat}.f32 d, a, b, c;  fma.rnd.f64 d, a, b, c;  (9.7.3.6;
/// mad.f32 and mad.f64, 9.7.3.7, are the same)
Handler bind_fma(const Instruction& i) {
  if (is_half(i.type)) return bind_half_fma(i);
  return i.modifiers.relu ? nullptr : bind_scaled<fused, exact_fma, 3>(i);
}
/// div{.approx, .full, .rnd}{.ftz}.f32 d, a, b;  div.rnd.f64  (9.7.3.8)
Handler bind_float_div(const Instruction& i) {
  if (i.modifiers.approx && i.type == Type::f32) {
    return bind_float<rough_quotient, 2>(i);
  }
  return bind_scaled<quotient, exact_div, 2>(i);
}
/// abs{.ftz}.f32 d, a;  abs.f64 d, a;  (9.7.3.9)
Handler bind_float_abs(const Instruction& i) {
  if (is_half(i.type)) return bind_half_abs(i);
  return bind_sign<absolute>(i);
}
/// neg{.ftz}.f32 d, a;  neg.f64 d, a;  (9.7.3.10)
Handler bind_float_neg(const Instruction& i) {
  if (is_half(i.type)) return bind_half_neg(i);
  return bind_sign<negate>(i);
}
/// min{.ftz}{.NaN}{.xorsign.abs}.f32 d, a, b;  min.f64 d, a, b;  (9.7.3.11)
Handler bind_float_min(const Instruction& i) {
  if (is_half(i.type)) return bind_half_min(i);

  return bind_extreme<minimum>(i);
}
/// max{.ftz}{.NaN}{.xorsign.abs}.f32 d, a, b;  max.f64 d, a, b;  (9.7.3.12)
Handler bind_float_max(const Instruction& i) {
  if (is_half(i.type)) return bind_half_max(i);

  return bind_extreme<maximum>(i);
}
/// rcp{.approx, .rnd}{.ftz}.f32 d, a;  rcp.rnd.f64 d, a;  (9.7.3.13)
/// rcp.approx.ftz.f64 d, a;  (9.7.3.14)
Handler bind_rcp(const Instruction& i) {
  if (is_gross(i)) return &lanes<f64, gross<reciprocal>, f64>;
  return bind_scaled<reciprocal, exact_rcp, 1>(i);
}
/// sqrt{.approx, .rnd}{.ftz}.f32 d, a;  sqrt.rnd.f64 d, a;  (9.7.3.15)
Handler bind_sqrt(const Instruction& i) { return bind_nearest<root, 1>(i); }
/// rsqrt.approx{.ftz}.f32 d, a;  rsqrt.approx.f64 d, a;  (9.7.3.16)
/// rsqrt.approx.ftz.f64 d, a;  (9.7.3.17)
Handler bind_rsqrt(const Instruction& i) {
  if (is_gross(i)) return &lanes<f64, gross<reciprocal_root>, f64>;
  return bind_float<reciprocal_root, 1>(i);
}
/// sin.approx{.ftz}.f32 d, a;  (9.7.3.18)
Handler bind_sin(const Instruction& i) { return bind_approximate<sine>(i); }
/// cos.approx{.ftz}.f32 d, a;  (9.7.3.19)
Handler bind_cos(const Instruction& i) { return bind_approximate<cosine>(i); }
/// lg2.approx{.ftz}.f32 d, a;  (9.7.3.20)
Handler bind_lg2(const Instruction& i) { return bind_approximate<log2>(i); }
/// ex2.approx{.ftz}.f32 d, a;  (9.7.3.21)
Handler bind_ex2(const Instruction& i) {
  if (is_half(i.type)) return bind_half_ex2(i);
  return bind_approximate<exp2>(i);
}
/// tanh.approx.f32 d, a;  (9.7.3.22)
Handler bind_tanh(const Instruction& i) {
  if (is_half(i.type)) return bind_half_tanh(i);
  return bind_approximate<tangent>(i);
}

}  // namespace lockstep::ptx
