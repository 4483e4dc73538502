// SPDX-License-Identifier: Apache-2.0
// Integers side by side in a register (manual, 9.7.1): pairs of 16 bits, dot
// products; min and max, which pairs have too. Compiled with -fwrapv.
#include "ptx/isa/binders.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"

namespace lockstep::ptx {

namespace {

constexpr auto add = [](auto a, auto b) { return a + b; };
constexpr auto minimum = [](auto a, auto b) { return b < a ? b : a; };
constexpr auto maximum = [](auto a, auto b) { return a < b ? b : a; };

/// .relu: not below 0.
template <auto op>
constexpr auto not_negative = [](auto a, auto b) {
  const auto result = op(a, b);
  return result < 0 ? decltype(a){0} : static_cast<decltype(a)>(result);
};

/// op on both halves.
template <class T, auto op>
constexpr auto on_pairs = [](u32 a, u32 b) {
  const auto half = [&](unsigned shift) {
    const auto result = static_cast<T>(
        op(static_cast<T>(a >> shift), static_cast<T>(b >> shift)));
    return static_cast<u32>(static_cast<u16>(result)) << shift;
  };
  return half(0) | half(16);
};

template <auto op>
Handler bind_pairs(const Instruction& i) {
  if (i.type == Type::u16x2) return &lanes<u32, on_pairs<u16, op>, u32, u32>;
  return &lanes<u32, on_pairs<s16, op>, u32, u32>;
}

/// min and max; .relu is for s32 and s16x2.
template <auto op>
Handler bind_extreme(const Instruction& i) {
  if (i.modifiers.relu) {
    if (i.type == Type::s16x2) return bind_pairs<not_negative<op>>(i);
    return i.type == Type::s32 ? &lanes<s32, not_negative<op>, s32, s32>
                               : nullptr;
  }
  if (is_integer_pair(i.type)) return bind_pairs<op>(i);
  return for_integers(i.type, []<class T>() { return &lanes<T, op, T, T>; });
}

template <class A, class B>
constexpr auto dot4 = [](u32 a, u32 b, u32 c) {
  for (unsigned n = 0; n < 4; ++n) {
    c += static_cast<u32>(static_cast<A>(a >> (8 * n)) *
                          static_cast<B>(b >> (8 * n)));
  }
  return c;
};
template <class A, class B, bool is_high>
constexpr auto dot2 = [](u32 a, u32 b, u32 c) {
  for (unsigned n = 0; n < 2; ++n) {
    c += static_cast<u32>(static_cast<A>(a >> (16 * n)) *
                          static_cast<B>(b >> (8 * n + (is_high ? 16 : 0))));
  }
  return c;
};

}  // namespace

/// add{.u16x2, .s16x2} d, a, b;  (9.7.1.1)
Handler bind_pair_add(const Instruction& i) { return bind_pairs<add>(i); }

/// min{.relu}.type d, a, b;  (9.7.1.12)
Handler bind_min(const Instruction& i) {
  if (is_float(i.type)) return bind_float_min(i);
  return bind_extreme<minimum>(i);
}

/// max{.relu}.type d, a, b;  (9.7.1.13)
Handler bind_max(const Instruction& i) {
  if (is_float(i.type)) return bind_float_max(i);
  return bind_extreme<maximum>(i);
}

/// dp4a.atype.btype d, a, b, c;  (9.7.1.23)
Handler bind_dp4a(const Instruction& i) {
  const bool a = is_signed(i.type), b = is_signed(i.source_type);
  if (size_of(i.type) != 4 || size_of(i.source_type) != 4) return nullptr;
  if (a) {
    return b ? &lanes<u32, dot4<s8, s8>, u32, u32, u32>
             : &lanes<u32, dot4<s8, u8>, u32, u32, u32>;
  }
  return b ? &lanes<u32, dot4<u8, s8>, u32, u32, u32>
           : &lanes<u32, dot4<u8, u8>, u32, u32, u32>;
}

/// dp2a.mode.atype.btype d, a, b, c;  .mode = { .lo, .hi }  (9.7.1.24)
Handler bind_dp2a(const Instruction& i) {
  const bool is_high = i.modifiers.part == Modifiers::Part::hi;
  const auto for_b = [&]<class A, class B>() -> Handler {
    return is_high ? &lanes<u32, dot2<A, B, true>, u32, u32, u32>
                   : &lanes<u32, dot2<A, B, false>, u32, u32, u32>;
  };
  if (size_of(i.type) != 4 || size_of(i.source_type) != 4) return nullptr;
  const bool b = is_signed(i.source_type);
  if (is_signed(i.type)) {
    return b ? for_b.template operator()<s16, s8>()
             : for_b.template operator()<s16, u8>();
  }
  return b ? for_b.template operator()<u16, s8>()
           : for_b.template operator()<u16, u8>();
}

}  // namespace lockstep::ptx
