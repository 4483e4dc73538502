// SPDX-License-Identifier: Apache-2.0
// ld, ldu and st in every state space (manual, 9.7.9.8 to 11). Loads from
// invalid addresses give 0, stores to them are dropped.
#include <cstring>

#include "ptx/isa/access.h"
#include "ptx/isa/binders.h"
#include "ptx/isa/lanes.h"
#include "ptx/isa/types.h"
#include "ptx/machine/grid.h"

namespace lockstep::ptx {

namespace {

constexpr unsigned max_bytes = 32;

/// A loop that polls makes such an access; see Warp::branch.
void note_polling(Warp& warp, const Instruction& i) {
  if (i.modifiers.semantics != Semantics::weak) warp.touched = true;
}

const Operand& destination(const Instruction& i, unsigned n) {
  return i.vector_width == 1 ? i.d : i.vector[n];
}
const Operand& source(const Instruction& i, unsigned n) {
  return i.vector_width == 1 ? i.a : i.vector[n];
}

template <class T>
T read(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class T>
LOCKSTEP_FOR_EACH_CPU void ld(Warp& warp, const Instruction& i, LaneMask mask) {
  const unsigned width = i.vector_width;
  const Access access(warp, i, mask, AccessKind::load, sizeof(T) * width,
                      sizeof(T));
  note_polling(warp, i);
  for (unsigned n = 0; n < width; ++n) {
    const Operand& d = destination(i, n);
    if (const std::byte* const run = access.run()) {
      const std::byte* const from = run + n * sizeof(T);
      write<T>(warp, d, mask, [&](unsigned lane) {
        return read<T>(from + lane * width * sizeof(T));
      });
      continue;
    }
    alignas(64) T values[warp_size] = {};
    for_lanes(access.valid(), [&](unsigned lane) {
      values[lane] = read<T>(access.host(lane) + n * sizeof(T));
    });
    write<T>(warp, d, mask, [&](unsigned lane) { return values[lane]; });
  }
}

/// The kernel's own parameters: one value for all lanes.
template <class T>
LOCKSTEP_FOR_EACH_CPU void ld_param(Warp& warp, const Instruction& i,
                                    LaneMask mask) {
  const auto params = warp.grid().params;
  const u64 offset = static_cast<u64>(i.address.offset);
  if (offset > params.size() ||
      sizeof(T) * i.vector_width > params.size() - offset) {
    return ld<T>(warp, i, mask);
  }
  for (unsigned n = 0; n < i.vector_width; ++n) {
    const T value = read<T>(params.data() + offset + n * sizeof(T));
    write<T>(warp, destination(i, n), mask, [&](unsigned) { return value; });
  }
}

/// The values to store, lane after lane: where they lie if a lane has one.
template <class T>
const std::byte* gather(Warp& warp, const Instruction& i,
                        std::byte (&room)[warp_size * max_bytes]) {
  const unsigned width = i.vector_width;
  if (width == 1) return Source<T>(warp, source(i, 0)).bytes();
  for (unsigned n = 0; n < width; ++n) {
    const Source<T> value(warp, source(i, n));
    for_all_lanes([&](unsigned lane) {
      const T element = value[lane];
      std::memcpy(room + (lane * width + n) * sizeof(T), &element, sizeof(T));
    });
  }
  return room;
}

template <class T>
LOCKSTEP_FOR_EACH_CPU void st(Warp& warp, const Instruction& i, LaneMask mask) {
  const unsigned bytes = sizeof(T) * i.vector_width;
  alignas(64) std::byte room[warp_size * max_bytes];
  const std::byte* const data = gather<T>(warp, i, room);
  const Access access(warp, i, mask, AccessKind::store, bytes, sizeof(T), data);
  note_polling(warp, i);
  ++warp.grid().progress;
  if (access.run() != nullptr) {
    std::memcpy(access.run(), data, std::size_t{warp_size} * bytes);
    return;
  }
  if (i.vector_width == 1) {
    return for_lanes(access.valid(), [&](unsigned lane) {
      std::memcpy(access.host(lane), data + lane * sizeof(T), sizeof(T));
    });
  }
  for_lanes(access.valid(), [&](unsigned lane) {
    std::memcpy(access.host(lane), data + lane * bytes, bytes);
  });
}

}  // namespace

/// ld{.weak, .volatile, .relaxed, .acquire}{.scope}{.ss}{.vec}.type d, [a];
/// (9.7.9.8; ld.global.nc 9.7.9.9)
Handler bind_ld(const Instruction& i) {
  if (size_of(i.type) * i.vector_width > max_bytes) return nullptr;
  const bool is_param = i.address.space == Space::param && !i.address.base;
  const auto make = [&]<class T>() -> Handler {
    return is_param ? &ld_param<T> : &ld<T>;
  };
  if (i.type == Type::f32) return make.template operator()<u32>();
  if (i.type == Type::f64) return make.template operator()<u64>();
  return for_type<u8, u16, u32, u64, s8, s16, s32, s64>(i.type, make);
}

/// ldu{.ss}{.vec}.type d, [a];  (9.7.9.10)
Handler bind_ldu(const Instruction& i) { return bind_ld(i); }

/// st{.weak, .volatile, .relaxed, .release}{.scope}{.ss}{.vec}.type [a], b;
/// (9.7.9.11)
Handler bind_st(const Instruction& i) {
  switch (size_of(i.type)) {
    case 1:
      return &st<u8>;
    case 2:
      return &st<u16>;
    case 4:
      return &st<u32>;
    case 8:
      return i.vector_width <= 4 ? &st<u64> : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace lockstep::ptx
