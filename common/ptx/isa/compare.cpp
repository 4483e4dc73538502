// SPDX-License-Identifier: Apache-2.0
// Comparison and selection (manual, 9.7.6).
#include <cmath>

#include "ptx/isa/binders.h"
#include "ptx/isa/floating.h"
#include "ptx/isa/half.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"

namespace lockstep::ptx {

namespace {

template <class T>
bool is_nan(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return value != value;
  } else {
    return false;
  }
}

template <class Values, class F>
LaneMask where(const Values& a, const Values& b, F holds) {
  alignas(32) std::uint8_t truth[warp_size];
  for_all_lanes(
      [&](unsigned lane) { truth[lane] = holds(a[lane], b[lane]) ? 1 : 0; });
  return pack(truth);
}

/// Lanes for which the comparison holds. lo, ls, hi, hs compare as lt, le,
/// gt, ge: their types are unsigned. equ and the like also hold for NaN.
template <class Values>
LaneMask compare(Comparison how, const Values& a, const Values& b) {
  using T = decltype(a[0]);
  switch (how) {
    case Comparison::eq:
      return where(a, b, [](T x, T y) { return x == y; });
    case Comparison::ne:
      return where(a, b, [](T x, T y) { return x < y || x > y; });
    case Comparison::lo:
    case Comparison::lt:
      return where(a, b, [](T x, T y) { return x < y; });
    case Comparison::ls:
    case Comparison::le:
      return where(a, b, [](T x, T y) { return x <= y; });
    case Comparison::hi:
    case Comparison::gt:
      return where(a, b, [](T x, T y) { return x > y; });
    case Comparison::hs:
    case Comparison::ge:
      return where(a, b, [](T x, T y) { return x >= y; });
    case Comparison::equ:
      return where(a, b, [](T x, T y) { return !(x < y || x > y); });
    case Comparison::neu:
      return where(a, b, [](T x, T y) { return x != y; });
    case Comparison::ltu:
      return where(a, b, [](T x, T y) { return !(x >= y); });
    case Comparison::leu:
      return where(a, b, [](T x, T y) { return !(x > y); });
    case Comparison::gtu:
      return where(a, b, [](T x, T y) { return !(x <= y); });
    case Comparison::geu:
      return where(a, b, [](T x, T y) { return !(x < y); });
    case Comparison::num:
      return where(a, b, [](T x, T y) { return !is_nan(x) && !is_nan(y); });
    case Comparison::nan:
      return where(a, b, [](T x, T y) { return is_nan(x) || is_nan(y); });
    case Comparison::none:
      break;
  }
  return 0;
}

template <class T>
LaneMask compared(Warp& warp, const Instruction& i) {
  const Source<T> a(warp, i.a), b(warp, i.b);
  if constexpr (std::is_same_v<T, f32>) {
    if (i.modifiers.ftz) {
      const Flushed x(a), y(b);
      return compare(i.modifiers.comparison, x.source(), y.source());
    }
  }
  return compare(i.modifiers.comparison, a, b);
}

template <class Format, bool is_pair, bool is_upper>
LaneMask compared_halves(Warp& warp, const Instruction& i) {
  const Modifiers& m = i.modifiers;
  using Values = HalfSource<Format, is_pair, is_upper>;
  return compare(m.comparison, Values(warp, i.a, m.ftz),
                 Values(warp, i.b, m.ftz));
}

LaneMask combine(Combine how, LaneMask a, LaneMask b) {
  switch (how) {
    case Combine::none:
      return a;
    case Combine::op_and:
      return a & b;
    case Combine::op_or:
      return a | b;
    case Combine::op_xor:
      return a ^ b;
  }
  return a;
}

using Compared = LaneMask (*)(Warp&, const Instruction&);

template <Compared compared_lanes>
LOCKSTEP_FOR_EACH_CPU void setp(Warp& warp, const Instruction& i,
                                LaneMask mask) {
  const LaneMask holds = compared_lanes(warp, i);
  const LaneMask c = warp.predicate(i.z);
  const Combine how = i.modifiers.combine;
  write_predicate(warp, i.d, mask, combine(how, holds, c));
  if (i.q) write_predicate(warp, i.q, mask, combine(how, ~holds, c));
}

/// p of the lower halves, q of the upper ones.
template <class Format>
void setp_pair(Warp& warp, const Instruction& i, LaneMask mask) {
  const LaneMask low = compared_halves<Format, true, false>(warp, i);
  const LaneMask high = compared_halves<Format, true, true>(warp, i);
  const LaneMask c = warp.predicate(i.z);
  const Combine how = i.modifiers.combine;
  write_predicate(warp, i.d, mask, combine(how, low, c));
  if (i.q) write_predicate(warp, i.q, mask, combine(how, high, c));
}

/// What set writes where the comparison holds: 1.0, or all ones.
u32 truth_of(Type type) {
  switch (type) {
    case Type::f32:
      return std::bit_cast<u32>(1.0f);
    case Type::f16:
    case Type::f16x2:
      return narrow<F16>(1.0);
    case Type::bf16:
    case Type::bf16x2:
      return narrow<BF16>(1.0);
    default:
      return ~0u;
  }
}

template <class D, Compared compared_lanes>
LOCKSTEP_FOR_EACH_CPU void set(Warp& warp, const Instruction& i,
                               LaneMask mask) {
  const LaneMask value = combine(i.modifiers.combine, compared_lanes(warp, i),
                                 warp.predicate(i.z));
  const D truth = static_cast<D>(truth_of(i.type));
  write<D>(warp, i.d, mask, [&](unsigned lane) {
    return (value & lane_bits[lane]) != 0 ? truth : D{0};
  });
}

template <class Format>
void set_pair(Warp& warp, const Instruction& i, LaneMask mask) {
  const LaneMask c = warp.predicate(i.z);
  const Combine how = i.modifiers.combine;
  const LaneMask low =
      combine(how, compared_halves<Format, true, false>(warp, i), c);
  const LaneMask high =
      combine(how, compared_halves<Format, true, true>(warp, i), c);
  const u32 truth = truth_of(i.type) & 0xffff;
  write<u32>(warp, i.d, mask, [&](unsigned lane) {
    return ((low & lane_bits[lane]) != 0 ? truth : 0u) |
           ((high & lane_bits[lane]) != 0 ? truth << 16 : 0u);
  });
}

template <Compared compared_lanes>
Handler set_of_width(Type type) {
  return size_of(type) == 2 ? &set<u16, compared_lanes>
                            : &set<u32, compared_lanes>;
}

/// Destinations that set has, by its source.
bool can_set(Type d, Type source) {
  switch (d) {
    case Type::f16x2:
    case Type::bf16x2:
      return source == d;
    case Type::u16:
    case Type::s16:
      return source == Type::f16 || source == Type::bf16;
    case Type::f32:
      return !is_half(source);
    default:
      return d == Type::u32 || d == Type::s32 || d == Type::f16 ||
             d == Type::bf16;
  }
}

template <class T>
LOCKSTEP_FOR_EACH_CPU void selp(Warp& warp, const Instruction& i,
                                LaneMask mask) {
  const Source<T> a(warp, i.a), b(warp, i.b);
  const LaneMask chosen = warp.predicate(i.z);
  write<T>(warp, i.d, mask, [&](unsigned lane) {
    return (chosen & lane_bits[lane]) != 0 ? a[lane] : b[lane];
  });
}

constexpr auto choose = [](auto a, auto b, s32 c) { return c >= 0 ? a : b; };
constexpr auto choose_f32 = [](auto a, auto b, f32 c) {
  return c >= 0 ? a : b;
};
constexpr auto choose_flushed = [](auto a, auto b, f32 c) {
  return flush(c) >= 0 ? a : b;
};

}  // namespace

