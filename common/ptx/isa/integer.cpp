// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic (manual, 9.7.1). Compiled with -fwrapv: sums wrap. What
// has two or four integers in a register is in integer_packed.cpp.
#include <algorithm>
#include <limits>

#include "ptx/isa/binders.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"

namespace lockstep::ptx {

namespace {

using Part = Modifiers::Part;

constexpr auto add = [](auto a, auto b) { return a + b; };
constexpr auto sub = [](auto a, auto b) { return a - b; };

constexpr s32 saturate(s64 value) {
  return static_cast<s32>(std::clamp<s64>(
      value, std::numeric_limits<s32>::min(), std::numeric_limits<s32>::max()));
}
constexpr auto add_sat = [](s32 a, s32 b) { return saturate(s64{a} + b); };
constexpr auto sub_sat = [](s32 a, s32 b) { return saturate(s64{a} - b); };

template <class T>
struct Twice;
template <>
struct Twice<u16> {
  using type = u32;
};
template <>
struct Twice<s16> {
  using type = s32;
};
template <>
struct Twice<u32> {
  using type = u64;
};
template <>
struct Twice<s32> {
  using type = s64;
};
__extension__ typedef __int128 s128;
__extension__ typedef unsigned __int128 u128;
template <>
struct Twice<u64> {
  using type = u128;
};
template <>
struct Twice<s64> {
  using type = s128;
};
template <class T>
using Wide = typename Twice<T>::type;

/// The whole product, twice as wide as its factors.
template <class T>
constexpr Wide<T> product(T a, T b) {
  return static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b);
}
template <class T>
constexpr T high(T a, T b) {
  return static_cast<T>(product(a, b) >> (8 * sizeof(T)));
}

constexpr auto mul_lo = [](auto a, auto b) {
  using T = decltype(a);
  return static_cast<T>(u64(a) * u64(b));
};
constexpr auto mul_hi = [](auto a, auto b) { return high(a, b); };
constexpr auto mul_wide = [](auto a, auto b) { return product(a, b); };
constexpr auto mad_lo = [](auto a, auto b, auto c) {
  using T = decltype(a);
  return static_cast<T>(u64(a) * u64(b) + u64(c));
};
constexpr auto mad_hi = [](auto a, auto b, auto c) { return high(a, b) + c; };
constexpr auto mad_hi_sat = [](s32 a, s32 b, s32 c) {
  return saturate(s64{high(a, b)} + c);
};
constexpr auto mad_wide = [](auto a, auto b, auto c) {
  return product(a, b) + c;
};

/// The low 24 bits of a factor, extended as its type is.
template <class T>
constexpr T low24(T a) {
  return static_cast<T>(static_cast<T>(u32(a) << 8) >> 8);
}
template <class T>
constexpr T part24(T a, T b, bool is_high) {
  return static_cast<T>(product(low24(a), low24(b)) >> (is_high ? 16 : 0));
}
constexpr auto mul24_lo = [](auto a, auto b) { return part24(a, b, false); };
constexpr auto mul24_hi = [](auto a, auto b) { return part24(a, b, true); };
constexpr auto mad24_lo = [](auto a, auto b, auto c) {
  return part24(a, b, false) + c;
};
constexpr auto mad24_hi = [](auto a, auto b, auto c) {
  return part24(a, b, true) + c;
};
constexpr auto mad24_hi_sat = [](s32 a, s32 b, s32 c) {
  return saturate(s64{part24(a, b, true)} + c);
};

constexpr auto sad = [](auto a, auto b, auto c) {
  return c + (a < b ? b - a : a - b);
};
// The manual leaves division by zero open; on the hardware quotient and
// remainder are all ones. The least number divided by -1 wraps.
constexpr auto quotient = [](auto a, auto b) {
  using T = decltype(a);
  if (b == 0) return static_cast<T>(~T{0});
  if (std::is_signed_v<T> && b == static_cast<T>(-1)) {
    return static_cast<T>(-a);
  }
  return static_cast<T>(a / b);
};
constexpr auto remainder = [](auto a, auto b) {
  using T = decltype(a);
  if (b == 0) return static_cast<T>(~T{0});
  if (std::is_signed_v<T> && b == static_cast<T>(-1)) return T{0};
  return static_cast<T>(a % b);
};
constexpr auto absolute = [](auto a) { return a < 0 ? -a : a; };
constexpr auto negate = [](auto a) { return -a; };

}  // namespace

/// add{.sat}.type d, a, b;  add{.u16x2, .s16x2} d, a, b;  (9.7.1.1;
/// add.cc 9.7.2.1)
Handler bind_add(const Instruction& i) {
  if (is_float(i.type)) return bind_float_add(i);
  if (i.modifiers.cc) return bind_addc(i);
  if (i.modifiers.sat) {
    return i.type == Type::s32 ? &lanes<s32, add_sat, s32, s32> : nullptr;
  }
  if (is_integer_pair(i.type)) return bind_pair_add(i);
  return for_bits(i.type, []<class T>() { return &lanes<T, add, T, T>; });
}

