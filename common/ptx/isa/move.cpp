// SPDX-License-Identifier: Apache-2.0
// Data movement between registers and address spaces (manual, 9.7.9).
#include "ptx/isa/binders.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/global_memory.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

constexpr auto copy = [](auto a) { return a; };

void move_predicate(Warp& warp, const Instruction& i, LaneMask mask) {
  write_predicate(warp, i.d, mask, warp.predicate(i.a));
}

/// Time is counted in warp instructions, so that it repeats.
void move_clock(Warp& warp, const Instruction& i, LaneMask mask) {
  ++warp.grid().progress;
  const u64 now = warp.grid().executed + static_cast<u64>(warp.executed());
  write<u64>(warp, i.d, mask, [&](unsigned) { return now; });
}

void move_clock_high(Warp& warp, const Instruction& i, LaneMask mask) {
  ++warp.grid().progress;
  const u64 now = warp.grid().executed + static_cast<u64>(warp.executed());
  write<u32>(warp, i.d, mask,
             [&](unsigned) { return static_cast<u32>(now >> 32); });
}

bool is_high_half(const Operand& a) {
  return a.offset == offset_of(SpecialRegister::clock_hi) ||
         a.offset == offset_of(SpecialRegister::globaltimer_hi);
}

bool is_clock(const Operand& a) {
  return a.base == Operand::Base::specials &&
         is_live(
             static_cast<SpecialRegister>(a.offset / special_register_stride));
}

/// {…} to one value, the first element lowest.
template <class Whole, class Element>
LOCKSTEP_FOR_EACH_CPU void join(Warp& warp, const Instruction& i,
                                LaneMask mask) {
  alignas(64) Whole values[warp_size] = {};
  for (unsigned n = 0; n < i.vector_width; ++n) {
    const Source<Element> element(warp, i.vector[n]);
    for (unsigned lane = 0; lane < warp_size; ++lane) {
      values[lane] |=
          static_cast<Whole>(Whole{element[lane]} << (8 * sizeof(Element) * n));
    }
  }
  write<Whole>(warp, i.d, mask, [&](unsigned lane) { return values[lane]; });
}

template <class Whole, class Element>
LOCKSTEP_FOR_EACH_CPU void split(Warp& warp, const Instruction& i,
                                 LaneMask mask) {
  const Source<Whole> from(warp, i.a);
  alignas(64) Whole values[warp_size];
  for (unsigned lane = 0; lane < warp_size; ++lane) values[lane] = from[lane];
  for (unsigned n = 0; n < i.vector_width; ++n) {
    write<Element>(warp, i.vector[n], mask, [&](unsigned lane) {
      return static_cast<Element>(values[lane] >> (8 * sizeof(Element) * n));
    });
  }
}

template <class Whole, class Element>
Handler join_or_split(const Instruction& i) {
  return i.d ? &join<Whole, Element> : &split<Whole, Element>;
}

Handler bind_vector_mov(const Instruction& i) {
  const unsigned bytes = size_of(i.type), width = i.vector_width;
  if (bytes == 4 && width == 2) return join_or_split<u32, u16>(i);
  if (bytes == 4 && width == 4) return join_or_split<u32, u8>(i);
  if (bytes == 8 && width == 2) return join_or_split<u64, u32>(i);
  if (bytes == 8 && width == 4) return join_or_split<u64, u16>(i);
  if (bytes == 16 && width == 2) return join_or_split<Bits128, u64>(i);
  if (bytes == 16 && width == 4) return join_or_split<Bits128, u32>(i);
  return nullptr;
}

/// What to add to an address in `space` to make it generic.
u64 window_of(Space space) {
  switch (space) {
    case Space::shared:
      return window::shared;
    case Space::local:
      return window::local;
    case Space::param:
      return window::param;
    default:
      return 0;
  }
}