/// setp.CmpOp{.BoolOp}{.ftz}.type p{|q}, a, b{, {!}c};  (9.7.6.2)
Handler bind_setp(const Instruction& i) {
  if (is_half(i.type)) {
    return for_halves(i.type, [&]<class Format, bool is_pair>() -> Handler {
      if constexpr (is_pair) return &setp_pair<Format>;
      return i.q ? nullptr : &setp<&compared_halves<Format, false, false>>;
    });
  }
  return for_type<u16, u32, u64, s16, s32, s64, f32, f64>(
      i.type, []<class T>() { return &setp<&compared<T>>; });
}

/// set.CmpOp{.BoolOp}{.ftz}.dtype.stype d, a, b{, {!}c};  (9.7.6.1)
Handler bind_set(const Instruction& i) {
  if (!can_set(i.type, i.source_type)) return nullptr;
  if (is_half(i.source_type)) {
    return for_halves(
        i.source_type, [&]<class Format, bool is_pair>() -> Handler {
          if constexpr (is_pair) {
            return size_of(i.type) == 4 ? &set_pair<Format> : nullptr;
          } else {
            return set_of_width<&compared_halves<Format, false, false>>(i.type);
          }
        });
  }
  return for_type<u16, u32, u64, s16, s32, s64, f32, f64>(
      i.source_type,
      [&]<class T>() { return set_of_width<&compared<T>>(i.type); });
}

/// selp.type d, a, b, c;  (9.7.6.3)
Handler bind_selp(const Instruction& i) {
  switch (size_of(i.type)) {
    case 2:
      return &selp<u16>;
    case 4:
      return &selp<u32>;
    case 8:
      return &selp<u64>;
    default:
      return nullptr;
  }
}

/// slct{.ftz}.dtype.ctype d, a, b, c;  (9.7.6.4)
Handler bind_slct(const Instruction& i) {
  const auto bind_as = [&]<class T>() -> Handler {
    if (i.source_type == Type::s32) return &lanes<T, choose, T, T, s32>;
    if (i.source_type != Type::f32) return nullptr;
    return i.modifiers.ftz ? &lanes<T, choose_flushed, T, T, f32>
                           : &lanes<T, choose_f32, T, T, f32>;
  };
  switch (size_of(i.type)) {
    case 2:
      return bind_as.template operator()<u16>();
    case 4:
      return bind_as.template operator()<u32>();
    case 8:
      return bind_as.template operator()<u64>();
    default:
      return nullptr;
  }
}

}  // namespace lockstep::ptx
