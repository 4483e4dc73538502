// SPDX-License-Identifier: Apache-2.0
// Logic and shift (manual, 9.7.8). Shift amounts are unsigned 32-bit values
// and clamp at the width.
#include "ptx/isa/binders.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"

namespace lockstep::ptx {

namespace {

constexpr auto bit_and = [](auto a, auto b) { return a & b; };
constexpr auto bit_or = [](auto a, auto b) { return a | b; };
constexpr auto bit_xor = [](auto a, auto b) { return a ^ b; };
constexpr auto bit_not = [](auto a) { return ~a; };
constexpr auto logical_not = [](auto a) { return a == 0 ? 1 : 0; };

template <auto op>
void combine_predicates(Warp& warp, const Instruction& i, LaneMask mask) {
  write_predicate(warp, i.d, mask,
                  op(warp.predicate(i.a), warp.predicate(i.b)));
}

void invert_predicate(Warp& warp, const Instruction& i, LaneMask mask) {
  write_predicate(warp, i.d, mask, ~warp.predicate(i.a));
}

template <auto op>
Handler bind_logic(const Instruction& i) {
  if (i.type == Type::pred) return &combine_predicates<op>;
  return for_bits(i.type, []<class T>() { return &lanes<T, op, T, T>; });
}

constexpr auto shift_left = [](auto a, u32 b) {
  using T = decltype(a);
  return b >= 8 * sizeof(T) ? T{0}
                            : static_cast<T>(a << (b & (8 * sizeof(T) - 1)));
};
constexpr auto shift_right = [](auto a, u32 b) {
  using T = decltype(a);
  constexpr u32 width = 8 * sizeof(T);
  if constexpr (std::is_signed_v<T>) {
    return static_cast<T>(a >> (b >= width ? width - 1 : b));
  } else {
    return b >= width ? T{0} : static_cast<T>(a >> (b & (width - 1)));
  }
};

/// Nearly all shifts are by a constant: then it is one for the whole warp.
template <class T, auto op>
LOCKSTEP_FOR_EACH_CPU void shift_by_constant(Warp& warp, const Instruction& i,
                                             LaneMask mask) {
  const Source<T> a(warp, i.a);
  const u32 amount = Source<u32>(warp, i.b)[0];
  write<T>(warp, i.d, mask, [&](unsigned lane) { return op(a[lane], amount); });
}

template <class T, auto op>
Handler bind_shift(const Instruction& i) {
  return i.b.base == Operand::Base::constants ? &shift_by_constant<T, op>
                                              : &lanes<T, op, T, u32>;
}

template <bool is_left, bool wraps>
constexpr auto funnel = [](u32 a, u32 b, u32 c) {
  const u32 amount = wraps ? c & 31 : (c > 32 ? 32 : c);
  const u64 both = (u64{b} << 32) | a;
  return is_left ? static_cast<u32>((both << amount) >> 32)
                 : static_cast<u32>(both >> amount);
};

constexpr u32 look_up(u32 a, u32 b, u32 c, u32 table) {
  u32 result = 0;
  for (u32 row = 0; row < 8; ++row) {
    if (((table >> row) & 1) == 0) continue;
    result |= (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
  }
  return result;
}

LOCKSTEP_FOR_EACH_CPU void lop3(Warp& warp, const Instruction& i,
                                LaneMask mask) {
  const Source<u32> a(warp, i.a), b(warp, i.b), c(warp, i.c);
  const u32 table = i.immediate;
  write<u32>(warp, i.d, mask, [&](unsigned lane) {
    return look_up(a[lane], b[lane], c[lane], table);
  });
}

/// p: whether any bit of d is set, combined with another predicate.
void lop3_predicate(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<u32> a(warp, i.a), b(warp, i.b), c(warp, i.c);
  alignas(64) u32 results[warp_size];
  alignas(32) std::uint8_t truth[warp_size];
  for_all_lanes([&](unsigned lane) {
    results[lane] = look_up(a[lane], b[lane], c[lane], i.immediate);
    truth[lane] = results[lane] != 0 ? 1 : 0;
  });
  const LaneMask z = warp.predicate(i.z), set = pack(truth);
  const bool is_and = i.modifiers.combine == Combine::op_and;
  write<u32>(warp, i.d, mask, [&](unsigned lane) { return results[lane]; });
  write_predicate(warp, i.q, mask, is_and ? set & z : set | z);
}

/// a ^ b ^ c, a & b & c and a few more make up nearly all that compilers
/// emit; each is one vector loop.
template <u32 table>
constexpr auto look_up_known =
    [](u32 a, u32 b, u32 c) { return look_up(a, b, c, table); };
template <u32 table>
constexpr Handler lop3_known = &lanes<u32, look_up_known<table>, u32, u32, u32>;

}  // namespace

/// and.type d, a, b;  (9.7.8.1)
Handler bind_and(const Instruction& i) { return bind_logic<bit_and>(i); }
/// or.type d, a, b;  (9.7.8.2)
Handler bind_or(const Instruction& i) { return bind_logic<bit_or>(i); }
/// xor.type d, a, b;  (9.7.8.3)
Handler bind_xor(const Instruction& i) { return bind_logic<bit_xor>(i); }

/// not.type d, a;  (9.7.8.4)
Handler bind_not(const Instruction& i) {
  if (i.type == Type::pred) return &invert_predicate;
  return for_bits(i.type, []<class T>() { return &lanes<T, bit_not, T>; });
}

/// cnot.type d, a;  (9.7.8.5)
Handler bind_cnot(const Instruction& i) {
  return for_bits(i.type, []<class T>() { return &lanes<T, logical_not, T>; });
}

/// lop3.b32 d, a, b, c, immLut;  (9.7.8.6)
/// lop3.BoolOp.b32 d|p, a, b, c, immLut, q;  .BoolOp = { .or, .and }
Handler bind_lop3(const Instruction& i) {
  if (size_of(i.type) != 4 || i.modifiers.combine == Combine::op_xor) {
    return nullptr;
  }
  if (i.z) return i.q ? &lop3_predicate : nullptr;
  if (i.q) return nullptr;
  switch (i.immediate) {
    case 0x80:
      return lop3_known<0x80>;
    case 0x96:
      return lop3_known<0x96>;
    case 0xe8:
      return lop3_known<0xe8>;
    case 0xfe:
      return lop3_known<0xfe>;
    default:
      return &lop3;
  }
}

/// shf.l.mode.b32 d, a, b, c;  shf.r.mode.b32 d, a, b, c;  (9.7.8.7)
Handler bind_shf(const Instruction& i) {
  if (size_of(i.type) != 4) return nullptr;
  const bool wraps = i.modifiers.wrap;
  if (i.modifiers.funnel == Modifiers::FunnelShift::left) {
    return wraps ? &lanes<u32, funnel<true, true>, u32, u32, u32>
                 : &lanes<u32, funnel<true, false>, u32, u32, u32>;
  }
  return wraps ? &lanes<u32, funnel<false, true>, u32, u32, u32>
               : &lanes<u32, funnel<false, false>, u32, u32, u32>;
}

/// shl.type d, a, b;  (9.7.8.8)
Handler bind_shl(const Instruction& i) {
  return for_bits(i.type,
                  [&]<class T>() { return bind_shift<T, shift_left>(i); });
}

/// shr.type d, a, b;  (9.7.8.9)
Handler bind_shr(const Instruction& i) {
  return for_integers(i.type,
                      [&]<class T>() { return bind_shift<T, shift_right>(i); });
}

}  // namespace lockstep::ptx