/// sub{.sat}.type d, a, b;  (9.7.1.2; sub.cc 9.7.2.3)
Handler bind_sub(const Instruction& i) {
  if (is_float(i.type)) return bind_float_sub(i);
  if (i.modifiers.cc) return bind_subc(i);
  if (i.modifiers.sat) {
    return i.type == Type::s32 ? &lanes<s32, sub_sat, s32, s32> : nullptr;
  }
  return for_bits(i.type, []<class T>() { return &lanes<T, sub, T, T>; });
}

/// mul.mode.type d, a, b;  .mode = { .hi, .lo, .wide }  (9.7.1.3)
Handler bind_mul(const Instruction& i) {
  if (is_float(i.type)) return bind_float_mul(i);
  switch (i.modifiers.part) {
    case Part::lo:
      return for_bits(i.type,
                      []<class T>() { return &lanes<T, mul_lo, T, T>; });
    case Part::hi:
      return for_integers(i.type,
                          []<class T>() { return &lanes<T, mul_hi, T, T>; });
    case Part::wide:
      return for_type<u16, u32, s16, s32>(
          i.type, []<class T>() { return &lanes<Wide<T>, mul_wide, T, T>; });
    default:
      return nullptr;
  }
}

/// mad.mode.type d, a, b, c;  mad.hi.sat.s32 d, a, b, c;  (9.7.1.4)
Handler bind_mad(const Instruction& i) {
  if (is_float(i.type)) return bind_fma(i);
  if (i.modifiers.cc) return bind_madc(i);
  switch (i.modifiers.part) {
    case Part::lo:
      return for_bits(i.type,
                      []<class T>() { return &lanes<T, mad_lo, T, T, T>; });
    case Part::hi:
      if (i.modifiers.sat) return &lanes<s32, mad_hi_sat, s32, s32, s32>;
      return for_integers(i.type,
                          []<class T>() { return &lanes<T, mad_hi, T, T, T>; });
    case Part::wide:
      return for_type<u16, u32, s16, s32>(i.type, []<class T>() {
        return &lanes<Wide<T>, mad_wide, T, T, Wide<T>>;
      });
    default:
      return nullptr;
  }
}

/// mul24.mode.type d, a, b;  .mode = { .hi, .lo }  (9.7.1.5)
Handler bind_mul24(const Instruction& i) {
  const bool is_high = i.modifiers.part == Part::hi;
  return for_type<u32, s32>(i.type, [&]<class T>() -> Handler {
    return is_high ? &lanes<T, mul24_hi, T, T> : &lanes<T, mul24_lo, T, T>;
  });
}

/// mad24.mode.type d, a, b, c;  mad24.hi.sat.s32 d, a, b, c;  (9.7.1.6)
Handler bind_mad24(const Instruction& i) {
  const bool is_high = i.modifiers.part == Part::hi;
  if (i.modifiers.sat) {
    return is_high ? &lanes<s32, mad24_hi_sat, s32, s32, s32> : nullptr;
  }
  return for_type<u32, s32>(i.type, [&]<class T>() -> Handler {
    return is_high ? &lanes<T, mad24_hi, T, T, T>
                   : &lanes<T, mad24_lo, T, T, T>;
  });
}

/// sad.type d, a, b, c;  (9.7.1.7)
Handler bind_sad(const Instruction& i) {
  return for_integers(i.type,
                      []<class T>() { return &lanes<T, sad, T, T, T>; });
}

/// div.type d, a, b;  (9.7.1.8)
Handler bind_div(const Instruction& i) {
  if (is_float(i.type)) return bind_float_div(i);
  return for_integers(i.type,
                      []<class T>() { return &lanes<T, quotient, T, T>; });
}

/// rem.type d, a, b;  (9.7.1.9)
Handler bind_rem(const Instruction& i) {
  return for_integers(i.type,
                      []<class T>() { return &lanes<T, remainder, T, T>; });
}

/// abs.type d, a;  (9.7.1.10)
Handler bind_abs(const Instruction& i) {
  if (is_float(i.type)) return bind_float_abs(i);
  return for_type<s16, s32, s64>(
      i.type, []<class T>() { return &lanes<T, absolute, T>; });
}

/// neg.type d, a;  (9.7.1.11)
Handler bind_neg(const Instruction& i) {
  if (is_float(i.type)) return bind_float_neg(i);
  return for_type<s16, s32, s64>(
      i.type, []<class T>() { return &lanes<T, negate, T>; });
}

}  // namespace lockstep::ptx
