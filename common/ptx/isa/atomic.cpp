// SPDX-License-Identifier: Apache-2.0
// atom, red, fence and membar (manual, 9.7.13). Lanes take effect one after
// the other, lowest first.
#include <cmath>
#include <cstring>
#include <type_traits>

#include "ptx/isa/access.h"
#include "ptx/isa/binders.h"
#include "ptx/isa/floating.h"
#include "ptx/isa/half.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

// What memory holds afterwards, given what it held, b and c.
constexpr auto add = [](auto old, auto b, auto) { return old + b; };
/// Subnormals of f32 count as 0 in global memory, not in shared memory.
struct AddFloat {
  f32 operator()(f32 old, f32 b, f32, Space space) const {
    if (space != Space::global) return canonical(old + b);
    return canonical(flush(flush(old) + flush(b)));
  }
  /// A NaN stays as it is in global memory, signalling too.
  f64 operator()(f64 old, f64 b, f64, Space space) const {
    if (space != Space::global) return with_last_nan(old + b, b, old);
    return b != b ? b : old != old ? old : old + b;
  }
};
constexpr AddFloat add_float;
constexpr auto minimum = [](auto old, auto b, auto) {
  return b < old ? b : old;
};
constexpr auto maximum = [](auto old, auto b, auto) {
  return old < b ? b : old;
};
constexpr auto bit_and = [](auto old, auto b, auto) { return old & b; };
constexpr auto bit_or = [](auto old, auto b, auto) { return old | b; };
constexpr auto bit_xor = [](auto old, auto b, auto) { return old ^ b; };
constexpr auto exchange = [](auto, auto b, auto) { return b; };
constexpr auto compare_and_swap = [](auto old, auto b, auto c) {
  return old == b ? c : old;
};
constexpr auto increment = [](auto old, auto b, auto) {
  return old >= b ? decltype(old){0} : old + 1;
};
constexpr auto decrement = [](auto old, auto b, auto) {
  return old == 0 || old > b ? b : old - 1;
};

/// Where blocks run on several threads: a reduction, whose old value nobody
/// reads, in memory that other blocks may be reducing into.
template <class T, auto op>
void reduce_among_threads(Warp& warp, const Instruction& i, LaneMask mask) {
  const Source<T> b(warp, i.a);
  const Access access(warp, i, mask, AccessKind::reduction, sizeof(T),
                      sizeof(T));
  warp.touched = true;
  ++warp.grid().progress;
  for_lanes(access.valid(), [&](unsigned lane) {
    T* const at = reinterpret_cast<T*>(access.host(lane));
    T old = __atomic_load_n(at, __ATOMIC_RELAXED), now;
    do {
      now = static_cast<T>(op(old, b[lane], T{}));
    } while (!__atomic_compare_exchange_n(at, &old, now, true, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
  });
}

template <class T, auto op>
void update(Warp& warp, const Instruction& i, LaneMask mask) {
  if constexpr (std::is_integral_v<T> && sizeof(T) >= 4 &&
                std::is_invocable_v<decltype(op), T, T, T>) {
    if (warp.grid().is_parallel && !i.d && i.address.space != Space::shared) {
      return reduce_among_threads<T, op>(warp, i, mask);
    }
  }
  const Source<T> b(warp, i.a), c(warp, i.b);
  const bool may_fail = i.modifiers.atomic == AtomicOp::cas;
  Access access(warp, i, mask, i.d ? AccessKind::atomic : AccessKind::reduction,
                sizeof(T), sizeof(T), nullptr, !may_fail);
  LaneMask failed = 0;
  warp.touched = true;
  bool has_changed = false;
  alignas(64) T before[warp_size] = {};
  for_lanes(access.valid(), [&](unsigned lane) {
    T old;
    std::memcpy(&old, access.host(lane), sizeof old);
    T now;
    if constexpr (std::is_invocable_v<decltype(op), T, T, T, Space>) {
      now = op(old, b[lane], c[lane], access.space(lane));
    } else {
      now = static_cast<T>(op(old, b[lane], c[lane]));
    }
    has_changed |= std::memcmp(&now, &old, sizeof now) != 0;
    std::memcpy(access.host(lane), &now, sizeof now);
    before[lane] = old;
    if (may_fail && old != b[lane]) failed |= lane_bits[lane];
  });
  if (may_fail) access.report(failed);
  if (has_changed) ++warp.grid().progress;
  write<T>(warp, i.d, mask, [&](unsigned lane) { return before[lane]; });
}

template <auto op, class... Allowed>
Handler bind_update(const Instruction& i) {
  return for_type<Allowed...>(i.type, []<class T>() { return &update<T, op>; });
}

/// Subnormals are kept (.noftz).
template <class Format, bool is_pair>
constexpr auto add_half = [](auto old, auto b, auto) {
  return each_half<is_pair>(
      [](u32 x, u32 y) {
        return narrow<Format>(sum_to_odd(widen<Format>(x), widen<Format>(y)));
      },
      old, b);
};

Handler bind_add_half(const Instruction& i) {
  return for_halves(i.type, []<class Format, bool is_pair>() -> Handler {
    using Bits = std::conditional_t<is_pair, u32, u16>;
    return &update<Bits, add_half<Format, is_pair>>;
  });
}

Handler bind_operation(const Instruction& i) {
  if (i.vector_width > 1) return nullptr;
  switch (i.modifiers.atomic) {
    case AtomicOp::add:
      if (is_half(i.type)) return bind_add_half(i);
      return is_float(i.type) ? bind_update<add_float, f32, f64>(i)
                              : bind_update<add, u32, s32, u64, s64>(i);
    case AtomicOp::min:
      return bind_update<minimum, u32, s32, u64, s64>(i);
    case AtomicOp::max:
      return bind_update<maximum, u32, s32, u64, s64>(i);
    case AtomicOp::inc:
      return bind_update<increment, u32>(i);
    case AtomicOp::dec:
      return bind_update<decrement, u32>(i);
    case AtomicOp::op_and:
      return bind_update<bit_and, u32, s32, u64, s64>(i);
    case AtomicOp::op_or:
      return bind_update<bit_or, u32, s32, u64, s64>(i);
    case AtomicOp::op_xor:
      return bind_update<bit_xor, u32, s32, u64, s64>(i);
    case AtomicOp::exch:
      return bind_update<exchange, u32, s32, u64, s64, f32, f64>(i);
    case AtomicOp::cas:
      return bind_update<compare_and_swap, u16, u32, s32, u64, s64>(i);
    case AtomicOp::none:
      break;
  }
  return nullptr;
}

void fence(Warp& warp, const Instruction& i, LaneMask mask) {
  const Grid& grid = warp.grid();
  if (!grid.observers->any()) return;
  grid.observers->notify(&Observer::fence, FenceEvent{warp.place(), &i, warp.pc,
                                                      mask, i.modifiers.scope});
}

}  // namespace

/// atom{.sem}{.scope}{.space}.op.type d, [a], b{, c};  (9.7.13.5)
Handler bind_atom(const Instruction& i) { return bind_operation(i); }
/// red{.sem}{.scope}{.space}.op.type [a], b;  (9.7.13.6)
Handler bind_red(const Instruction& i) { return bind_operation(i); }
/// membar.level;  (9.7.13.4)
Handler bind_membar(const Instruction&) { return &fence; }
/// fence{.sem}.scope;  (9.7.13.4)
Handler bind_fence(const Instruction&) { return &fence; }

}  // namespace lockstep::ptx
