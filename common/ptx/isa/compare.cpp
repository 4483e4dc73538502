// SPDX-License-Identifier: Apache-2.0
// Comparison and selection (manual, 9.7.6).
#include <cmath>

#include "ptx/isa/binders.h"
#include "ptx/isa/floating.h"
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

template <class T, class F>
LaneMask where(const Source<T>& a, const Source<T>& b, F holds) {
  alignas(32) std::uint8_t truth[warp_size];
  for_all_lanes(
      [&](unsigned lane) { truth[lane] = holds(a[lane], b[lane]) ? 1 : 0; });
  return pack(truth);
}

/// Lanes for which the comparison holds. lo, ls, hi, hs compare as lt, le,
/// gt, ge: their types are unsigned. equ and the like also hold for NaN.
template <class T>
LaneMask compare(Comparison how, const Source<T>& a, const Source<T>& b) {
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

template <class T>
void setp(Warp& warp, const Instruction& i, LaneMask mask) {
  const LaneMask holds = compared<T>(warp, i);
  const LaneMask c = warp.predicate(i.z);
  const Combine how = i.modifiers.combine;
  write_predicate(warp, i.d, mask, combine(how, holds, c));
  if (i.q) write_predicate(warp, i.q, mask, combine(how, ~holds, c));
}

template <class T>
void set(Warp& warp, const Instruction& i, LaneMask mask) {
  const LaneMask value =
      combine(i.modifiers.combine, compared<T>(warp, i), warp.predicate(i.z));
  const u32 truth = i.type == Type::f32 ? std::bit_cast<u32>(1.0f) : ~0u;
  write<u32>(warp, i.d, mask, [&](unsigned lane) {
    return (value & lane_bits[lane]) != 0 ? truth : 0u;
  });
}

template <class T>
void selp(Warp& warp, const Instruction& i, LaneMask mask) {
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
  return for_type<u16, u32, u64, s16, s32, s64, f32, f64>(
      i.type, []<class T>() { return &setp<T>; });
}

/// set.CmpOp{.BoolOp}{.ftz}.dtype.stype d, a, b{, {!}c};  (9.7.6.1)
Handler bind_set(const Instruction& i) {
  if (size_of(i.type) != 4) return nullptr;
  return for_type<u16, u32, u64, s16, s32, s64, f32, f64>(
      i.source_type, []<class T>() { return &set<T>; });
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
