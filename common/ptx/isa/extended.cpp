// SPDX-License-Identifier: Apache-2.0
// Extended precision (manual, 9.7.2): sums that read and write the carry
// flag, one bit a lane. After sub the flag holds the borrow.
#include "ptx/isa/binders.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"

namespace lockstep::ptx {

namespace {

LaneMask& carry_of(Warp& warp) {
  Operand flag;
  flag.base = Operand::Base::registers;
  flag.offset = carry_flag_offset;
  return *reinterpret_cast<LaneMask*>(warp.at(flag));
}

/// first + second + the carry, or first - second - the borrow, a lane at a
/// time; `first` may be a product.
template <class T, class F>
void with_carry(Warp& warp, const Instruction& i, LaneMask mask, bool reads,
                bool subtracts, F first, const Source<T>& second) {
  LaneMask& flag = carry_of(warp);
  const LaneMask before = reads ? flag : 0;
  LaneMask after = 0;
  T results[warp_size];
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    const T a = first(lane), b = second[lane];
    const T carry = (before >> lane) & 1;
    const T sum = subtracts ? a - b - carry : a + b + carry;
    const bool carries = subtracts ? (a < b || (a == b && carry != 0))
                                   : (sum < a || (sum == a && carry != 0));
    after |= LaneMask{carries} << lane;
    results[lane] = sum;
  }
  if (i.modifiers.cc) flag = (flag & ~mask) | (after & mask);
  write<T>(warp, i.d, mask, [&](unsigned lane) { return results[lane]; });
}

template <class T, bool reads, bool subtracts>
void add_or_sub(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<T> a(warp, i.a);
  with_carry<T>(
      warp, i, mask, reads, subtracts, [&](unsigned lane) { return a[lane]; },
      Source<T>(warp, i.b));
}

__extension__ typedef __int128 s128;

template <class T, bool reads, bool is_high>
void multiply_add(Warp& warp, const Instruction& i, LaneMask mask) {
  using U = BitsOf<T>;
  const Source<T> a(warp, i.a), b(warp, i.b);
  with_carry<U>(
      warp, i, mask, reads, false,
      [&](unsigned lane) {
        const s128 product = s128{a[lane]} * s128{b[lane]};
        return static_cast<U>(is_high ? product >> (8 * sizeof(T)) : product);
      },
      Source<U>(warp, i.c));
}

template <bool reads>
Handler bind_multiply_add(const Instruction& i) {
  if (i.modifiers.part == Modifiers::Part::wide) return nullptr;
  const bool is_high = i.modifiers.part == Modifiers::Part::hi;
  // A 64-bit unsigned product does not fit the signed 128 bits used here
  // only in its top bit, which wraps to the same value.
  return for_type<u32, s32, u64, s64>(i.type, [&]<class T>() -> Handler {
    return is_high ? &multiply_add<T, reads, true>
                   : &multiply_add<T, reads, false>;
  });
}

template <bool subtracts>
Handler bind_sum(const Instruction& i, bool reads) {
  if (is_float(i.type) || size_of(i.type) < 4) return nullptr;
  return for_bits(i.type, [&]<class T>() -> Handler {
    return reads ? &add_or_sub<T, true, subtracts>
                 : &add_or_sub<T, false, subtracts>;
  });
}

}  // namespace

/// addc{.cc}.type d, a, b;  (9.7.2.2; also add.cc)
Handler bind_addc(const Instruction& i) {
  return bind_sum<false>(i, i.opcode == Opcode::op_addc);
}

/// subc{.cc}.type d, a, b;  (9.7.2.4; also sub.cc)
Handler bind_subc(const Instruction& i) {
  return bind_sum<true>(i, i.opcode == Opcode::op_subc);
}

/// madc{.hi, .lo}{.cc}.type d, a, b, c;  (9.7.2.6; also mad.cc)
Handler bind_madc(const Instruction& i) {
  return i.opcode == Opcode::op_madc ? bind_multiply_add<true>(i)
                                     : bind_multiply_add<false>(i);
}

}  // namespace lockstep::ptx
