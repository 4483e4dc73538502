// SPDX-License-Identifier: Apache-2.0
// The fundamental types and state spaces of PTX (manual, chapter 5).
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::ptx {

enum class Type : std::uint8_t {
  none,
  pred,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  u16x2,
  s16x2,
  f16,
  f16x2,
  bf16,
  bf16x2,
  f32,
  f64,
  tf32,
  e4m3x2,
  e5m2x2,
};

enum class Space : std::uint8_t {
  generic,
  global,
  shared,
  local,
  constant,
  param,        ///< the kernel's own parameters: the same for every thread
  param_frame,  ///< parameters of a device function: one copy a thread
};

/// Bytes of one value of the type; 0 for `none` and `pred`.
constexpr unsigned size_of(Type type) {
  switch (type) {
    case Type::none:
    case Type::pred:
      return 0;
    case Type::b8:
    case Type::u8:
    case Type::s8:
      return 1;
    case Type::b16:
    case Type::u16:
    case Type::s16:
    case Type::f16:
    case Type::bf16:
    case Type::e4m3x2:
    case Type::e5m2x2:
      return 2;
    case Type::b32:
    case Type::u32:
    case Type::s32:
    case Type::f32:
    case Type::f16x2:
    case Type::bf16x2:
    case Type::tf32:
    case Type::u16x2:
    case Type::s16x2:
      return 4;
    case Type::b64:
    case Type::u64:
    case Type::s64:
    case Type::f64:
      return 8;
    case Type::b128:
      return 16;
  }
  return 0;
}

constexpr bool is_signed(Type type) {
  return type == Type::s8 || type == Type::s16 || type == Type::s32 ||
         type == Type::s64;
}

/// Two integers in one register.
constexpr bool is_integer_pair(Type type) {
  return type == Type::u16x2 || type == Type::s16x2;
}

constexpr bool is_float(Type type) { return type >= Type::f16; }

/// The spelling without its dot ("u32"); empty for `none`.
std::string_view name_of(Type type);
/// The type spelt so ("u32"), `Type::none` if there is none.
Type type_named(std::string_view name);
/// "global", "shared", …
std::string_view name_of(Space space);

}  // namespace lockstep::ptx
