// SPDX-License-Identifier: Apache-2.0
// The lane loop, the guard's blend and the width of operands, once for all
// instructions. A handler names an operation on single values and its types:
// `lanes<D, op, A, B>` writes op(a, b) to the lanes of the mask.
//
// A source wider than the type is truncated, a narrower one zero-extended;
// a destination wider than the type is sign- or zero-extended as the type is.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "ptx/machine/warp.h"

#if defined(__clang__)
#define LOCKSTEP_LANES_ARE_INDEPENDENT \
  _Pragma("clang loop vectorize(assume_safety)")
#else
#define LOCKSTEP_LANES_ARE_INDEPENDENT _Pragma("GCC ivdep")
#endif

// Compiles a function for AVX-512, for AVX2 with FMA, and for any x86-64; the
// dynamic linker takes the best that the machine has. All give the same bits:
// no compiler here contracts or reorders arithmetic. Sanitizers do not get
// along with it, and clang does not know it.
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ >= 12 && \
    defined(__x86_64__) && defined(__gnu_linux__) &&              \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define LOCKSTEP_FOR_EACH_CPU \
  [[gnu::flatten,             \
    gnu::target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")]]
#else
#define LOCKSTEP_FOR_EACH_CPU [[gnu::flatten]]
#endif

namespace lockstep::ptx {

__extension__ typedef unsigned __int128 Bits128;

/// A value of the width of T as an unsigned integer.
template <class T>
using BitsOf = std::conditional_t<
    sizeof(T) == 1, std::uint8_t,
    std::conditional_t<
        sizeof(T) == 2, std::uint16_t,
        std::conditional_t<
            sizeof(T) == 4, std::uint32_t,
            std::conditional_t<sizeof(T) == 8, std::uint64_t, Bits128>>>>;

inline constexpr std::array<LaneMask, warp_size> lane_bits = [] {
  std::array<LaneMask, warp_size> bits{};
  for (unsigned lane = 0; lane < warp_size; ++lane) bits[lane] = 1u << lane;
  return bits;
}();

/// Calls f(lane) for all 32 lanes; lanes must not depend on one another.
template <class F>
inline void for_all_lanes(F f) {
  LOCKSTEP_LANES_ARE_INDEPENDENT
  for (unsigned lane = 0; lane < warp_size; ++lane) f(lane);
}

/// Calls f(lane) for the lanes of the mask, in order.
template <class F>
inline void for_lanes(LaneMask mask, F f) {
  for (; mask != 0; mask &= mask - 1) {
    f(static_cast<unsigned>(std::countr_zero(mask)));
  }
}

/// Packs 32 truth values (0 or 1) into a mask.
inline LaneMask pack(const std::uint8_t (&truth)[warp_size]) {
  LaneMask mask = 0;
  for (unsigned part = 0; part < 4; ++part) {
    std::uint64_t eight;
    __builtin_memcpy(&eight, truth + 8 * part, 8);
    mask |= static_cast<LaneMask>((eight * 0x0102040810204080u) >> 56)
            << (8 * part);
  }
  return mask;
}

template <class T, class From>
inline void convert(T* to, const std::byte* at) {
  const From* from = reinterpret_cast<const From*>(at);
  for_all_lanes([&](unsigned lane) {
    to[lane] = std::bit_cast<T>(static_cast<BitsOf<T>>(from[lane]));
  });
}

/// An operand of another width as 32 values of type T, in the warp's scratch
/// memory: valid until Warp::scratch has been asked for eight more times.
template <class T>
[[gnu::noinline]] const T* converted(const Warp& warp, const Operand& operand) {
  const std::byte* at = warp.at(operand);
  T* const to = reinterpret_cast<T*>(warp.scratch());
  switch (operand.bytes) {
    case 2:
      convert<T, std::uint16_t>(to, at);
      break;
    case 4:
      convert<T, std::uint32_t>(to, at);
      break;
    case 8:
      convert<T, std::uint64_t>(to, at);
      break;
    case 16:
      convert<T, Bits128>(to, at);
      break;
    default: {
      const LaneMask truth = warp.predicate(operand);
      for_all_lanes([&](unsigned lane) {
        const bool holds = (truth & lane_bits[lane]) != 0;
        to[lane] = std::bit_cast<T>(static_cast<BitsOf<T>>(holds));
      });
    }
  }
  return to;
}

/// 32 values of type T read from an operand of any width. It is a pointer
/// and no more, so that loops over lanes become vector code. An absent
/// operand has values that nobody may depend on.
template <class T>
class Source {
 public:
  Source(const Warp& warp, const Operand& operand)
      : values_(operand.bytes == sizeof(T) || !operand
                    ? reinterpret_cast<const T*>(warp.at(operand))
                    : converted<T>(warp, operand)) {}
  explicit Source(const T (&values)[warp_size]) : values_(values) {}

  T operator[](unsigned lane) const { return values_[lane]; }
  /// All of them, lane after lane.
  const std::byte* bytes() const {
    return reinterpret_cast<const std::byte*>(values_);
  }

 private:
  const T* values_;
};

/// Writes values to the lanes of the mask in an operand of another width.
template <class To, class T>
inline void widen(std::byte* at, LaneMask mask, const T (&values)[warp_size]) {
  To* out = reinterpret_cast<To*>(at);
  for_lanes(mask, [&](unsigned lane) {
    if constexpr (std::is_floating_point_v<T>) {
      out[lane] = static_cast<To>(std::bit_cast<BitsOf<T>>(values[lane]));
    } else {
      out[lane] = static_cast<To>(values[lane]);
    }
  });
}

template <class T>
[[gnu::noinline]] void write_other_width(Warp& warp, const Operand& d,
                                         LaneMask mask,
                                         const T (&values)[warp_size]) {
  if (!d) return;
  std::byte* at = warp.at(d);
  switch (d.bytes) {
    case 2:
      return widen<std::uint16_t>(at, mask, values);
    case 4:
      return widen<std::uint32_t>(at, mask, values);
    case 8:
      return widen<std::uint64_t>(at, mask, values);
    case 16:
      return widen<Bits128>(at, mask, values);
    default: {
      LaneMask truth = 0;
      for (unsigned lane = 0; lane < warp_size; ++lane) {
        if (values[lane] != T{}) truth |= lane_bits[lane];
      }
      auto& predicate = *reinterpret_cast<LaneMask*>(at);
      predicate = (predicate & ~mask) | (truth & mask);
    }
  }
}

/// Writes value(lane) to the lanes of the mask; an absent `d` is a sink.
template <class T, class F>
inline void write(Warp& warp, const Operand& d, LaneMask mask, F value) {
  if (d.bytes == sizeof(T)) [[likely]] {
    T* out = reinterpret_cast<T*>(warp.at(d));
    if (mask == full_mask) {
      for_all_lanes([&](unsigned lane) { out[lane] = value(lane); });
    } else {
      for_all_lanes([&](unsigned lane) {
        const T result = value(lane);
        out[lane] = (mask & lane_bits[lane]) != 0 ? result : out[lane];
      });
    }
    return;
  }
  alignas(64) T values[warp_size];
  for_all_lanes([&](unsigned lane) { values[lane] = value(lane); });
  write_other_width(warp, d, mask, values);
}

/// Writes the lanes of the mask in a predicate register.
inline void write_predicate(Warp& warp, const Operand& d, LaneMask mask,
                            LaneMask value) {
  if (!d) return;
  if (d.bytes != 0) {
    return write<std::uint32_t>(
        warp, d, mask, [&](unsigned lane) { return (value >> lane) & 1; });
  }
  auto& predicate = *reinterpret_cast<LaneMask*>(warp.at(d));
  if (d.negated) value = ~value;
  predicate = (predicate & ~mask) | (value & mask);
}

template <class D, auto op, class... S>
inline void write_result(Warp& warp, const Operand& d, LaneMask mask,
                         const Source<S>&... sources) {
  write<D>(warp, d, mask,
           [&](unsigned lane) { return static_cast<D>(op(sources[lane]...)); });
}

/// d = op(a, b, …) with sources of types S.
template <class D, auto op, class... S>
LOCKSTEP_FOR_EACH_CPU void lanes(Warp& warp, const Instruction& i,
                                 LaneMask mask) {
  const std::array<const Operand*, 4> operands{&i.a, &i.b, &i.c, &i.e};
  [&]<std::size_t... n>(std::index_sequence<n...>) {
    write_result<D, op, S...>(warp, i.d, mask,
                              Source<S>(warp, *operands[n])...);
  }
  (std::index_sequence_for<S...>{});
}

}  // namespace lockstep::ptx