/// The address of a variable of the frame, or of dynamic shared memory.
LOCKSTEP_FOR_EACH_CPU void take_address(Warp& warp, const Instruction& i,
                                        LaneMask mask) {
  const Address& address = i.address;
  u64 base = static_cast<u64>(address.offset);
  if (address.frame_relative && address.space == Space::local) {
    base += warp.frame->local_base;
  }
  if (i.opcode == Opcode::op_cvta) base += window_of(address.space);
  if (!address.base) {
    return write<u64>(warp, i.d, mask, [&](unsigned) { return base; });
  }
  const Source<u64> start(warp, address.base);
  write<u64>(warp, i.d, mask,
             [&](unsigned lane) { return start[lane] + base; });
}

template <class T>
LOCKSTEP_FOR_EACH_CPU void to_generic(Warp& warp, const Instruction& i,
                                      LaneMask mask) {
  const Source<T> a(warp, i.a);
  const T begin = static_cast<T>(window_of(i.address.space));
  write<T>(warp, i.d, mask, [&](unsigned lane) { return a[lane] + begin; });
}

template <class T>
LOCKSTEP_FOR_EACH_CPU void from_generic(Warp& warp, const Instruction& i,
                                        LaneMask mask) {
  const Source<T> a(warp, i.a);
  const T begin = static_cast<T>(window_of(i.address.space));
  write<T>(warp, i.d, mask, [&](unsigned lane) { return a[lane] - begin; });
}

bool is_in_window(u64 address, u64 begin) {
  return address - begin < window::bytes;
}

bool is_in_space(Warp& warp, Space space, u64 address) {
  switch (space) {
    case Space::shared:
    case Space::local:
    case Space::param:
      return is_in_window(address, window_of(space));
    case Space::constant: {
      const MemoryBlock* block = warp.grid().memory->find(address, 1);
      return block != nullptr && block->is_read_only;
    }
    default:
      return !is_in_window(address, window::shared) &&
             !is_in_window(address, window::local) &&
             !is_in_window(address, window::param);
  }
}

void isspacep(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<u64> a(warp, i.a);
  LaneMask inside = 0;
  for_lanes(mask, [&](unsigned lane) {
    if (is_in_space(warp, i.address.space, a[lane])) inside |= lane_bits[lane];
  });
  write_predicate(warp, i.d, mask, inside);
}

/// Advice to caches changes nothing that a program can see.
void no_effect(Warp&, const Instruction&, LaneMask) {}

}  // namespace

/// mov.type d, a;  mov.type d, sreg;  mov.type d, variable;  (9.7.9.3, 4)
Handler bind_mov(const Instruction& i) {
  if (i.vector_width > 1) return bind_vector_mov(i);
  if (i.type == Type::pred) return &move_predicate;
  if (!i.a) return &take_address;
  if (is_clock(i.a)) return is_high_half(i.a) ? &move_clock_high : &move_clock;
  switch (size_of(i.type)) {
    case 2:
      return &lanes<u16, copy, u16>;
    case 4:
      return &lanes<u32, copy, u32>;
    case 8:
      return &lanes<u64, copy, u64>;
    default:
      return nullptr;
  }
}

/// cvta.space.size p, a;  cvta.to.space.size p, a;  (9.7.9.20)
Handler bind_cvta(const Instruction& i) {
  if (!i.a) return &take_address;
  const bool is_to = i.modifiers.to_space;
  return for_type<u32, u64>(i.type, [&]<class T>() -> Handler {
    return is_to ? &from_generic<T> : &to_generic<T>;
  });
}

/// isspacep.space p, a;  (9.7.9.19)
Handler bind_isspacep(const Instruction&) { return &isspacep; }
/// prefetch{.space}.level [a];  (9.7.9.16)
Handler bind_prefetch(const Instruction&) { return &no_effect; }
/// applypriority{.global}.level::eviction_priority [a], size;  (9.7.9.17)
Handler bind_applypriority(const Instruction&) { return &no_effect; }
/// discard{.global}.level [a], size;  (9.7.9.18)
Handler bind_discard(const Instruction&) { return &no_effect; }

}  // namespace lockstep::ptx
