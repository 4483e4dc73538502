// SPDX-License-Identifier: Apache-2.0
// The type switch, once for all instructions: which C++ type stands for a PTX
// type. A form that no switch takes gets no handler and is refused by name.
#pragma once

#include <cstdint>

#include "ptx/module/instruction.h"

namespace lockstep::ptx {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using s8 = std::int8_t;
using s16 = std::int16_t;
using s32 = std::int32_t;
using s64 = std::int64_t;
using f32 = float;
using f64 = double;

/// The PTX type that a C++ type stands for; .bN counts as .uN.
template <class T>
inline constexpr Type type_of = Type::none;
template <>
inline constexpr Type type_of<u8> = Type::u8;
template <>
inline constexpr Type type_of<u16> = Type::u16;
template <>
inline constexpr Type type_of<u32> = Type::u32;
template <>
inline constexpr Type type_of<u64> = Type::u64;
template <>
inline constexpr Type type_of<s8> = Type::s8;
template <>
inline constexpr Type type_of<s16> = Type::s16;
template <>
inline constexpr Type type_of<s32> = Type::s32;
template <>
inline constexpr Type type_of<s64> = Type::s64;
template <>
inline constexpr Type type_of<f32> = Type::f32;
template <>
inline constexpr Type type_of<f64> = Type::f64;

constexpr Type without_bits(Type type) {
  switch (type) {
    case Type::b8:
      return Type::u8;
    case Type::b16:
      return Type::u16;
    case Type::b32:
      return Type::u32;
    case Type::b64:
      return Type::u64;
    default:
      return type;
  }
}

/// `make.operator()<T>()` for the T among `Allowed` that stands for `type`;
/// null if there is none. `make` returns a handler.
template <class... Allowed, class Make>
Handler for_type(Type type, Make make) {
  Handler handler = nullptr;
  const auto try_one = [&]<class T>() {
    if (type_of<T> != without_bits(type)) return false;
    handler = make.template operator()<T>();
    return true;
  };
  (void)(try_one.template operator()<Allowed>() || ...);
  return handler;
}

/// The same by width alone, signed or not: T is u16, u32 or u64.
template <class Make>
Handler for_bits(Type type, Make make) {
  if (is_float(type) || is_integer_pair(type)) return nullptr;
  switch (size_of(type)) {
    case 2:
      return make.template operator()<u16>();
    case 4:
      return make.template operator()<u32>();
    case 8:
      return make.template operator()<u64>();
    default:
      return nullptr;
  }
}

/// All integers of 16, 32 and 64 bits.
template <class Make>
Handler for_integers(Type type, Make make) {
  return for_type<u16, u32, u64, s16, s32, s64>(type, make);
}

}  // namespace lockstep::ptx
