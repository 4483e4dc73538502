// SPDX-License-Identifier: Apache-2.0
// Floating point with the rounding modes .rz, .rm and .rp (manual, 9.7.3):
// the host's own rounding mode is set around one instruction. This file is
// compiled with -frounding-math.
#include <cfenv>

#include "ptx/isa/binders.h"
#include "ptx/isa/floating.h"
#include "ptx/isa/tiny.h"

namespace lockstep::ptx {

namespace {

/// The host's rounding mode, for as long as the object lives.
class RoundingMode {
 public:
  explicit RoundingMode(Rounding rounding) : before_(std::fegetround()) {
    switch (rounding) {
      case Rounding::rz:
        std::fesetround(FE_TOWARDZERO);
        break;
      case Rounding::rm:
        std::fesetround(FE_DOWNWARD);
        break;
      case Rounding::rp:
        std::fesetround(FE_UPWARD);
        break;
      default:
        std::fesetround(FE_TONEAREST);
    }
  }
  ~RoundingMode() { std::fesetround(before_); }
  RoundingMode(const RoundingMode&) = delete;
  RoundingMode& operator=(const RoundingMode&) = delete;

 private:
  int before_;
};

constexpr auto add = [](auto a, auto b) { return with_last_nan(a + b, a, b); };
constexpr auto sub = [](auto a, auto b) { return with_last_nan(a - b, a, b); };
constexpr auto mul = [](auto a, auto b) { return with_last_nan(a * b, a, b); };
constexpr auto quotient = [](auto a, auto b) {
  return with_first_nan(a / b, a, b);
};
constexpr auto fused = [](auto a, auto b, auto c) {
  return with_factor_nan(std::fma(a, b, c), a, b, c);
};
constexpr auto reciprocal = [](auto a) { return decltype(a){1} / a; };
constexpr auto root = [](auto a) { return std::sqrt(a); };

/// Not inlined: arithmetic must not move across the change of mode.
template <class T, auto op, std::size_t... n>
[[gnu::noinline]] void compute(const Source<T> (&sources)[3],
                               T (&results)[warp_size],
                               std::index_sequence<n...>) {
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    results[lane] = op(sources[n][lane]...);
  }
}

/// Results of .ftz.f32 that are the least normal number, but too large.
template <auto exact, std::size_t... n>
void flush_tiny(Rounding rounding, const Source<f32> (&sources)[3],
                f32 (&results)[warp_size], std::index_sequence<n...>) {
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    if (std::fabs(results[lane]) != least_normal) continue;
    if (is_flushed(exact(f64{flush(sources[n][lane])}...), rounding)) {
      results[lane] = std::copysign(0.0f, results[lane]);
    }
  }
}

/// `exact` is absent where results are never rounded up from a subnormal.
template <class T, auto op, std::size_t count, auto exact>
void rounded(Warp& warp, const Instruction& i, LaneMask mask) {
  const Modifiers& m = i.modifiers;
  constexpr auto flushed = [](auto... values) { return op(flush(values)...); };
  constexpr auto plain = [](auto... values) { return op(values...); };
  const Source<T> sources[3] = {Source<T>(warp, i.a), Source<T>(warp, i.b),
                                Source<T>(warp, i.c)};
  T results[warp_size];
  {
    const RoundingMode mode(m.rounding);
    constexpr auto operands = std::make_index_sequence<count>{};
    if (m.ftz) {
      compute<T, flushed>(sources, results, operands);
    } else {
      compute<T, plain>(sources, results, operands);
    }
  }
  if constexpr (std::is_same_v<T, f32> &&
                !std::is_null_pointer_v<std::remove_cv_t<decltype(exact)>>) {
    if (m.ftz) {
      flush_tiny<exact>(m.rounding, sources, results,
                        std::make_index_sequence<count>{});
    }
  }
  write<T>(warp, i.d, mask, [&](unsigned lane) {
    T result = canonical(results[lane]);
    if (m.ftz) result = flush(result);
    return m.sat ? saturate_unit(result) : result;
  });
}

template <auto op, std::size_t count, auto exact = nullptr>
Handler bind_operation(const Instruction& i) {
  return for_type<f32, f64>(
      i.type, []<class T>() { return &rounded<T, op, count, exact>; });
}

template <class D, class S>
[[gnu::noinline]] void convert(const Source<S>& a, D (&results)[warp_size]) {
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    results[lane] = static_cast<D>(a[lane]);
  }
}

template <class D, class S>
void rounded_cvt(Warp& warp, const Instruction& i, LaneMask mask) {
  const Modifiers& m = i.modifiers;
  const Source<S> a(warp, i.a);
  D results[warp_size];
  {
    const RoundingMode mode(m.rounding);
    convert(a, results);
  }
  write<D>(warp, i.d, mask, [&](unsigned lane) {
    D result = results[lane];
    if (m.ftz) result = flush_converted(result, a[lane], m.rounding);
    return m.sat ? saturate_unit(result) : result;
  });
}

}  // namespace

Handler bind_rounded(const Instruction& i) {
  switch (i.modifiers.rounding) {
    case Rounding::rz:
    case Rounding::rm:
    case Rounding::rp:
      break;
    default:
      return nullptr;
  }
  switch (i.opcode) {
    case Opcode::op_add:
      return bind_operation<add, 2>(i);
    case Opcode::op_sub:
      return bind_operation<sub, 2>(i);
    case Opcode::op_mul:
      return bind_operation<mul, 2, exact_mul>(i);
    case Opcode::op_mad:
    case Opcode::op_fma:
      return bind_operation<fused, 3, exact_fma>(i);
    case Opcode::op_div:
      return bind_operation<quotient, 2, exact_div>(i);
    case Opcode::op_rcp:
      return bind_operation<reciprocal, 1, exact_rcp>(i);
    case Opcode::op_sqrt:
      return bind_operation<root, 1>(i);
    default:
      return nullptr;
  }
}

/// cvt.frnd.f32.{integer, f64}, cvt.frnd.f64.integer
Handler bind_rounded_cvt(const Instruction& i) {
  return for_type<f32, f64>(i.type, [&]<class D>() {
    return for_type<u8, u16, u32, u64, s8, s16, s32, s64, f32, f64>(
        i.source_type, []<class S>() -> Handler { return &rounded_cvt<D, S>; });
  });
}

}  // namespace lockstep::ptx
