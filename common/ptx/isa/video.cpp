// SPDX-License-Identifier: Apache-2.0
// Video instructions (manual, 9.7.15 and 9.7.16): arithmetic on words, or on
// the bytes and half-words that suffixes of the operands select. Rare, so one
// lane and one element at a time.
#include <algorithm>

#include "ptx/isa/binders.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/module/video_parts.h"

namespace lockstep::ptx {

namespace {

/// `width` bits from `position`, extended as the type is.
s64 extended(u32 bits, Type type, unsigned position, unsigned width) {
  const u64 moved = u64{bits} >> position << (64 - width);
  return is_signed(type) ? static_cast<s64>(moved) >> (64 - width)
                         : static_cast<s64>(moved >> (64 - width));
}

struct Field {
  unsigned position, width;
};

Field field_of(VideoPart part) {
  if (part == VideoPart::whole) return {0, 32};
  const auto n = static_cast<unsigned>(part);
  if (part >= VideoPart::h0) {
    return {16 * (n - static_cast<unsigned>(VideoPart::h0)), 16};
  }
  return {8 * (n - static_cast<unsigned>(VideoPart::b0)), 8};
}

s64 saturated(s64 value, Type type, unsigned width) {
  const s64 end = s64{1} << (is_signed(type) ? width - 1 : width);
  return std::clamp<s64>(value, is_signed(type) ? -end : 0, end - 1);
}

/// .sat of scalar forms. As on the hardware, and unlike the manual, what is
/// negative becomes the largest byte or half-word, and what is too large for
/// .u32 wraps.
s64 saturated_scalar(s64 value, Type type, unsigned width) {
  if (width < 32) {
    const u64 most = (u64{1} << (is_signed(type) ? width - 1 : width)) - 1;
    return static_cast<s64>(std::min(static_cast<u64>(value), most));
  }
  if (!is_signed(type) && value > 0) return value;
  return saturated(value, type, width);
}

using Operation = s64 (*)(const Modifiers&, s64 a, s64 b);

s64 sum(const Modifiers&, s64 a, s64 b) { return a + b; }
s64 difference(const Modifiers&, s64 a, s64 b) { return a - b; }
s64 distance(const Modifiers&, s64 a, s64 b) { return a < b ? b - a : a - b; }
s64 least(const Modifiers&, s64 a, s64 b) { return std::min(a, b); }
s64 greatest(const Modifiers&, s64 a, s64 b) { return std::max(a, b); }
/// Halves are rounded away from zero.
s64 average(const Modifiers&, s64 a, s64 b) {
  const s64 both = a + b;
  return (both + (both >= 0 ? 1 : 0)) >> 1;
}
s64 amount(const Modifiers& m, s64 b) {
  return m.wrap ? b & 31 : std::min<s64>(b & 0xffffffff, 32);
}
s64 shifted_left(const Modifiers& m, s64 a, s64 b) {
  return static_cast<s64>(static_cast<u64>(a) << amount(m, b));
}
s64 shifted_right(const Modifiers& m, s64 a, s64 b) {
  return a >> amount(m, b);
}
s64 compared(const Modifiers& m, s64 a, s64 b) {
  switch (m.comparison) {
    case Comparison::eq:
      return a == b;
    case Comparison::ne:
      return a != b;
    case Comparison::lt:
      return a < b;
    case Comparison::le:
      return a <= b;
    case Comparison::gt:
      return a > b;
    default:
      return a >= b;
  }
}

struct Types {
  Type d, a, b;
};

/// vset has no type of d.
Types types_of(const Instruction& i) {
  if (i.third_type != Type::none) return {i.type, i.source_type, i.third_type};
  return {Type::u32, i.type, i.source_type};
}

/// .min or .max of the value and c; unsigned, a negative value is the larger.
u32 extreme(const Instruction& i, Type type, s64 value, u32 c) {
  const bool is_less = is_signed(type) ? value < extended(c, type, 0, 32)
                                       : static_cast<u64>(value) < u64{c};
  const bool takes_value = is_less == (i.modifiers.atomic == AtomicOp::min);
  return takes_value ? static_cast<u32>(value) : c;
}

/// Combined with c, or merged into it. As on the hardware, .h1 gets the upper
/// half of the value; the manual has the lower one.
u32 finished(const Instruction& i, Type type, VideoPart part, s64 value,
             u32 c) {
  const u32 low = static_cast<u32>(value);
  switch (i.modifiers.atomic) {
    case AtomicOp::add:
      return low + c;
    case AtomicOp::min:
    case AtomicOp::max:
      return extreme(i, type, value, c);
    default:
      break;
  }
  if (part == VideoPart::whole) return low;
  if (part == VideoPart::h1) return (c & 0xffff) | (low & 0xffff0000);
  const Field to = field_of(part);
  const u32 mask = ((1u << to.width) - 1) << to.position;
  return (c & ~mask) | ((low << to.position) & mask);
}

template <Operation operation>
void scalar(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<u32> a(warp, i.a), b(warp, i.b), c(warp, i.c);
  const VideoParts parts = VideoParts::of(i);
  const Field from_a = field_of(parts.a), from_b = field_of(parts.b);
  const Types types = types_of(i);
  write<u32>(warp, i.d, mask, [&](unsigned lane) {
    s64 value = operation(
        i.modifiers, extended(a[lane], types.a, from_a.position, from_a.width),
        extended(b[lane], types.b, from_b.position, from_b.width));
    if (i.modifiers.sat) {
      value = saturated_scalar(value, types.d, field_of(parts.d).width);
    }
    return finished(i, types.d, parts.d, value, c[lane]);
  });
}

/// One element of the eight bytes or four half-words of a and b.
s64 element(u32 a, u32 b, Type type, unsigned index, unsigned elements) {
  const unsigned width = 32 / elements;
  const u32 from = index < elements ? a : b;
  return extended(from, type, index % elements * width, width);
}

template <Operation operation>
u32 combined(const Instruction& i, const VideoParts& parts, u32 a, u32 b,
             u32 c) {
  const unsigned elements = video_elements(i.opcode), width = 32 / elements;
  const bool accumulates = i.modifiers.atomic == AtomicOp::add;
  const Types types = types_of(i);
  u32 result = c;
  for (unsigned n = 0; n < elements; ++n) {
    if ((parts.mask >> n & 1) == 0) continue;
    s64 value = operation(i.modifiers,
                          element(a, b, types.a, parts.from_a[n], elements),
                          element(a, b, types.b, parts.from_b[n], elements));
    if (i.modifiers.sat) value = saturated(value, types.d, width);
    const u32 ones = (1u << width) - 1;
    if (accumulates) {
      result += static_cast<u32>(value);
    } else {
      result &= ~(ones << (width * n));
      result |= (static_cast<u32>(value) & ones) << (width * n);
    }
  }
  return result;
}

template <Operation operation>
void vector(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<u32> a(warp, i.a), b(warp, i.b), c(warp, i.c);
  const VideoParts parts = VideoParts::of(i);
  write<u32>(warp, i.d, mask, [&](unsigned lane) {
    return combined<operation>(i, parts, a[lane], b[lane], c[lane]);
  });
}

bool is_word(Type type) { return type == Type::u32 || type == Type::s32; }

/// c is there if and only if something needs it.
template <Operation operation>
Handler bind_scalar(const Instruction& i) {
  const Types types = types_of(i);
  const bool merges = VideoParts::of(i).d != VideoPart::whole;
  const bool combines = i.modifiers.atomic != AtomicOp::none;
  if (!is_word(types.d) || !is_word(types.a) || !is_word(types.b) ||
      (merges && combines) || (merges || combines) != bool{i.c}) {
    return nullptr;
  }
  return &scalar<operation>;
}

template <Operation operation>
Handler bind_vector(const Instruction& i) {
  const Types types = types_of(i);
  return is_word(types.d) && is_word(types.a) && is_word(types.b)
             ? &vector<operation>
             : nullptr;
}

__extension__ typedef __int128 s128;

void multiply_add(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<u32> a(warp, i.a), b(warp, i.b), c(warp, i.c);
  const VideoParts parts = VideoParts::of(i);
  const Field from_a = field_of(parts.a), from_b = field_of(parts.b);
  const Types types = types_of(i);
  const Modifiers& m = i.modifiers;
  const bool is_signed_sum = is_signed(types.a) || is_signed(types.b);
  const Type type = is_signed_sum ? Type::s32 : Type::u32;
  write<u32>(warp, i.d, mask, [&](unsigned lane) {
    s128 total = extended(a[lane], types.a, from_a.position, from_a.width);
    total *= extended(b[lane], types.b, from_b.position, from_b.width);
    total += extended(c[lane], type, 0, 32) + (m.plus_one ? 1 : 0);
    total >>= m.scale_shift;
    if (!m.sat) return static_cast<u32>(total);
    const s128 most = is_signed_sum ? 0x7fffffffll : 0xffffffffll;
    const s128 lowest = is_signed_sum ? -most - 1 : 0;
    return static_cast<u32>(std::clamp(total, lowest, most));
  });
}

}  // namespace

/// vop.dtype.atype.btype{.sat} d, a{.asel}, b{.bsel};
/// vop.dtype.atype.btype{.sat} d.dsel, a{.asel}, b{.bsel}, c;
/// vop.dtype.atype.btype{.sat}.op2 d, a{.asel}, b{.bsel}, c;  (9.7.15.1 to 4)
Handler bind_vadd(const Instruction& i) { return bind_scalar<sum>(i); }
Handler bind_vsub(const Instruction& i) { return bind_scalar<difference>(i); }
Handler bind_vabsdiff(const Instruction& i) { return bind_scalar<distance>(i); }
Handler bind_vmin(const Instruction& i) { return bind_scalar<least>(i); }
Handler bind_vmax(const Instruction& i) { return bind_scalar<greatest>(i); }
/// vshl.dtype.atype.u32{.sat}.mode …  .mode = { .clamp, .wrap }  (9.7.15.5)
/// vshl.sat is refused: what the hardware makes of it is not known.
Handler bind_vshl(const Instruction& i) {
  return i.third_type == Type::u32 && !i.modifiers.sat
             ? bind_scalar<shifted_left>(i)
             : nullptr;
}
Handler bind_vshr(const Instruction& i) {
  return i.third_type == Type::u32 ? bind_scalar<shifted_right>(i) : nullptr;
}
/// vmad.dtype.atype.btype{.po}{.sat}{.scale} d, a{.asel}, b{.bsel}, c;
/// .scale = { .shr7, .shr15 }, refused for .u32, where the hardware does not
/// do as the manual says.  (9.7.15.6)
Handler bind_vmad(const Instruction& i) {
  const Types types = types_of(i);
  const bool is_all_signed =
      is_signed(types.d) && is_signed(types.a) && is_signed(types.b);
  if (i.modifiers.scale_shift != 0 && !is_all_signed) return nullptr;
  const bool merges = VideoParts::of(i).d != VideoPart::whole;
  return is_word(types.d) && is_word(types.a) && is_word(types.b) && !merges
             ? &multiply_add
             : nullptr;
}
/// vset.atype.btype.cmp …  (9.7.15.7)
Handler bind_vset(const Instruction& i) { return bind_scalar<compared>(i); }

/// vop2.dtype.atype.btype{.sat} d{.mask}, a{.asel}, b{.bsel}, c;
/// vop2.dtype.atype.btype.add d{.mask}, a{.asel}, b{.bsel}, c;  (9.7.16.1, 2)
Handler bind_vadd2(const Instruction& i) { return bind_vector<sum>(i); }
Handler bind_vsub2(const Instruction& i) { return bind_vector<difference>(i); }
Handler bind_vavrg2(const Instruction& i) { return bind_vector<average>(i); }
Handler bind_vabsdiff2(const Instruction& i) {
  return bind_vector<distance>(i);
}
Handler bind_vmin2(const Instruction& i) { return bind_vector<least>(i); }
Handler bind_vmax2(const Instruction& i) { return bind_vector<greatest>(i); }
Handler bind_vset2(const Instruction& i) { return bind_vector<compared>(i); }
/// The same with four bytes  (9.7.16.3, 4)
Handler bind_vadd4(const Instruction& i) { return bind_vector<sum>(i); }
Handler bind_vsub4(const Instruction& i) { return bind_vector<difference>(i); }
Handler bind_vavrg4(const Instruction& i) { return bind_vector<average>(i); }
Handler bind_vabsdiff4(const Instruction& i) {
  return bind_vector<distance>(i);
}
Handler bind_vmin4(const Instruction& i) { return bind_vector<least>(i); }
Handler bind_vmax4(const Instruction& i) { return bind_vector<greatest>(i); }
Handler bind_vset4(const Instruction& i) { return bind_vector<compared>(i); }

}  // namespace lockstep::ptx
